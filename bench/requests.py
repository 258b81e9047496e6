"""requests.py LINE COUNT RUN: writes requests for steady, each after a line with its length."""

import os
import sys

line, count, run = sys.argv[1], int(sys.argv[2]), sys.argv[3]
folder = os.path.dirname(os.path.abspath(__file__))
secret_key = os.environ["PAYSHEET_SECRET_KEY"]


def body(name):
    with open(f"{folder}/bodies/{name}.json", "rb") as file:
        return file.read().strip()


def prepared():
    with open(os.environ["BENCH_LIST"]) as file:
        return [entry.split() for entry in file]


def request(method, path, key=None, text=None, number=None):
    head = f"{method} {path} HTTP/1.1\r\nHost: 127.0.0.1\r\n"
    if key:
        head += f"Authorization: Bearer {key}\r\n"
    if text is not None:
        head += f"Content-Type: application/json\r\nContent-Length: {len(text)}\r\n"
    if number is not None:
        head += f"Idempotency-Key: {run}-steady-{line}-{number}\r\n"
    whole = head.encode() + b"\r\n" + (text or b"")
    sys.stdout.buffer.write(b"%d\n" % len(whole) + whole)


if line == "healthz":
    request("GET", "/healthz")
elif line in ("contacts", "phone"):
    request("POST", "/v1/contacts/validate", secret_key, body(line))
elif line == "create":
    text = body("create")
    for number in range(count):
        request("POST", "/v1/checkouts", secret_key, text, number)
elif line == "get":
    for checkout, _ in prepared():
        request("GET", f"/v1/checkouts/{checkout}", secret_key)
elif line == "contact":
    opened = prepared()
    texts = [body("contact-1"), body("contact-2")]
    for number in range(count):
        checkout, secret = opened[number % len(opened)]
        text = texts[number // len(opened) % 2]
        request("POST", f"/v1/checkouts/{checkout}/shipping-contact", secret, text, number)
elif line in ("authorize", "balance", "hot", "slow"):
    bodies = {"authorize": "authorize", "slow": "authorize-slow"}
    text = body(bodies.get(line, "balance"))
    for number, (checkout, secret) in enumerate(prepared()[:count]):
        request("POST", f"/v1/checkouts/{checkout}/authorize", secret, text, number)
else:
    sys.exit(f"requests.py: no requests for {line}")
