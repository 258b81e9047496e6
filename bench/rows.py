"""rows.py ticks POSTMASTER: hundredths of a second of CPU of a cluster, of ended processes too.
rows.py row TITLE PAID COMMITS POSTGRES SERVER < STATS: a row of the table; the numbers are totals.
rows.py pay URL BODY COUNT < CHECKOUTS: pays checkouts one after the other; prints how many."""

import http.client
import os
import sys
import urllib.parse


def of(pid):
    with open(f"/proc/{pid}/stat") as file:
        fields = file.read().rpartition(")")[2].split()
    return fields


def ticks(postmaster):
    # Fields 14 to 17: user and system time, and those of children that have ended.
    total = sum(int(value) for value in of(postmaster)[11:15])
    for pid in filter(str.isdigit, os.listdir("/proc")):
        try:
            fields = of(pid)
        except FileNotFoundError:
            continue
        if fields[1] == postmaster:
            total += int(fields[11]) + int(fields[12])
    return total


def row(title, paid, commits, postgres, server):
    paid = int(paid)
    counts, total = {}, 0
    for line in sys.stdin:
        kind, count, size = line.strip().split("|")
        total += int(size)
        counts[kind] = int(count)
    of_kind = lambda *starts: sum(count for kind, count in counts.items() if kind.startswith(starts))
    cells = [
        int(commits) / paid, of_kind("Heap/INSERT"), of_kind("Heap/HOT_UPDATE"), of_kind("Heap/UPDATE"),
        of_kind("Heap/LOCK"), of_kind("Btree/INSERT", "Btree/SPLIT")]
    numbers = [f"{cells[0]:.2f}"] + [f"{count / paid:.1f}" for count in cells[1:]]
    numbers += [f"{total / paid:.0f}", f"{int(postgres) * 10000 / paid:.0f}", f"{int(server) * 10000 / paid:.0f}"]
    return f"| {title} | {paid} | " + " | ".join(numbers) + " |"


def pay(url, body, count):
    address = urllib.parse.urlparse(url)
    connection = http.client.HTTPConnection(address.hostname, address.port)
    with open(body, "rb") as file:
        text = file.read().strip()
    for place, line in enumerate(sys.stdin.read().splitlines()[: int(count)]):
        checkout, secret = line.split()
        connection.request("POST", f"/v1/checkouts/{checkout}/authorize", text, {
            "Authorization": f"Bearer {secret}", "Content-Type": "application/json", "Idempotency-Key": f"row-{checkout}"})
        answer = connection.getresponse()
        if answer.status != 200 or b'"status":0' not in answer.read():
            sys.exit(f"payment {place} failed: {answer.status}")
    return count


print({"ticks": ticks, "row": row, "pay": pay}[sys.argv[1]](*sys.argv[2:]))
