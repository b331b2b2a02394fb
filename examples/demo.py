"""Shows that the package is installed."""

import forethought as ft

print("forethought", ft.__version__)
