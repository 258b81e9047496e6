"""Runs the tests of a folder, by default the contract tests. The last line has the counts:
`N passed, N failed, N skipped`.

Environment: PAYSHEET_URL and PAYSHEET_OPERATOR_KEY of a running server that has only test
merchants; PAYSHEET_EXECUTABLE, the path of the server's program, for the tests that run it. Tests
are skipped if a variable that they need is missing. Further arguments are passed to pytest.
"""

import os
import pathlib
import sys
import tempfile

import pytest


class Count:
    """Counts tests, not their phases: an error in a fixture counts as a failure of its test."""

    def __init__(self):
        self.outcomes = {}

    def pytest_runtest_logreport(self, report):
        worst = ("failed", "skipped", "passed")
        before = self.outcomes.get(report.nodeid, "passed")
        self.outcomes[report.nodeid] = min(before, report.outcome, key=worst.index)

    def number(self, outcome):
        return list(self.outcomes.values()).count(outcome)


def main():
    here = pathlib.Path(__file__).parent
    folder = pathlib.Path(sys.argv.pop(1)) if sys.argv[1:2] and os.path.isdir(sys.argv[1]) else here
    support = str(here / "support")
    sys.path.insert(0, support)
    sys.dont_write_bytecode = True
    # The environment applies to pytest's worker processes, too.
    os.environ |= {"PYTHONPATH": support, "PYTHONDONTWRITEBYTECODE": "1"}
    count = Count()
    with tempfile.TemporaryDirectory() as scratch:
        # Hypothesis would keep its data in the tree.
        os.environ["HYPOTHESIS_STORAGE_DIRECTORY"] = scratch
        status = run(folder, count)
    failed = count.number("failed") or int(status != 0)
    print(f"{count.number('passed')} passed, {failed} failed, {count.number('skipped')} skipped")
    return 1 if failed else 0


def run(folder, count):
    # Two processes, because a test mostly waits for the server or a page.
    together = ["-n", "2", "--dist", "worksteal"]
    options = [*together, "-q", "--tb=short", "--no-header", "-p", "no:cacheprovider", "--durations=5"]
    return pytest.main([*options, "--rootdir", str(folder), str(folder), *sys.argv[1:]], [count])


if __name__ == "__main__":
    sys.exit(main())
