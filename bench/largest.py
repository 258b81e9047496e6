"""Runs a command and writes `rss KIB`, its peak memory, to a file: largest.py FILE COMMAND…"""

import resource
import subprocess
import sys

status = subprocess.run(sys.argv[2:]).returncode
with open(sys.argv[1], "w") as file:
    print("rss", resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss, file=file)
sys.exit(status)
