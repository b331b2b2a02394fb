"""Speed of forethought beside its peers, each as a ratio measured in the same run."""
