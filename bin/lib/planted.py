"""planted.py NAME < TEXT: searches a text for values that must not appear in plain text.

It recognizes secrets by their form: keys, client secrets, signing secrets. It recognizes buyers'
data by value: contacts and cards of the tests. It decodes the bytes in a database dump. It prints
where a value is, not the value, and exits with status 1.
"""

import re
import sys

BASE32 = rb"[0-9a-hjkmnp-tv-z]"
FORMS = {
    "a secret key": rb"sk_[0-9a-z]+_" + BASE32 + rb"{32}",
    "an operator's key": rb"op_" + BASE32 + rb"{32}",
    "a client secret": rb"cs_[0-9a-z]{27,}_[0-9a-z]+_[0-9a-z]+_" + BASE32 + rb"{26}",
    "a signing secret": rb"whsec_[A-Za-z0-9+/]{43}=",
    "a processor's key": rb"[sr]k_(live|test)_[0-9A-Za-z_]{8,}|whsec_[0-9A-Za-z_]{8,}",
    "a contact": rb"[a-z.]+@example\.com|Wurzelbach|Hidden Garden Row"
    rb"|\+14085550100|\+14155550137",
    "a card": rb"4000056655665556|4111111111111111|4000000000004320",
    "a cryptogram": rb"AAECAwQFBgcICQoLDA0ODxAREhM|" + re.escape(bytes(range(20))),
    "a private key": rb"-----BEGIN [A-Z ]*PRIVATE KEY",
}
BYTES = re.compile(rb"\\\\x((?:[0-9a-f]{2})+)")
LINES_MAX = 5


def main():
    name, found, lines = sys.argv[1], [], 0
    for number, line in enumerate(sys.stdin.buffer, 1):
        lines = number
        plain = line + b" " + b" ".join(bytes.fromhex(m.decode()) for m in BYTES.findall(line))
        for what, form in FORMS.items():
            if re.search(form, plain):
                found.append(f"{name}: {what} stands in line {number}")
    for text in found[:LINES_MAX]:
        print(text)
    if len(found) > LINES_MAX:
        print(f"{name}: and {len(found) - LINES_MAX} more")
    if not lines:
        print(f"{name}: there was nothing to look at")
    return 1 if found or not lines else 0


if __name__ == "__main__":
    sys.exit(main())
