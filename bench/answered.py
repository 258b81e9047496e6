"""Sums, from /metrics on standard input, the answers 201 of POST /v1/checkouts."""

import re
import sys

total = 0
for line in sys.stdin:
    name, _, value = line.rpartition(" ")
    if re.search(r'requests_total\{', name) and 'route="/v1/checkouts"' in name:
        if 'method="POST"' in name and re.search(r'status="(201|2xx)"', name):
            total += int(float(value))
print(total)
