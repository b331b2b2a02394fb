"""Programs that are interrupted."""

import signal
import subprocess
import sys
import time


def interrupted(program: str, wait: float = 0.2) -> str:
    """What a program prints after Ctrl-C, once it has printed that it has begun; it ends well."""
    with subprocess.Popen(
        [sys.executable, "-c", program], stdout=subprocess.PIPE, text=True
    ) as child:
        assert child.stdout is not None
        assert child.stdout.readline() == "begun\n"
        time.sleep(wait)
        child.send_signal(signal.SIGINT)
        told = child.stdout.readline()
    assert child.returncode == 0
    return told
