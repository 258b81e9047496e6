"""report.py half RUNS LINE: half the measured rate. report.py table RUNS: the tables, as
Markdown."""

import statistics
import sys

TITLES = {
    "healthz": "healthz",
    "contacts": "contact validation, 1 KB",
    "phone": "contact validation with a phone number",
    "create": "create checkout",
    "contact": "shipping-contact update",
    "get": "get checkout",
    "authorize": "authorize",
    "balance": "authorize by balance, 1,000 of them",
    "hot": "the same, 10 of them",
    "sheet": "whole sheet (4 calls)",
}
# The targets: ratio to plain, ratio to same, CPU µs, p99 at half rate in ms.
TARGETS = {
    "healthz": (None, None, 20, None),
    "contacts": (None, None, 60, None),
    "phone": (None, None, 150, None),
    "create": (1.2, 0.65, 120, 15),
    "contact": (1.2, 0.65, 120, 15),
    "get": (None, None, 60, None),
    "authorize": (0.6, None, None, None),
    "balance": (1.3, None, None, 15),
    "sheet": (None, 0.7, None, None),
}
# Ten hot balances must reach at least this part of the rate of a thousand.
HOT_MIN = 0.5
# Payments in flight at a processor that takes two seconds; and how much slower other creates may be
# then.
SLOW_IN_FLIGHT = 1000
SLOW_P99_MAX = 2
RSS_KIB_MAX = 100 * 1024
# The growth of a heap that is allowed between two rounds of the same work.
RSS_GROWTH_KIB_MAX = 2 * 1024
COLD_START_SECONDS_MAX = 1
AUDIT_SECONDS_MAX = 10


def read(path):
    with open(path) as file:
        rows = [line.rstrip("\n").split("\t") for line in file]
    return [(int(row[0]), row[1], row[2], [float(value) for value in row[3:]]) for row in rows]


def of(rows, line, kind):
    return {row[0]: row[3] for row in rows if row[1:3] == (line, kind)}


def rate(run):
    return run[0] / run[1] * 1e6


def median(values):
    values = list(values)
    return statistics.median(values) if values else None


def ratio(rows, line, kind):
    """The median of the ratios of each round."""
    http, yardstick = of(rows, line, "http"), of(rows, line, kind)
    return median(rate(http[n]) / yardstick[n][0] for n in http if n in yardstick)


def show(value, form="{:.2f}"):
    return "–" if value is None else form.format(value)


def table(rows):
    lines = [line for line in TITLES if of(rows, line, "http")]
    print("| line | a second | p50 ms | p99 ms | at half rate: p99 ms | CPU µs a request | RSS MiB "
          "first, last | plain/s | same/s | of plain | of same | errors |")
    print("|---|---|---|---|---|---|---|---|---|---|---|---|")
    judged = []
    for line in lines:
        http, steady = of(rows, line, "http"), of(rows, line, "steady").get(0)
        runs = [http[number] for number in sorted(http)]
        cpu = median(run[5] * 10_000 / run[7] for run in runs)
        plain, same = ratio(rows, line, "plain"), ratio(rows, line, "same")
        half = steady[5] / 1000 if steady else None
        errors = sum(run[4] for run in runs) + (steady[2] if steady else 0)
        print(
            f"| {TITLES[line]} | {median(map(rate, runs)):,.0f} | "
            f"{median(run[2] for run in runs) / 1000:.1f} | {median(run[3] for run in runs) / 1000:.1f} | "
            f"{show(half, '{:.1f}')}{f' ({steady[0]:.0f}/s)' if steady else ''} | {cpu:.0f} | "
            f"{runs[0][6] / 1024:.0f}, {runs[-1][6] / 1024:.0f} | "
            f"{show(median(r[0] for r in of(rows, line, 'plain').values()), '{:,.0f}')} | "
            f"{show(median(r[0] for r in of(rows, line, 'same').values()), '{:,.0f}')} | "
            f"{show(plain)} | {show(same)} | {errors:.0f} |")
        for name, value, limit, floor in zip(
                ("of plain", "of same", "CPU µs", "p99 ms at half rate"), (plain, same, cpu, half),
                TARGETS.get(line, [None] * 4), (True, True, False, False)):
            if limit is None or value is None:
                continue
            met = value >= limit if floor else value <= limit
            judged.append((TITLES[line], name, value, f"{'≥' if floor else '≤'} {limit}", met))
    judged += judge_hot(rows) + judge_slow(rows) + judge_server(rows)
    print("\n| target | measured | wanted | |\n|---|---|---|---|")
    for title, name, value, wanted, met in judged:
        print(f"| {title}, {name} | {value:.2f} | {wanted} | {'met' if met else '**missed**'} |")


def judge_hot(rows):
    """Ten hot balances, compared with a thousand."""
    cold, hot = of(rows, "balance", "http"), of(rows, "hot", "http")
    share = median(rate(hot[n]) / rate(cold[n]) for n in hot if n in cold)
    if share is None:
        return []
    return [(TITLES["hot"], "of a thousand", share, f"≥ {HOT_MIN}", share >= HOT_MIN)]


def judge_slow(rows):
    """A thousand payments at a slow processor, and creates beside them."""
    judged = []
    for run in of(rows, "slow", "slow").values():
        flying, alone, beside = run[1], run[2:8], run[8:14]
        slower = beside[4] / alone[4]
        judged += [
            ("slow processor", "payments in flight", flying, f"≥ {SLOW_IN_FLIGHT}",
             flying >= SLOW_IN_FLIGHT),
            ("slow processor", f"of {run[0]:.0f} creates a second beside them, kept",
             (beside[0] - beside[1]) / alone[0], "≥ 1", beside[1] == 0 and beside[0] >= alone[0]),
            ("slow processor",
             f"creates' p99 of {beside[4] / 1000:.1f} ms beside, {alone[4] / 1000:.1f} alone", slower,
             f"≤ {SLOW_P99_MAX}", slower <= SLOW_P99_MAX),
        ]
    return judged


def judge_server(rows):
    """The audit; the server's peak memory, its growth from the first round to the last, and its
    start-up time."""
    rounds, judged = {}, []
    for row in rows:
        if row[2] == "http":
            rounds[row[0]] = max(rounds.get(row[0], 0), row[3][6])
    audits = list(of(rows, "audit", "proof").values())
    if audits:
        seconds = median(run[0] / 1000 for run in audits)
        judged.append(
            ("audit", f"seconds for {audits[0][1]:,.0f} entries", seconds,
             f"≤ {AUDIT_SECONDS_MAX}", seconds <= AUDIT_SECONDS_MAX))
    if not rounds:
        return judged
    most, growth = max(rounds.values()), rounds[max(rounds)] - rounds[min(rounds)]
    judged.append(("server", "RSS MiB, most", most / 1024, "≤ 100", most <= RSS_KIB_MAX))
    if len(rounds) > 1:
        judged.append(
            ("server", "RSS MiB, growth from the first round to the last", growth / 1024, "≤ 2",
             growth <= RSS_GROWTH_KIB_MAX))
    for start in of(rows, "server", "start").values():
        judged.append(
            ("server", "seconds from its start to ready", start[0] / 1000, "≤ 1",
             start[0] <= 1000 * COLD_START_SECONDS_MAX))
    return judged


if sys.argv[1] == "half":
    print(max(1, int(median(map(rate, of(read(sys.argv[2]), sys.argv[3], "http").values())) / 2)))
else:
    table(read(sys.argv[2]))
