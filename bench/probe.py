"""probe.py LOG-FOLDER SAME-FOLDER VARIABLES: writes bench/same from the server's real statements.

Takes a checkout through the sheet on a cluster that logs every statement as JSON, and turns each
call's statements into a pgbench script: the statements of one flight are in one pipeline, values
become variables, and values that must be new each time are computed. The variables' values, and
those that the scripts of bench/plain use, go to VARIABLES as pgbench arguments, each ended by a
NUL. Prints the checkout from which rows may be copied.
"""

import glob
import json
import os
import re
import sys
import time
import urllib.request

log_folder, same_folder, variables_file = sys.argv[1:]
folder = os.path.dirname(os.path.abspath(__file__))
server, secret_key = os.environ["PAYSHEET_URL"], os.environ["PAYSHEET_SECRET_KEY"]
variables = {}
WAIT_SECONDS_MAX = 5


def body(name):
    with open(f"{folder}/bodies/{name}.json", "rb") as file:
        return file.read().strip()


def call(method, path, key, text=None, number=None):
    headers = {"Authorization": f"Bearer {key}"}
    if text is not None:
        headers |= {"Content-Type": "application/json", "Idempotency-Key": f"probe-{path}-{number}"}
    request = urllib.request.Request(server + path, text, headers, method=method)
    with urllib.request.urlopen(request, timeout=10) as answer:
        return json.load(answer)


def entries():
    """All log entries so far, in order."""
    lines = []
    for name in sorted(glob.glob(f"{log_folder}/*.json")):
        with open(name, encoding="utf-8") as file:
            lines += file
    return [json.loads(line) for line in lines if line.endswith("\n")]


seen = 0


def logged():
    """The statements since the last call, once no more arrive: (SQL, values)."""
    global seen
    last, quiet, end = -1, 0, time.monotonic() + WAIT_SECONDS_MAX
    while quiet < 3 and time.monotonic() < end:
        time.sleep(0.1)
        count = len(entries())
        quiet = quiet + 1 if count == last else 0
        last = count
    fresh = entries()[seen:]
    seen += len(fresh)
    statements = []
    for entry in fresh:
        found = re.match(r"(?:execute [^:]*|statement): (.*)", entry.get("message", ""), re.S)
        if found and entry.get("dbname") == "paysheet" and entry.get("user") == "paysheet":
            statements.append((found[1].strip(), values(entry.get("detail", ""))))
    # Executed once in some seconds, but by each call here, because the calls are far apart.
    return [(sql, given) for sql, given in statements if "FROM pass_types" not in sql]


def values(detail):
    """Parses $1 = '…', $2 = NULL, the form in the server's log."""
    return {
        int(number): None if text == "NULL" else text[1:-1].replace("''", "'")
        for number, text in re.findall(r"\$(\d+) = (NULL|'(?:[^']|'')*')", detail)
    }


UUID = re.compile(r"[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$")
ROW = "('00000000-0000-4000-8000-' || lpad(:n::text, 12, '0'))::uuid"


def element(array):
    """The one value of {…}, the form in the server's log."""
    text = array[1:-1]
    if text == "NULL":
        return None
    return re.sub(r"\\(.)", r"\1", text[1:-1]) if text.startswith('"') else text


def names(sql):
    """The names of the first values of a statement for payments, in order."""
    found = re.search(r"\bAS g \(([^)]*)\)", sql)
    return re.split(r",\s*", found[1].strip()) if found else []


def is_batch(sql):
    """True if the statement sends its values as arrays."""
    return "WITH ORDINALITY AS g (" in sql


