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
import hashlib
import hmac
import http.client
import json
import random
import time
import urllib.error
import urllib.parse
import urllib.request
import uuid
from collections.abc import Iterator, Mapping
from typing import Any, Literal, NotRequired, TypedDict, Union


class PaysheetError(Exception):
    """A call that the server refused. Handle it by `code`, which is stable."""

    def __init__(self, status: int, problem: dict[str, Any], retry_after: int | None = None):
        self.status = status
        self.code: str = problem.get("code", "")
        self.detail: str = problem.get("detail", "")
        #: The invalid fields: `pointer`, `code` and `detail` of each.
        self.errors: list[dict[str, str]] = problem.get("errors", [])
        #: Quote it when you report a fault of the server.
        self.request_id: str = problem.get("requestId", "")
        self.retry_after = retry_after
        self.problem = problem
        fields = "".join(f"\n  {error['pointer']}: {error['detail']}" for error in self.errors)
        super().__init__(f"{status} {self.code}: {self.detail}{fields}")


class InvalidWebhook(Exception):
    """A webhook without a valid signature: answer it with 400."""


def verify_webhook(body: bytes, headers: Mapping[str, str], secret: str, tolerance: float = 300) -> Event:
    """Verifies a webhook by its raw body and returns its event (standardwebhooks.com).

    :param secret: the secret of the webhook endpoint, `whsec_…`.
    :param tolerance: the most seconds between its timestamp and now.
    """
    given = {name.lower(): value for name, value in headers.items()}
    try:
        identifier, timestamp = given["webhook-id"], given["webhook-timestamp"]
        signatures = given["webhook-signature"].split(" ")
        age = abs(time.time() - int(timestamp))
    except (KeyError, ValueError):
        raise InvalidWebhook("a header of the signature is missing or malformed") from None
    if not age <= tolerance:
        raise InvalidWebhook("the timestamp is too far from now")
    key = base64.b64decode(secret.removeprefix("whsec_"))
    digest = hmac.new(key, f"{identifier}.{timestamp}.".encode() + body, hashlib.sha256).digest()
    wanted = ("v1," + base64.b64encode(digest).decode()).encode()
    # A list, so that each signature is compared.
    if not any([hmac.compare_digest(wanted, signature.encode()) for signature in signatures]):
        raise InvalidWebhook("the signature does not match")
    return json.loads(body)


class _NoRedirects(urllib.request.HTTPRedirectHandler):
    """A redirect would send the key to another host."""

    def redirect_request(self, *_):
        return None


class _Transport:
    _opener = urllib.request.build_opener(_NoRedirects)
    # The answer to these says that the call was not carried out, or that it can be repeated.
    _repeated_conflicts = {"busy", "idempotency_key_in_flight"}
    _pause_max = 30

    def __init__(self, key: str, url: str, *, timeout: float = 40, retries: int = 3):
        """
        :param key: a secret key, or the client secret of a checkout.
        :param timeout: seconds to wait for each answer; a payment takes at most 30.
        :param retries: how often a call is repeated after a fault that may pass. A call that
            changes something is repeated with the same Idempotency-Key.
        """
        parts = urllib.parse.urlsplit(url)
        if parts.scheme != "https" and parts.hostname not in ("localhost", "127.0.0.1", "::1"):
            raise ValueError("the URL must begin with https://, because each call sends the key")
        self._url, self._key, self._timeout, self._retries = url.rstrip("/"), key, timeout, retries

    def _call(
        self, method: str, path: str, body: Any = None, *, query: Mapping[str, Any] | None = None,
        key: str | None = None, is_idempotent: bool = False, media_type: str = "application/json",
    ) -> Any:
        sent = {name: value for name, value in (query or {}).items() if value is not None}
        if sent:
            path += "?" + urllib.parse.urlencode(
                {name: str(value).lower() if isinstance(value, bool) else value for name, value in sent.items()})
        data = json.dumps(body).encode() if media_type == "application/json" and body is not None else body
        request = urllib.request.Request(self._url + path, data, method=method)
        request.add_header("Authorization", f"Bearer {self._key}")
        if data is not None:
            request.add_header("Content-Type", media_type)
        if is_idempotent:
            request.add_header("Idempotency-Key", key or str(uuid.uuid4()))
        is_repeatable = is_idempotent or method != "POST"
        for attempt in range(self._retries + 1):
            pause = random.uniform(0.5, 1) * 2**attempt
            try:
                with self._opener.open(request, timeout=self._timeout) as answer:
                    content = answer.read()
                    is_json = answer.headers.get_content_type() == "application/json"
                    return json.loads(content) if is_json else content or None
            except urllib.error.HTTPError as refusal:
                error = _error(refusal)
                if attempt == self._retries or not self._passes(error, is_repeatable):
                    raise error from None
                pause = error.retry_after or pause
            except (OSError, http.client.HTTPException):
                if attempt == self._retries or not is_repeatable:
                    raise
            time.sleep(min(pause, self._pause_max))

    def _passes(self, error: PaysheetError, is_repeatable: bool) -> bool:
        if error.status == 409:
            return error.code in self._repeated_conflicts
        return error.status in (429, 503) and (is_repeatable or error.code != "outcome_unknown")

    def _pages(self, path: str, query: dict[str, Any]) -> Iterator[Any]:
        after = None
        while True:
            page = self._call("GET", path, query=query | {"after": after})
            yield from page["data"]
            after = page["nextCursor"]
            if after is None:
                return


def _error(refusal: urllib.error.HTTPError) -> PaysheetError:
    try:
        problem = json.loads(refusal.read())
    except (ValueError, OSError):
        problem = None
    if not isinstance(problem, dict):
        problem = {"detail": "the answer is not from Paysheet"}
    after = refusal.headers.get("Retry-After", "")
    return PaysheetError(refusal.code, problem, int(after) if after.isdigit() else None)


def _segment(value: str | int) -> str:
    return urllib.parse.quote(str(value), safe="")
