"""Time that the workers took to find due work, from Postgres's log: a line for bench/BILLING.md.

found.py COUNT LOG...: logs in JSON, of a server that logs the duration of each statement.
"""

import json
import re
import statistics
import sys

count, logs = int(sys.argv[1]), sys.argv[2:]
took = []
for log in logs:
    with open(log, encoding="utf-8") as lines:
        for line in lines:
            message = json.loads(line).get("message", "")
            found = re.match(r"duration: ([0-9.]+) ms  execute [^:]*: SELECT s\.merchant_id.*s\.due_at <= .*clock_id IS NULL.*SKIP LOCKED", message, re.S)
            if found:
                took.append(float(found[1]))
if not took:
    sys.exit("found.py: no search for what is due is in the log")
print(
    f"Finding and locking a hundred that are due among {count:,} subscriptions (wanted: below 50 ms): median "
    f"{statistics.median(took):.1f} ms, slowest {max(took):.1f} ms, of {len(took)} searches of a worker, as Postgres logged them.")