class Script:
    """One line's statements, with all values that must be new each time."""

    def __init__(self, name, checkout):
        self.name, self.checkout, self.made = name, checkout, {}

    def value(self, text, statement, number, name=None):
        # A batch sends arrays; a single call sends arrays of one value.
        if name is not None:
            return f"ARRAY[{self.value(element(text), statement, number)}]"
        if text is None:
            return "NULL"
        if text == self.checkout["uuid"]:
            return ROW
        if UUID.match(text):
            # New identifiers of this call: attempt, entries, event.
            kind = self.made.setdefault(text, len(self.made) + 1)
            return ROW.replace("4000-8000", f"4000-8{kind:03d}").replace(":n", ":u")
        if text.startswith("probe-"):
            return f"'{self.name}-' || :u::text"
        if text == self.checkout["id"] or re.fullmatch(r"att_[0-9a-z]+", text):
            return f"'{text[:4]}' || :u::text"
        if self.checkout["id"] in text and not text.startswith("{"):
            return f"'{text.replace(self.checkout['id'], '')}' || :u::text"
        name = f"{self.name}_{statement}_{number}"
        variables[name] = text
        return f":{name}"

    def text(self, statements):
        flights, flight = [], []
        version = None
        for number, (sql, given) in enumerate(statements, 1):
            columns = dict(enumerate(names(sql), 1))

            def bound(place, sql=sql, given=given, number=number, columns=columns):
                name = columns.get(int(place))
                if name == "row_version" and version:
                    return f"ARRAY[{version}]" if is_batch(sql) else version
                return self.value(
                    given[int(place)], number, place, name if is_batch(sql) else None
                )

            one = re.sub(
                r"\$(\d+)",
                lambda found: f"({bound(found[1])})",
                " ".join(re.sub(r"--.*", "", sql).split()),
            )
            # An update stores relative to the row that it read; under a lock it need not read
            # again, and pgbench accepts no \gset in a pipeline.
            one = re.sub(r"xmin = \(\S+\)::xid", f"xmin = ({version})::xid", one)
            if "xmin = " in one and version is None:
                raise SystemExit(f"probe: {self.name}: no statement returns the row's version")
            looks = None
            if " FOR UPDATE" not in one:
                looks = re.search(r" AS (row_version) FROM |, (new_row_version) FROM ", one)
            if looks:
                version = f":s_{looks[1] or looks[2]}"
            flight.append(one + (" \\gset s_" if looks else ";"))
            # The call waits for rows, and for the commit; other statements are sent with them.
            if re.match(r"SELECT|COMMIT", sql) or "RETURNING" in sql:
                flights.append(flight)
                flight = []
        if flight:
            flights.append(flight)
        lines = []
        for flight in flights:
            lines += flight if len(flight) == 1 else ["\\startpipeline", *flight, "\\endpipeline"]
        return lines


def checkout_of(answer):
    sql = next(s for s in history["create"] if "INSERT INTO checkouts" in s[0])
    uuid = next(v for v in sql[1].values() if v and UUID.match(v))
    return {"id": answer["id"], "secret": answer["clientSecret"], "uuid": uuid}


history = {}
# Three times: the first calls fill caches and make the server prepare its statements.
for number in range(3):
    logged()
    answer = call("POST", "/v1/checkouts", secret_key, body("create"), number)
    history["create"] = logged()
    checkout = checkout_of(answer)
    path = f"/v1/checkouts/{checkout['id']}"
    for name, step in (("contact", "contact-2"), ("method", "method"), ("authorize", "authorize")):
        where = {"contact": "shipping-contact", "method": "shipping-method"}.get(name, name)
        call("POST", f"{path}/{where}", checkout["secret"], body(step), number)
        history[name] = logged()
    call("GET", path, secret_key)
    history["get"] = logged()

# u is new each time, n is the row's number: of a new row, of a fresh copy, or of one of the copies.
COUNTER = "\\set i :i + 1\n\\set u :first + :client_id * :span + :i\n\\set n "
ROWS = {"contact": ":rows_first + 1 + (:client_id * 977 + :i) % :rows"}
ROWS["get"] = ROWS["contact"]
HEAD = "-- Made by bin/bench from what the server sends for {}. Do not edit."
os.makedirs(same_folder, exist_ok=True)
texts = {}
for name, statements in history.items():
    if not statements:
        sys.exit(f"probe.py: no statement was logged for {name}")
    texts[name] = Script(name, checkout).text(statements)
texts["sheet"] = [
    line for name in ("create", "contact", "method", "authorize") for line in texts[name]
]
# The entries of one sheet's updates are different rows.
for name in ("create", "contact", "authorize", "get", "sheet"):
    lines, step = [], 0
    for line in texts[name]:
        if name == "sheet" and "INSERT INTO timeline" in line and "UPDATE attempts" not in line:
            step += 1
            line = re.sub(r"4000-8(0\d[1-9])", lambda found: f"400{step}-8{found[1]}", line)
        lines.append(line)
    with open(f"{same_folder}/{name}.sql", "w") as file:
        file.write("\n".join([HEAD.format(name), COUNTER + ROWS.get(name, ":u"), *lines]) + "\n")

# Rows are copied from a checkout that stays open.
template = call("POST", "/v1/checkouts", secret_key, body("create"), "template")
history["create"] = logged()
print(checkout_of(template)["uuid"])
with open(variables_file, "w") as file:
    for name, text in (variables).items():
        file.write(f"-D\0{name}={text}\0")
