"""`python -m forethought`: the command line."""

import sys

from forethought.cli import main

sys.exit(main())
