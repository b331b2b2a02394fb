"""Speed and memory of forethought beside its peers, each ratio measured within one run.

Every benchmark checks the answers of all sides as it measures them, and fails if one is wrong.
"""
