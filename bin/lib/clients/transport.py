"""Paysheet's API for a merchant's server. Made by bin/clients from openapi.yaml; do not edit.

    paysheet = Paysheet(os.environ["PAYSHEET_SECRET_KEY"], "https://pay.example.com")
    checkout = paysheet.create_checkout({"countryCode": "US", "currencyCode": "USD", "items": [
        {"name": "Scarf", "quantity": 1, "unitPrice": "25.00"}]})
    for refund in paysheet.list_refunds(checkout["id"]):
        print(refund["amount"])

It needs Python 3.11 and no other package.
"""

from __future__ import annotations

import base64
import binascii
import hashlib
import hmac
import http.client
import json
import random
import re
import time
import urllib.error
import urllib.parse
import urllib.request
import uuid
from collections.abc import Iterator, Mapping
from decimal import Decimal
from typing import Any, Literal, NotRequired, TypedDict, Union


class PaysheetError(Exception):
    """A call that the server refused. Handle it by `code`, which is stable."""

    def __init__(self, status: int, problem: dict[str, Any], retry_after: int | None = None):
        self.status = status
        self.code: str = problem.get("code", "")
        self.detail: str = problem.get("detail", "")
        #: The invalid fields: `pointer`, `code` and `detail` of each.
        self.errors: list[dict[str, str]] = problem.get("errors") or []
        #: Quote it when you report a fault of the server.
        self.request_id: str = problem.get("requestId", "")
        self.retry_after = retry_after
        self.problem = problem
        fields = "".join(f"\n  {error['pointer']}: {error['detail']}" for error in self.errors)
        super().__init__(f"{status} {self.code}: {self.detail}{fields}")


class PaysheetUnreachable(OSError):
    """No answer came, also not to a repetition: the call may have been carried out or not."""


class PaysheetReplayed(Exception):
    """The server carried out this call before, and its replay omits a secret that it shows once.

    No call returns the secret again: create another object with a new Idempotency-Key, or rotate.
    """

    def __init__(self, member: str, answer: dict[str, Any]):
        #: The name of the omitted member, such as `code`.
        self.member = member
        #: The object without that member.
        self.answer = answer
        super().__init__(f"a replay of {answer.get('id')} omits its {member}, which no call returns again")


class InvalidWebhook(Exception):
    """A webhook without a valid signature: answer it with 400."""


def verify_webhook(body: bytes, headers: Mapping[str, str], secret: str, tolerance: float = 300) -> Event:
    """Verifies a webhook by its raw body and returns its event (standardwebhooks.com).

    :param secret: the secret of the webhook endpoint, `whsec_…`.
    :param tolerance: the most seconds between its timestamp and now.
    :raises InvalidWebhook: if the request has no valid signature.
    :raises ValueError: if the secret is not the one of an endpoint.
    """
    if not isinstance(body, (bytes, bytearray)):
        raise TypeError(
            f"body is {type(body).__name__}: pass the raw bytes of the request, as the signature is made of them")
    key = _signing_key(secret)
    given = {str(name).lower(): value for name, value in headers.items()}
    fields = [given.get(f"webhook-{name}") for name in ("id", "timestamp", "signature")]
    if not all(isinstance(field, str) and field.isascii() for field in fields):
        raise InvalidWebhook("a header of the signature is missing or malformed")
    identifier, timestamp, signatures = fields
    if not identifier or not re.fullmatch("[0-9]{1,15}", timestamp):
        raise InvalidWebhook("a header of the signature is missing or malformed")
    if not abs(time.time() - int(timestamp)) <= tolerance:
        raise InvalidWebhook("the timestamp is too far from now")
    digest = hmac.new(key, f"{identifier}.{timestamp}.".encode() + body, hashlib.sha256).digest()
    wanted = "v1," + base64.b64encode(digest).decode()
    # A list, so that each signature is compared.
    if not any([hmac.compare_digest(wanted, signature) for signature in signatures.split(" ")]):
        raise InvalidWebhook("the signature does not match")
    return json.loads(body)


def _signing_key(secret: str) -> bytes:
    # With an empty or short key, an outsider could sign events.
    try:
        key = base64.b64decode(secret.removeprefix("whsec_"), validate=True) if isinstance(secret, str) else b""
    except (binascii.Error, ValueError):
        key = b""
    if len(key) < 24:
        raise ValueError("secret must be the whole secret of the webhook endpoint, whsec_…")
    return key


class _NoRedirects(urllib.request.HTTPRedirectHandler):
    """A redirect would send the key to another host."""

    def redirect_request(self, *_):
        return None


