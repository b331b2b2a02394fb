"""Games for the tests: good ones, and one for each way to break a promise."""
