"""attach.py ACCOUNTS < checkouts: a balance for each checkout, as lines for COPY.

Reads identifiers and secrets of checkouts as wrk listed them. Writes checkout, hold and balance,
and the last two as the checkout's row has them: a server would take longer to attach the balances
than to process the payments.
"""

import secrets
import sys
import uuid

ALPHABET = "0123456789abcdefghjkmnpqrstvwxyz"


def decoded(text):
    """The UUID at the end of an identifier."""
    number = 0
    for letter in text[-26:]:
        number = number * 32 + ALPHABET.index(letter)
    return uuid.UUID(int=number)


def encoded(value):
    number, letters = value.int, ""
    for _ in range(26):
        letters = ALPHABET[number % 32] + letters
        number //= 32
    return letters


def attached(checkout):
    """A hold identifier as the server would generate it: with the time in front."""
    return uuid.UUID(int=checkout.int >> 62 << 62 | secrets.randbits(62))


accounts = int(sys.argv[1])
for place, line in enumerate(sys.stdin):
    checkout = decoded(line.split()[0])
    hold = attached(checkout)
    balance = uuid.UUID(f"00000000-0000-4000-9000-{place % accounts:012d}")
    print(checkout, hold, balance, encoded(hold), encoded(balance), sep="\t")
