"""What holds for all tests."""

import signal

from hypothesis import HealthCheck, settings

# A shell has its background jobs ignore Ctrl-C, and their children inherit that: here too it stops
# what it is sent to.
signal.signal(signal.SIGINT, signal.default_int_handler)

# How long an example takes says more of the machine than of the code.
settings.register_profile("all", deadline=None, suppress_health_check=[HealthCheck.too_slow])
settings.load_profile("all")
