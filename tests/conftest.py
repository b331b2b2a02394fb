"""What holds for all tests."""

import signal

# A shell has its background jobs ignore Ctrl-C, and their children inherit that: here too it stops
# what it is sent to.
signal.signal(signal.SIGINT, signal.default_int_handler)
