"""Error models: how far a deeper look moves what is thought of a state."""

from forethought.error_models.model import Buckets, Constant, ErrorModel, Model, Regression, read

__all__ = ["Buckets", "Constant", "ErrorModel", "Model", "Regression", "read"]
