"""Turns checkout identifiers, one a line, into the UUIDs in the database.

An identifier ends with its UUID in 26 digits of Crockford's base32.
"""

import sys
import uuid

DIGITS = {digit: value for value, digit in enumerate("0123456789abcdefghjkmnpqrstvwxyz")}

for line in sys.stdin:
    number = 0
    for digit in line.strip()[-26:]:
        number = number * 32 + DIGITS[digit]
    print(uuid.UUID(int=number))
