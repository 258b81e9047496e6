"""Arguments that every client must refuse, and webhooks that an outsider could sign."""

import base64
import binascii
import hmac
import time

KEY = bytes(range(32))
SECRET = "whsec_" + base64.b64encode(KEY).decode()

SECRETS = [
    "", "whsec_", "whsec_?", "whsec_!!!!", "whsec_AAAA", "null", "undefined", SECRET + "\n", SECRET + "*", SECRET[:-1],
    "*" + SECRET, "whsec_" + SECRET, "whsec_" + base64.b64encode(KEY[:23]).decode(),
]
KEYS = ["", "sk_secret\n", "\nsk_secret", "sk_secret\r\nHost: a", "sk secret", "sk_secrét", "\ufeffsk_secret"]
URLS = ["", "https://", "https://pay.example.com\n", " https://pay.example.com", "http:///v1"]
IDEMPOTENCY_KEYS = ["", "Rückgabe", "返品", "a b", "a\n", "a" * 256]


def hook(secret, timestamp=None, signature=None):
    """The headers of a webhook with the body `{}`, signed with the bytes that a careless decoder
    makes of the secret."""
    timestamp = timestamp if timestamp is not None else str(int(time.time()))
    try:
        key = base64.b64decode(secret.removeprefix("whsec_"))
    except binascii.Error:
        key = b""
    signed = base64.b64encode(hmac.digest(key, f"evt_1.{timestamp}.{{}}".encode(), "sha256")).decode()
    return {"webhook-id": "evt_1", "webhook-timestamp": timestamp, "webhook-signature": signature or f"v1,{signed}"}
