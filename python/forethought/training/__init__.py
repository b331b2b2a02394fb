"""Learning the evaluations that come with the native games: what `forethought train` does."""