class _Transport:
    # The call was not carried out, or can be repeated.
    _passing_conflicts = {"busy", "idempotency_key_in_flight"}
    # The call was not carried out.
    _not_carried_out = {"overloaded", "stopping", "too_many_connections", "database_unavailable", "database_busy"}
    _pause_max = 30

    def __init__(self, key: str, url: str, *, timeout: float = 40, retries: int = 3):
        """
        :param key: a secret key, or the client secret of a checkout.
        :param timeout: seconds to wait for each answer; a payment takes at most 30.
        :param retries: how often a call is repeated after a fault that may pass. A call that
            changes something is repeated with the same Idempotency-Key.
        """
        if not isinstance(key, str) or not key:
            raise ValueError("the key is missing: pass a secret key, sk_…, or the client secret of a checkout, cs_…")
        if not re.fullmatch("[!-~]+", key):
            raise ValueError("the key has a blank, a line end or a character that is not ASCII: pass the key alone")
        if not isinstance(url, str) or not url:
            raise ValueError("the URL is missing: pass the one of your Paysheet server, https://…")
        if re.search(r"\s", url):
            raise ValueError("the URL has a blank or a line end: pass the URL alone")
        parts = urllib.parse.urlsplit(url)
        is_local = parts.scheme == "http" and parts.hostname in ("localhost", "127.0.0.1", "::1")
        if not is_local and (parts.scheme != "https" or not parts.hostname):
            raise ValueError("the URL must begin with https://, because each call sends the key")
        self._url, self._key, self._timeout, self._retries = url.rstrip("/"), key, timeout, retries
        # A proxy would get the key if the connection is not encrypted.
        proxies = [] if parts.scheme == "https" else [urllib.request.ProxyHandler({})]
        self._opener = urllib.request.build_opener(_NoRedirects, *proxies)

    def _call(
        self, method: str, path: str, body: Any = None, *, query: Mapping[str, Any] | None = None,
        key: str | None = None, is_idempotent: bool = False, media_type: str = "application/json",
        shown_once: str | None = None,
    ) -> Any:
        sent = {name: value for name, value in (query or {}).items() if value is not None}
        if sent:
            path += "?" + urllib.parse.urlencode(
                {name: str(value).lower() if isinstance(value, bool) else value for name, value in sent.items()})
        data = body
        if media_type == "application/json" and body is not None:
            data = json.dumps(body, default=_plain).encode()
        headers = {"Authorization": f"Bearer {self._key}"}
        if data is not None:
            headers["Content-Type"] = media_type
        if key is not None and not (isinstance(key, str) and re.fullmatch("[!-~]{1,255}", key)):
            raise ValueError("the Idempotency-Key must have 1 to 255 visible ASCII characters")
        if is_idempotent:
            headers["Idempotency-Key"] = str(uuid.uuid4()) if key is None else key
        is_repeatable = is_idempotent or method != "POST"
        is_lost = False
        for attempt in range(self._retries + 1):
            pause = random.uniform(0.5, 1) * 2**attempt
            # A new one each time, because a proxy's handler changes it.
            request = urllib.request.Request(self._url + path, data, headers, method=method)
            try:
                with self._opener.open(request, timeout=self._timeout) as answer:
                    content = answer.read()
                    if answer.headers.get_content_type() != "application/json":
                        return content or None
                    result = json.loads(content)
                    if shown_once and "Idempotent-Replayed" in answer.headers and _omits(result, shown_once, body):
                        raise PaysheetReplayed(shown_once, result)
                    return result
            except urllib.error.HTTPError as refusal:
                error = _error(refusal)
                if is_lost and method == "DELETE" and error.status == 404:
                    return None
                if attempt == self._retries or not self._passes(error, is_repeatable):
                    raise error from None
                pause = error.retry_after or pause
            except (OSError, http.client.HTTPException) as fault:
                is_lost = True
                if attempt == self._retries or not is_repeatable:
                    raise PaysheetUnreachable(f"no answer from {self._url}: {fault}") from fault
            time.sleep(min(pause, self._pause_max))

    def _passes(self, error: PaysheetError, is_repeatable: bool) -> bool:
        if error.status == 503:
            return is_repeatable or error.code in self._not_carried_out
        return error.status == 429 or error.status == 409 and error.code in self._passing_conflicts

    def _pages(self, path: str, query: dict[str, Any]) -> Iterator[Any]:
        while True:
            page = self._call("GET", path, query=query)
            yield from page["data"]
            if page["nextCursor"] is None:
                return
            query["after"] = page["nextCursor"]


def _plain(value: Any) -> str:
    """An amount as the API reads it; `str` could write an exponent."""
    if isinstance(value, Decimal):
        return format(value, "f")
    raise TypeError(f"{type(value).__name__} is no JSON: pass a str, int, bool, list, dict or Decimal")


def _omits(answer: Any, member: str, body: Any) -> bool:
    # The server generates a code only for a gift card, and only if the call gives none.
    is_generated = (body or {}).get(member) is None and answer.get("kind") != "store_credit"
    return is_generated and member not in answer


def _error(refusal: urllib.error.HTTPError) -> PaysheetError:
    problem = {"detail": "the answer is not from Paysheet"}
    if refusal.headers.get_content_type() == "application/problem+json":
        try:
            problem = json.loads(refusal.read())
        except (ValueError, OSError, http.client.HTTPException):
            pass
    after = refusal.headers.get("Retry-After", "")
    return PaysheetError(refusal.code, problem, int(after) if re.fullmatch("[0-9]{1,9}", after) else None)


def _segment(value: str | int) -> str:
    # They would be the path of another call.
    if str(value) in ("", ".", ".."):
        raise ValueError("an identifier must not be empty, . or ..")
    return urllib.parse.quote(str(value), safe="")
