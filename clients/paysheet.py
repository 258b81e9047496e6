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


class Paysheet(_Transport):
    """The calls with a secret key, `sk_…`."""

    def create_checkout(self, body: CheckoutCreation, *, idempotency_key: str | None = None) -> CheckoutOpened:
        """Create a checkout."""
        return self._call("POST", "/v1/checkouts", body, key=idempotency_key, is_idempotent=True)

    def list_checkouts(
        self, *, status: CheckoutStatus | None = None, reference: str | None = None, last_four: str | None = None,
        tried: bool | None = None, created_after: Time | None = None, created_before: Time | None = None,
        limit: int | None = None, after: Cursor | None = None,
    ) -> Iterator[CheckoutSummary]:
        """List checkouts, newest first."""
        return self._pages(
            "/v1/checkouts", {"status": status, "reference": reference, "lastFour": last_four, "tried": tried,
            "createdAfter": created_after, "createdBefore": created_before, "limit": limit, "after": after},
        )

    def get_figures(
        self, *, from_: Time | None = None, to: Time | None = None, time_zone: str | None = None,
    ) -> Figures:
        """Get sales figures."""
        return self._call("GET", "/v1/figures", query={"from": from_, "to": to, "timeZone": time_zone})

    def get_checkout(self, checkout: str, *, client_version: int | None = None) -> Checkout:
        """Get a checkout."""
        return self._call("GET", f"/v1/checkouts/{_segment(checkout)}", query={"clientVersion": client_version})

    def change_checkout(self, checkout: str, body: CheckoutChange) -> Checkout:
        """Update a checkout."""
        return self._call("PATCH", f"/v1/checkouts/{_segment(checkout)}", body)

    def cancel_checkout(self, checkout: str, *, idempotency_key: str | None = None) -> Checkout:
        """Cancel an unpaid checkout."""
        return self._call("POST", f"/v1/checkouts/{_segment(checkout)}/cancel", key=idempotency_key, is_idempotent=True)

    def capture_checkout(
        self, checkout: str, body: CaptureRequest | None = None, *, idempotency_key: str | None = None,
    ) -> Capture:
        """Capture an authorized payment."""
        return self._call(
            "POST", f"/v1/checkouts/{_segment(checkout)}/capture", body, key=idempotency_key, is_idempotent=True,
        )

    def void_checkout(self, checkout: str, *, idempotency_key: str | None = None) -> Checkout:
        """Void an authorized payment."""
        return self._call("POST", f"/v1/checkouts/{_segment(checkout)}/void", key=idempotency_key, is_idempotent=True)

    def list_refunds(self, checkout: str, *, limit: int | None = None, after: Cursor | None = None) -> Iterator[Refund]:
        """List a checkout's refunds, newest first."""
        return self._pages(f"/v1/checkouts/{_segment(checkout)}/refunds", {"limit": limit, "after": after})

    def refund_checkout(
        self, checkout: str, body: RefundRequest | None = None, *, idempotency_key: str | None = None,
    ) -> Refund:
        """Refund a captured payment."""
        return self._call(
            "POST", f"/v1/checkouts/{_segment(checkout)}/refunds", body, key=idempotency_key, is_idempotent=True,
        )

    def get_refund(self, checkout: str, refund: str) -> Refund:
        """Get a refund."""
        return self._call("GET", f"/v1/checkouts/{_segment(checkout)}/refunds/{_segment(refund)}")

    def get_timeline(
        self, checkout: str, *, limit: int | None = None, after: Cursor | None = None,
    ) -> Iterator[TimelineEntry]:
        """List a checkout's timeline, oldest first."""
        return self._pages(f"/v1/checkouts/{_segment(checkout)}/timeline", {"limit": limit, "after": after})

    def attach_balance(
        self, checkout: str, body: BalanceSelection, *, client_version: int | None = None,
    ) -> BalancesUpdate:
        """Attach a balance."""
        return self._call(
            "POST", f"/v1/checkouts/{_segment(checkout)}/balances", body, query={"clientVersion": client_version},
        )

    def detach_balance(self, checkout: str, balance: str, *, client_version: int | None = None) -> BalancesUpdate:
        """Detach a balance."""
        return self._call(
            "DELETE", f"/v1/checkouts/{_segment(checkout)}/balances/{_segment(balance)}",
            query={"clientVersion": client_version},
        )

    def get_settings(self) -> Settings:
        """Get the merchant's settings."""
        return self._call("GET", "/v1/merchant")

    def change_settings(self, body: SettingsChange) -> Settings:
        """Update the merchant's settings."""
        return self._call("PATCH", "/v1/merchant", body)

    def get_domain_association(self, domain: str) -> DomainAssociation:
        """Get Apple's file for a domain."""
        return self._call("GET", f"/v1/domains/{_segment(domain)}/association")

    def store_domain_association(self, domain: str, body: DomainAssociationStoring) -> DomainAssociation:
        """Store Apple's file for a domain."""
        return self._call("PUT", f"/v1/domains/{_segment(domain)}/association", body)

    def delete_domain_association(self, domain: str) -> None:
        """Delete Apple's file for a domain."""
        return self._call("DELETE", f"/v1/domains/{_segment(domain)}/association")

    def list_keys(self, *, limit: int | None = None, after: Cursor | None = None) -> Iterator[Key]:
        """List keys, newest first."""
        return self._pages("/v1/keys", {"limit": limit, "after": after})

    def create_key(self, body: KeyCreation, *, idempotency_key: str | None = None) -> Key:
        """Create a key. A replay omits its `secret` and raises PaysheetReplayed."""
        return self._call("POST", "/v1/keys", body, key=idempotency_key, is_idempotent=True, shown_once="secret")

    def rotate_key(self, key: str, body: KeyRotation | None = None, *, idempotency_key: str | None = None) -> Key:
        """Rotate a key. A replay omits its `secret` and raises PaysheetReplayed."""
        return self._call(
            "POST", f"/v1/keys/{_segment(key)}/rotate", body, key=idempotency_key, is_idempotent=True,
            shown_once="secret",
        )

    def revoke_key(self, key: str) -> Key:
        """Revoke a key."""
        return self._call("DELETE", f"/v1/keys/{_segment(key)}")

    def list_certificates(self, *, limit: int | None = None, after: Cursor | None = None) -> Iterator[Certificate]:
        """List certificates, newest first."""
        return self._pages("/v1/certificates", {"limit": limit, "after": after})

    def create_certificate(self, body: CertificateCreation, *, idempotency_key: str | None = None) -> Certificate:
        """Store a certificate and its private key."""
        return self._call("POST", "/v1/certificates", body, key=idempotency_key, is_idempotent=True)

    def get_certificate(self, certificate: str) -> Certificate:
        """Get a certificate."""
        return self._call("GET", f"/v1/certificates/{_segment(certificate)}")

    def delete_certificate(self, certificate: str) -> None:
        """Delete a certificate."""
        return self._call("DELETE", f"/v1/certificates/{_segment(certificate)}")

    def get_processor(self) -> ProcessorConnection:
        """Get the merchant's processor."""
        return self._call("GET", "/v1/processor")

    def connect_processor(self, body: ProcessorKeys) -> ProcessorConnection:
        """Store the keys of the merchant's processor account."""
        return self._call("PUT", "/v1/processor", body)

    def disconnect_processor(self) -> None:
        """Delete the keys of the merchant's processor account."""
        return self._call("DELETE", "/v1/processor")

    def list_coupons(self, *, limit: int | None = None, after: Cursor | None = None) -> Iterator[Coupon]:
        """List coupons, newest first."""
        return self._pages("/v1/coupons", {"limit": limit, "after": after})

    def create_coupon(self, body: CouponCreation, *, idempotency_key: str | None = None) -> Coupon:
        """Create a coupon."""
        return self._call("POST", "/v1/coupons", body, key=idempotency_key, is_idempotent=True)

    def get_coupon(self, coupon: str) -> Coupon:
        """Get a coupon."""
        return self._call("GET", f"/v1/coupons/{_segment(coupon)}")

    def change_coupon(self, coupon: str, body: CouponChange) -> Coupon:
        """Update a coupon."""
        return self._call("PATCH", f"/v1/coupons/{_segment(coupon)}", body)

    def delete_coupon(self, coupon: str) -> None:
        """Delete a coupon."""
        return self._call("DELETE", f"/v1/coupons/{_segment(coupon)}")

    def list_pictures(self, *, limit: int | None = None, after: Cursor | None = None) -> Iterator[Picture]:
        """List pictures, by name."""
        return self._pages("/v1/pictures", {"limit": limit, "after": after})

    def get_picture(self, picture: str) -> bytes:
        """Download a picture."""
        return self._call("GET", f"/v1/pictures/{_segment(picture)}")

    def put_picture(self, picture: str, body: bytes, *, media_type: Literal['image/png', 'image/jpeg']) -> Picture:
        """Store or replace a picture."""
        return self._call("PUT", f"/v1/pictures/{_segment(picture)}", body, media_type=media_type)

    def delete_picture(self, picture: str) -> None:
        """Delete a picture."""
        return self._call("DELETE", f"/v1/pictures/{_segment(picture)}")

    def list_pass_types(self, *, limit: int | None = None, after: Cursor | None = None) -> Iterator[PassType]:
        """List pass types, newest first."""
        return self._pages("/v1/pass-types", {"limit": limit, "after": after})

    def create_pass_type(self, body: PassTypeCreation, *, idempotency_key: str | None = None) -> PassType:
        """Create a pass type or an order type."""
        return self._call("POST", "/v1/pass-types", body, key=idempotency_key, is_idempotent=True)

    def get_pass_type(self, pass_type: str) -> PassType:
        """Get a pass type."""
        return self._call("GET", f"/v1/pass-types/{_segment(pass_type)}")

    def delete_pass_type(self, pass_type: str) -> None:
        """Delete a pass type."""
        return self._call("DELETE", f"/v1/pass-types/{_segment(pass_type)}")

    def get_pass_template(self, pass_type: str) -> PassTemplate:
        """Get a pass type's template."""
        return self._call("GET", f"/v1/pass-types/{_segment(pass_type)}/template")

    def put_pass_template(self, pass_type: str, body: PassTemplate) -> PassType:
        """Replace a pass type's template."""
        return self._call("PUT", f"/v1/pass-types/{_segment(pass_type)}/template", body)

    def get_pass_type_log(self, pass_type: str) -> PassTypeLog:
        """List what phones log about a pass type."""
        return self._call("GET", f"/v1/pass-types/{_segment(pass_type)}/log")

    def list_passes(
        self, *, pass_type: PassTypeIdentifier | None = None, customer: CustomerIdentifier | None = None,
        balance: BalanceIdentifier | None = None, checkout: CheckoutIdentifier | None = None,
        relevant_from: Time | None = None, relevant_until: Time | None = None, devices_min: int | None = None,
        limit: int | None = None, after: Cursor | None = None,
    ) -> Iterator[Pass]:
        """List passes, newest first."""
        return self._pages(
            "/v1/passes", {"passType": pass_type, "customer": customer, "balance": balance, "checkout": checkout,
            "relevantFrom": relevant_from, "relevantUntil": relevant_until, "devicesMin": devices_min, "limit": limit,
            "after": after},
        )

    def issue_pass(self, body: PassCreation, *, idempotency_key: str | None = None) -> Pass:
        """Issue a pass."""
        return self._call("POST", "/v1/passes", body, key=idempotency_key, is_idempotent=True)

    def get_pass(self, pass_: str) -> Pass:
        """Get a pass."""
        return self._call("GET", f"/v1/passes/{_segment(pass_)}")

    def change_pass(self, pass_: str, body: PassChange) -> Pass:
        """Update or void a pass."""
        return self._call("PATCH", f"/v1/passes/{_segment(pass_)}", body)

    def get_pass_package(self, pass_: str) -> bytes:
        """Download a pass."""
        return self._call("GET", f"/v1/passes/{_segment(pass_)}/package")

    def get_pass_fields(self, pass_: str, *, language: str | None = None) -> PassFields:
        """Get a pass's fields."""
        return self._call("GET", f"/v1/passes/{_segment(pass_)}/fields", query={"language": language})

    def renew_pass_link(self, pass_: str, *, idempotency_key: str | None = None) -> Pass:
        """Replace a pass's download URL."""
        return self._call("POST", f"/v1/passes/{_segment(pass_)}/link", key=idempotency_key, is_idempotent=True)

    def revoke_pass_link(self, pass_: str) -> None:
        """Revoke a pass's download URL."""
        return self._call("DELETE", f"/v1/passes/{_segment(pass_)}/link")

    def get_order(self, checkout: str) -> Order:
        """Get a checkout's order."""
        return self._call("GET", f"/v1/checkouts/{_segment(checkout)}/order")

    def change_order(self, checkout: str, body: OrderChange) -> Order:
        """Update a checkout's order."""
        return self._call("PATCH", f"/v1/checkouts/{_segment(checkout)}/order", body)

    def get_order_package(self, checkout: str) -> bytes:
        """Download a checkout's order."""
        return self._call("GET", f"/v1/checkouts/{_segment(checkout)}/order/package")

    def start_shared_order(self, body: SharedOrderStart, *, idempotency_key: str | None = None) -> SharedOrderStarted:
        """Start a shared order."""
        return self._call("POST", "/v1/shared-orders", body, key=idempotency_key, is_idempotent=True)

    def list_shared_orders(
        self, *, limit: int | None = None, after: Cursor | None = None,
    ) -> Iterator[SharedOrderSummary]:
        """List shared orders, newest first."""
        return self._pages("/v1/shared-orders", {"limit": limit, "after": after})

    def get_shared_order(self, shared_order: str) -> SharedOrder:
        """Get a shared order."""
        return self._call("GET", f"/v1/shared-orders/{_segment(shared_order)}")

    def cancel_shared_order(self, shared_order: str) -> SharedOrder:
        """Cancel a shared order."""
        return self._call("POST", f"/v1/shared-orders/{_segment(shared_order)}/cancel")

    def renew_shared_link(self, shared_order: str) -> SharedOrder:
        """Replace a shared order's link."""
        return self._call("POST", f"/v1/shared-orders/{_segment(shared_order)}/link")

    def erase_shared_order(self, shared_order: str) -> SharedOrder:
        """Erase a shared order's participants."""
        return self._call("POST", f"/v1/shared-orders/{_segment(shared_order)}/erase")

    def list_balances(
        self, *, reference: str | None = None, customer: CustomerIdentifier | None = None, limit: int | None = None,
        after: Cursor | None = None,
    ) -> Iterator[Balance]:
        """List balances, newest first."""
        return self._pages(
            "/v1/balances", {"reference": reference, "customer": customer, "limit": limit, "after": after},
        )

    def create_balance(self, body: BalanceCreation, *, idempotency_key: str | None = None) -> Balance:
        """Create a balance. A replay omits its `code` and raises PaysheetReplayed."""
        return self._call("POST", "/v1/balances", body, key=idempotency_key, is_idempotent=True, shown_once="code")

    def look_up_balance(self, body: CodeLookup) -> Balance:
        """Look up a balance by its code."""
        return self._call("POST", "/v1/balances/lookup", body)

    def get_balance(self, balance: str) -> Balance:
        """Get a balance."""
        return self._call("GET", f"/v1/balances/{_segment(balance)}")

    def change_balance(self, balance: str, body: BalanceChange) -> Balance:
        """Update a balance."""
        return self._call("PATCH", f"/v1/balances/{_segment(balance)}", body)

    def credit_balance(self, balance: str, body: Movement, *, idempotency_key: str | None = None) -> Transfer:
        """Credit a balance."""
        return self._call(
            "POST", f"/v1/balances/{_segment(balance)}/credits", body, key=idempotency_key, is_idempotent=True,
        )

    def debit_balance(self, balance: str, body: Movement, *, idempotency_key: str | None = None) -> Transfer:
        """Debit a balance."""
        return self._call(
            "POST", f"/v1/balances/{_segment(balance)}/debits", body, key=idempotency_key, is_idempotent=True,
        )

    def list_entries(self, balance: str, *, limit: int | None = None, after: Cursor | None = None) -> Iterator[Entry]:
        """List a balance's entries, newest first."""
        return self._pages(f"/v1/balances/{_segment(balance)}/entries", {"limit": limit, "after": after})

    def freeze_balance(self, balance: str, *, idempotency_key: str | None = None) -> Balance:
        """Freeze a balance."""
        return self._call("POST", f"/v1/balances/{_segment(balance)}/freeze", key=idempotency_key, is_idempotent=True)

    def unfreeze_balance(self, balance: str, *, idempotency_key: str | None = None) -> Balance:
        """Unfreeze a balance."""
        return self._call("POST", f"/v1/balances/{_segment(balance)}/unfreeze", key=idempotency_key, is_idempotent=True)

    def list_holds(self, balance: str, *, limit: int | None = None, after: Cursor | None = None) -> Iterator[Hold]:
        """List a balance's holds, newest first."""
        return self._pages(f"/v1/balances/{_segment(balance)}/holds", {"limit": limit, "after": after})

    def hold_balance(self, balance: str, body: HoldCreation, *, idempotency_key: str | None = None) -> Hold:
        """Hold money of a balance."""
        return self._call(
            "POST", f"/v1/balances/{_segment(balance)}/holds", body, key=idempotency_key, is_idempotent=True,
        )

    def capture_hold(
        self, balance: str, hold: str, body: HoldCapture | None = None, *, idempotency_key: str | None = None,
    ) -> Hold:
        """Capture a hold."""
        return self._call(
            "POST", f"/v1/balances/{_segment(balance)}/holds/{_segment(hold)}/capture", body, key=idempotency_key,
            is_idempotent=True,
        )

    def release_hold(self, balance: str, hold: str, *, idempotency_key: str | None = None) -> Hold:
        """Release a hold."""
        return self._call(
            "POST", f"/v1/balances/{_segment(balance)}/holds/{_segment(hold)}/release", key=idempotency_key,
            is_idempotent=True,
        )

    def create_transfer(self, body: TransferCreation, *, idempotency_key: str | None = None) -> Transfer:
        """Move money from one balance to another."""
        return self._call("POST", "/v1/transfers", body, key=idempotency_key, is_idempotent=True)

    def list_plans(self, *, limit: int | None = None, after: Cursor | None = None) -> Iterator[Plan]:
        """List plans, newest first."""
        return self._pages("/v1/plans", {"limit": limit, "after": after})

    def create_plan(self, body: PlanTerms, *, idempotency_key: str | None = None) -> Plan:
        """Create a plan."""
        return self._call("POST", "/v1/plans", body, key=idempotency_key, is_idempotent=True)

    def get_plan(self, plan: str, *, version: int | None = None) -> Plan:
        """Get a plan, or one of its versions."""
        return self._call("GET", f"/v1/plans/{_segment(plan)}", query={"version": version})

    def delete_plan(self, plan: str) -> None:
        """Stop selling a plan."""
        return self._call("DELETE", f"/v1/plans/{_segment(plan)}")

    def create_plan_version(self, plan: str, body: PlanTerms, *, idempotency_key: str | None = None) -> Plan:
        """Create a version of a plan."""
        return self._call("POST", f"/v1/plans/{_segment(plan)}/versions", body, key=idempotency_key, is_idempotent=True)

    def list_subscriptions(
        self, *, status: SubscriptionStatus | None = None, customer: CustomerIdentifier | None = None,
        plan: PlanIdentifier | None = None, checkout: CheckoutIdentifier | None = None, limit: int | None = None,
        after: Cursor | None = None,
    ) -> Iterator[Subscription]:
        """List subscriptions, newest first."""
        return self._pages(
            "/v1/subscriptions", {"status": status, "customer": customer, "plan": plan, "checkout": checkout,
            "limit": limit, "after": after},
        )

    def get_subscription(self, subscription: str) -> Subscription:
        """Get a subscription."""
        return self._call("GET", f"/v1/subscriptions/{_segment(subscription)}")

    def list_upcoming(self, subscription: str, *, limit: int | None = None) -> UpcomingList:
        """List upcoming charges."""
        return self._call("GET", f"/v1/subscriptions/{_segment(subscription)}/upcoming", query={"limit": limit})

    def change_subscription(
        self, subscription: str, body: SubscriptionChange, *, idempotency_key: str | None = None,
    ) -> Union[SubscriptionChangeOutcome, SubscriptionQuote]:
        """Quote or apply a change of plan."""
        return self._call(
            "POST", f"/v1/subscriptions/{_segment(subscription)}/change", body, key=idempotency_key, is_idempotent=True,
        )

    def pause_subscription(
        self, subscription: str, body: SubscriptionPause | None = None, *, idempotency_key: str | None = None,
    ) -> Subscription:
        """Pause a subscription."""
        return self._call(
            "POST", f"/v1/subscriptions/{_segment(subscription)}/pause", body, key=idempotency_key, is_idempotent=True,
        )

    def resume_subscription(self, subscription: str, *, idempotency_key: str | None = None) -> Subscription:
        """Resume a subscription."""
        return self._call(
            "POST", f"/v1/subscriptions/{_segment(subscription)}/resume", key=idempotency_key, is_idempotent=True,
        )

    def cancel_subscription(
        self, subscription: str, body: SubscriptionCancellation | None = None, *, idempotency_key: str | None = None,
    ) -> Subscription:
        """Cancel a subscription."""
        return self._call(
            "POST", f"/v1/subscriptions/{_segment(subscription)}/cancel", body, key=idempotency_key, is_idempotent=True,
        )

    def open_payment_sheet(self, subscription: str) -> PaymentSheet:
        """Open a payment sheet."""
        return self._call("POST", f"/v1/subscriptions/{_segment(subscription)}/payment-sheet")

    def list_invoices(
        self, *, status: InvoiceStatus | None = None, subscription: SubscriptionIdentifier | None = None,
        limit: int | None = None, after: Cursor | None = None,
    ) -> Iterator[Invoice]:
        """List invoices, newest first."""
        return self._pages(
            "/v1/invoices", {"status": status, "subscription": subscription, "limit": limit, "after": after},
        )

    def get_invoice(self, invoice: str) -> Invoice:
        """Get an invoice."""
        return self._call("GET", f"/v1/invoices/{_segment(invoice)}")

    def finalize_invoice(
        self, invoice: str, body: InvoiceFinalization, *, idempotency_key: str | None = None,
    ) -> Invoice:
        """Finalize a variable invoice."""
        return self._call(
            "POST", f"/v1/invoices/{_segment(invoice)}/finalize", body, key=idempotency_key, is_idempotent=True,
        )

    def retry_invoice(self, invoice: str, *, idempotency_key: str | None = None) -> Invoice:
        """Retry an invoice."""
        return self._call("POST", f"/v1/invoices/{_segment(invoice)}/retry", key=idempotency_key, is_idempotent=True)

    def void_invoice(self, invoice: str, *, idempotency_key: str | None = None) -> Invoice:
        """Void an invoice."""
        return self._call("POST", f"/v1/invoices/{_segment(invoice)}/void", key=idempotency_key, is_idempotent=True)

    def list_later_payments(
        self, *, status: LaterPaymentStatus | None = None, checkout: CheckoutIdentifier | None = None,
        limit: int | None = None, after: Cursor | None = None,
    ) -> Iterator[LaterPayment]:
        """List later payments, newest first."""
        return self._pages(
            "/v1/later-payments", {"status": status, "checkout": checkout, "limit": limit, "after": after},
        )

    def get_later_payment(self, later_payment: str) -> LaterPayment:
        """Get a later payment."""
        return self._call("GET", f"/v1/later-payments/{_segment(later_payment)}")

    def cancel_later_payment(
        self, later_payment: str, body: LaterPaymentCancellation | None = None, *, idempotency_key: str | None = None,
    ) -> LaterPayment:
        """Cancel a later payment."""
        return self._call(
            "POST", f"/v1/later-payments/{_segment(later_payment)}/cancel", body, key=idempotency_key,
            is_idempotent=True,
        )

    def list_test_clocks(self, *, limit: int | None = None, after: Cursor | None = None) -> Iterator[TestClock]:
        """List test clocks, newest first."""
        return self._pages("/v1/test-clocks", {"limit": limit, "after": after})

    def create_test_clock(self, body: TestClockCreation, *, idempotency_key: str | None = None) -> TestClock:
        """Create a test clock."""
        return self._call("POST", "/v1/test-clocks", body, key=idempotency_key, is_idempotent=True)

    def get_test_clock(self, clock: str) -> TestClock:
        """Get a test clock."""
        return self._call("GET", f"/v1/test-clocks/{_segment(clock)}")

    def advance_test_clock(
        self, clock: str, body: TestClockAdvance, *, idempotency_key: str | None = None,
    ) -> TestClock:
        """Advance a test clock."""
        return self._call(
            "POST", f"/v1/test-clocks/{_segment(clock)}/advance", body, key=idempotency_key, is_idempotent=True,
        )

    def list_customers(self, *, limit: int | None = None, after: Cursor | None = None) -> Iterator[Customer]:
        """List customers, newest first."""
        return self._pages("/v1/customers", {"limit": limit, "after": after})

    def get_customer(self, customer: str) -> Customer:
        """Get a customer."""
        return self._call("GET", f"/v1/customers/{_segment(customer)}")

    def erase_customer(self, customer: str) -> None:
        """Erase a customer."""
        return self._call("DELETE", f"/v1/customers/{_segment(customer)}")

    def export_customer(self, customer: str, *, after: Cursor | None = None) -> CustomerExport:
        """Export a customer's data."""
        return self._call("GET", f"/v1/customers/{_segment(customer)}/export", query={"after": after})

    def list_webhook_endpoints(
        self, *, limit: int | None = None, after: Cursor | None = None,
    ) -> Iterator[WebhookEndpoint]:
        """List webhook endpoints, newest first."""
        return self._pages("/v1/webhook-endpoints", {"limit": limit, "after": after})

    def create_webhook_endpoint(
        self, body: WebhookEndpointCreation, *, idempotency_key: str | None = None,
    ) -> WebhookEndpoint:
        """Create a webhook endpoint. A replay omits its `secret` and raises PaysheetReplayed."""
        return self._call(
            "POST", "/v1/webhook-endpoints", body, key=idempotency_key, is_idempotent=True, shown_once="secret",
        )

    def get_webhook_endpoint(self, endpoint: str) -> WebhookEndpoint:
        """Get a webhook endpoint."""
        return self._call("GET", f"/v1/webhook-endpoints/{_segment(endpoint)}")

    def change_webhook_endpoint(self, endpoint: str, body: WebhookEndpointChange) -> WebhookEndpoint:
        """Update a webhook endpoint."""
        return self._call("PATCH", f"/v1/webhook-endpoints/{_segment(endpoint)}", body)

    def delete_webhook_endpoint(self, endpoint: str) -> None:
        """Delete a webhook endpoint."""
        return self._call("DELETE", f"/v1/webhook-endpoints/{_segment(endpoint)}")

    def rotate_webhook_secret(
        self, endpoint: str, body: WebhookSecretRotation | None = None, *, idempotency_key: str | None = None,
    ) -> WebhookEndpoint:
        """Rotate the signing secret. A replay omits its `secret` and raises PaysheetReplayed."""
        return self._call(
            "POST", f"/v1/webhook-endpoints/{_segment(endpoint)}/rotate-secret", body, key=idempotency_key,
            is_idempotent=True, shown_once="secret",
        )

    def list_webhook_deliveries(
        self, endpoint: str, *, state: DeliveryState | None = None, limit: int | None = None,
        after: Cursor | None = None,
    ) -> Iterator[Delivery]:
        """List an endpoint's deliveries, the newest events first."""
        return self._pages(
            f"/v1/webhook-endpoints/{_segment(endpoint)}/deliveries", {"state": state, "limit": limit, "after": after},
        )

    def get_webhook_delivery(self, endpoint: str, event: str) -> DeliveryWithAttempts:
        """Get a delivery with its attempts."""
        return self._call("GET", f"/v1/webhook-endpoints/{_segment(endpoint)}/deliveries/{_segment(event)}")

    def redeliver_event(self, endpoint: str, event: str, *, idempotency_key: str | None = None) -> Delivery:
        """Redeliver an event."""
        return self._call(
            "POST", f"/v1/webhook-endpoints/{_segment(endpoint)}/deliveries/{_segment(event)}/redeliver",
            key=idempotency_key, is_idempotent=True,
        )

    def list_events(
        self, *, limit: int | None = None, after: Cursor | None = None, type: EventType | None = None,
        object: str | None = None, order: Literal['oldest', 'newest'] | None = None,
    ) -> Iterator[Event]:
        """List events, oldest first."""
        return self._pages(
            "/v1/events", {"limit": limit, "after": after, "type": type, "object": object, "order": order},
        )

    def get_event(self, event: str) -> Event:
        """Get an event."""
        return self._call("GET", f"/v1/events/{_segment(event)}")

    def validate_contact(self, body: ContactValidation) -> ContactVerdict:
        """Validate a contact."""
        return self._call("POST", "/v1/contacts/validate", body)

    def open_sandbox_dispute(self, checkout: str, body: SandboxDisputeRequest | None = None) -> SandboxDispute:
        """Open a dispute."""
        return self._call("POST", f"/v1/sandbox/checkouts/{_segment(checkout)}/disputes", body)

    def win_sandbox_dispute(self, reference: str) -> SandboxDispute:
        """Decide a dispute for the merchant."""
        return self._call("POST", f"/v1/sandbox/disputes/{_segment(reference)}/win")

    def lose_sandbox_dispute(self, reference: str) -> SandboxDispute:
        """Decide a dispute for the buyer."""
        return self._call("POST", f"/v1/sandbox/disputes/{_segment(reference)}/lose")

    def succeed_sandbox_refund(self, refund: str) -> SandboxRefund:
        """Make a pending refund succeed."""
        return self._call("POST", f"/v1/sandbox/refunds/{_segment(refund)}/succeed")

    def fail_sandbox_refund(self, refund: str) -> SandboxRefund:
        """Make a pending refund fail."""
        return self._call("POST", f"/v1/sandbox/refunds/{_segment(refund)}/fail")


class Sheet(_Transport):
    """The calls with the client secret of a checkout, `cs_…`."""

    def get_checkout(self, checkout: str, *, client_version: int | None = None) -> BrowserCheckout:
        """Get a checkout."""
        return self._call("GET", f"/v1/checkouts/{_segment(checkout)}", query={"clientVersion": client_version})

    def ask_for_merchant_session(self, checkout: str, body: MerchantSessionRequest) -> MerchantSession:
        """Request a merchant session (onvalidatemerchant)."""
        return self._call("POST", f"/v1/checkouts/{_segment(checkout)}/merchant-session", body)

    def select_shipping_contact(
        self, checkout: str, body: ShippingContactSelection, *, client_version: int | None = None,
    ) -> ShippingContactUpdate:
        """Select a shipping contact (onshippingcontactselected)."""
        return self._call(
            "POST", f"/v1/checkouts/{_segment(checkout)}/shipping-contact", body,
            query={"clientVersion": client_version},
        )

    def select_shipping_method(
        self, checkout: str, body: ShippingMethodSelection, *, client_version: int | None = None,
    ) -> ShippingMethodUpdate:
        """Select a shipping method (onshippingmethodselected)."""
        return self._call(
            "POST", f"/v1/checkouts/{_segment(checkout)}/shipping-method", body,
            query={"clientVersion": client_version},
        )

    def select_payment_method(
        self, checkout: str, body: PaymentMethodSelection, *, client_version: int | None = None,
    ) -> PaymentMethodUpdate:
        """Select a payment method (onpaymentmethodselected)."""
        return self._call(
            "POST", f"/v1/checkouts/{_segment(checkout)}/payment-method", body, query={"clientVersion": client_version},
        )

    def change_coupon_code(
        self, checkout: str, body: CouponCodeSelection, *, client_version: int | None = None,
    ) -> CouponCodeUpdate:
        """Change the coupon code (oncouponcodechanged)."""
        return self._call(
            "POST", f"/v1/checkouts/{_segment(checkout)}/coupon-code", body, query={"clientVersion": client_version},
        )

    def attach_balance(
        self, checkout: str, body: BalanceSelection, *, client_version: int | None = None,
    ) -> BalancesUpdate:
        """Attach a balance."""
        return self._call(
            "POST", f"/v1/checkouts/{_segment(checkout)}/balances", body, query={"clientVersion": client_version},
        )

    def detach_balance(self, checkout: str, balance: str, *, client_version: int | None = None) -> BalancesUpdate:
        """Detach a balance."""
        return self._call(
            "DELETE", f"/v1/checkouts/{_segment(checkout)}/balances/{_segment(balance)}",
            query={"clientVersion": client_version},
        )

    def authorize_checkout(
        self, checkout: str, body: Authorization, *, client_version: int | None = None,
        idempotency_key: str | None = None,
    ) -> AuthorizationResult:
        """Authorize a payment (onpaymentauthorized)."""
        return self._call(
            "POST", f"/v1/checkouts/{_segment(checkout)}/authorize", body, key=idempotency_key, is_idempotent=True,
            query={"clientVersion": client_version},
        )

    def open_account(self, checkout: str, body: AccountConsent, *, idempotency_key: str | None = None) -> Account:
        """Create an account for the buyer."""
        return self._call(
            "POST", f"/v1/checkouts/{_segment(checkout)}/customer", body, key=idempotency_key, is_idempotent=True,
        )


class Contact(TypedDict):
    """Apple's ApplePayPaymentContact, as a device sends it. The server ignores unknown members."""
    phoneNumber: NotRequired[str]
    emailAddress: NotRequired[str]
    givenName: NotRequired[str]
    familyName: NotRequired[str]
    phoneticGivenName: NotRequired[str]
    phoneticFamilyName: NotRequired[str]
    addressLines: NotRequired[list[str]]
    subLocality: NotRequired[str]
    locality: NotRequired[str]
    postalCode: NotRequired[str]
    subAdministrativeArea: NotRequired[str]
    administrativeArea: NotRequired[str]
    country: NotRequired[str]
    countryCode: NotRequired[str]


class NormalContact(TypedDict):
    """A contact in its normalized form, without unknown values."""
    phoneNumber: NotRequired[str]
    emailAddress: NotRequired[str]
    givenName: NotRequired[str]
    familyName: NotRequired[str]
    phoneticGivenName: NotRequired[str]
    phoneticFamilyName: NotRequired[str]
    addressLines: NotRequired[list[str]]
    subLocality: NotRequired[str]
    locality: NotRequired[str]
    postalCode: NotRequired[str]
    subAdministrativeArea: NotRequired[str]
    administrativeArea: NotRequired[str]
    country: NotRequired[str]
    countryCode: NotRequired[str]


class GivenContact(TypedDict):
    """The buyer's own text of each part that the normalized form spells differently, such as a phone number with
    its extension. Absent if there is none."""
    phoneNumber: NotRequired[str]
    emailAddress: NotRequired[str]
    givenName: NotRequired[str]
    familyName: NotRequired[str]
    phoneticGivenName: NotRequired[str]
    phoneticFamilyName: NotRequired[str]
    addressLines: NotRequired[list[str]]
    subLocality: NotRequired[str]
    locality: NotRequired[str]
    postalCode: NotRequired[str]
    subAdministrativeArea: NotRequired[str]
    administrativeArea: NotRequired[str]
    country: NotRequired[str]
    countryCode: NotRequired[str]


class LineItem(TypedDict):
    """Apple's ApplePayLineItem. Only an immediate line may be negative, and a pending one may omit its amount. The
    recurring members are for `paymentTiming` recurring; `deferredPaymentDate` is for deferred, and the threshold
    for automaticReload, where they are required."""
    label: Label
    amount: NotRequired[SignedAmount]
    type: NotRequired[Literal['final', 'pending']]
    paymentTiming: NotRequired[Literal['immediate', 'recurring', 'deferred', 'automaticReload']]
    recurringPaymentStartDate: NotRequired[Time]
    recurringPaymentEndDate: NotRequired[Time]
    recurringPaymentIntervalUnit: NotRequired[Literal['year', 'month', 'day', 'hour', 'minute']]
    recurringPaymentIntervalCount: NotRequired[int]
    deferredPaymentDate: NotRequired[Time]
    automaticReloadPaymentThresholdAmount: NotRequired[Amount]
    creditsBalance: NotRequired[CreditsBalance]


class Total(TypedDict):
    """The sheet's last line, labeled with the merchant's `statementName`."""
    label: Label
    amount: Amount
    type: Literal['final', 'pending']


class DateComponents(TypedDict):
    years: int
    months: int
    days: int
    hours: NotRequired[int]


class DateComponentsRange(TypedDict):
    startDateComponents: DateComponents
    endDateComponents: DateComponents


class ShippingMethod(TypedDict):
    """Apple's ApplePayShippingMethod."""
    identifier: Label
    label: Label
    detail: str
    amount: Amount
    dateComponentsRange: NotRequired[DateComponentsRange]


class RecurringPaymentRequest(TypedDict):
    """Apple's ApplePayRecurringPaymentRequest. Its billings have `paymentTiming` recurring."""
    paymentDescription: str
    regularBilling: LineItem
    trialBilling: NotRequired[LineItem]
    billingAgreement: NotRequired[str]
    managementURL: SecureURL
    tokenNotificationURL: NotRequired[SecureURL]


class AutomaticReloadPaymentRequest(TypedDict):
    """Apple's ApplePayAutomaticReloadPaymentRequest. Its billing has `paymentTiming` automaticReload and a
    threshold amount."""
    paymentDescription: str
    automaticReloadBilling: LineItem
    billingAgreement: NotRequired[str]
    managementURL: SecureURL
    tokenNotificationURL: NotRequired[SecureURL]


class DeferredPaymentRequest(TypedDict):
    """Apple's ApplePayDeferredPaymentRequest. Its billing has `paymentTiming` deferred. The cancellation date
    requires its time zone, and the other way round."""
    paymentDescription: str
    deferredBilling: LineItem
    billingAgreement: NotRequired[str]
    managementURL: SecureURL
    tokenNotificationURL: NotRequired[SecureURL]
    freeCancellationDate: NotRequired[Time]
    freeCancellationDateTimeZone: NotRequired[str]


class TokenContext(TypedDict):
    """Apple's ApplePayPaymentTokenContext."""
    merchantIdentifier: str
    externalIdentifier: str
    merchantName: str
    merchantDomain: NotRequired[str]
    amount: Amount


class PaymentRequest(TypedDict):
    """Apple's ApplePayPaymentRequest, without the members that the `clientVersion` does not know."""
    countryCode: Country
    currencyCode: Currency
    merchantCapabilities: MerchantCapabilities
    supportedNetworks: Networks
    total: Total
    lineItems: NotRequired[LineItems]
    requiredShippingContactFields: NotRequired[ContactFields]
    requiredBillingContactFields: NotRequired[ContactFields]
    shippingContact: NotRequired[NormalContact]
    billingContact: NotRequired[NormalContact]
    shippingMethods: NotRequired[ShippingMethods]
    shippingType: NotRequired[ShippingType]
    shippingContactEditingMode: NotRequired[EditingMode]
    supportedCountries: NotRequired[Countries]
    supportsCouponCode: NotRequired[bool]
    couponCode: NotRequired[str]
    applicationData: NotRequired[ApplicationData]
    merchantCategoryCode: NotRequired[MerchantCategoryCode]
    recurringPaymentRequest: NotRequired[RecurringPaymentRequest]
    automaticReloadPaymentRequest: NotRequired[AutomaticReloadPaymentRequest]
    deferredPaymentRequest: NotRequired[DeferredPaymentRequest]
    multiTokenContexts: NotRequired[TokenContexts]


class MerchantSessionRequest(TypedDict):
    validationURL: NotRequired[str]


class SheetError(TypedDict):
    """The arguments of `new ApplePayError(code, contactField, message)`; `messageCode` is the code of the message
    in the catalog."""
    code: Literal['unknown', 'shippingContactInvalid', 'billingContactInvalid', 'addressUnserviceable',
        'couponCodeInvalid', 'couponCodeExpired']
    contactField: NotRequired[ContactField]
    message: Message
    messageCode: MessageCode


class BalanceCreation(TypedDict):
    kind: BalanceKind
    currencyCode: Currency
    amount: NotRequired[Amount]
    code: NotRequired[str]
    customer: NotRequired[CustomerIdentifier]
    expiresAt: NotRequired[Time]
    reference: NotRequired[Reference]
    metadata: NotRequired[Metadata]


class BalanceChange(TypedDict):
    expiresAt: NotRequired[Union[Time, None]]
    reference: NotRequired[Union[Reference, None]]
    metadata: NotRequired[Union[Metadata, None]]


class Balance(TypedDict):
    id: BalanceIdentifier
    kind: BalanceKind
    status: Literal['active', 'frozen', 'expired']
    currencyCode: Currency
    amount: Amount
    held: Amount
    available: Amount
    code: NotRequired[str]
    codeHint: NotRequired[str]
    customer: NotRequired[CustomerIdentifier]
    reference: NotRequired[Reference]
    metadata: NotRequired[Metadata]
    frozenBecause: NotRequired[Literal['merchant', 'dispute']]
    frozenAt: NotRequired[Time]
    expiresAt: NotRequired[Time]
    createdAt: Time


class BalanceList(TypedDict):
    data: list[Balance]
    nextCursor: Union[Cursor, None]


class CodeLookup(TypedDict):
    code: str


class Movement(TypedDict):
    amount: Amount
    currencyCode: Currency
    reference: NotRequired[Reference]


TransferCreation = TypedDict("TransferCreation", {
    "from": "BalanceIdentifier",
    "to": "BalanceIdentifier",
    "amount": "Amount",
    "currencyCode": "Currency",
    "reference": "NotRequired[Reference]",
})


Transfer = TypedDict("Transfer", {
    "id": "TransferIdentifier",
    "kind": "TransferKind",
    "currencyCode": "Currency",
    "amount": "Amount",
    "from": "LedgerAccount",
    "to": "LedgerAccount",
    "checkout": "NotRequired[CheckoutIdentifier]",
    "reference": "NotRequired[Reference]",
    "at": "Time",
})


class Entry(TypedDict):
    transfer: TransferIdentifier
    kind: TransferKind
    currencyCode: Currency
    amount: SignedAmount
    after: Amount
    account: LedgerAccount
    checkout: NotRequired[CheckoutIdentifier]
    reference: NotRequired[Reference]
    at: Time


class EntryList(TypedDict):
    data: list[Entry]
    nextCursor: Union[Cursor, None]


class HoldCreation(TypedDict):
    amount: Amount
    currencyCode: Currency
    expiresAt: NotRequired[Time]
    reference: NotRequired[Reference]


class HoldCapture(TypedDict):
    amount: NotRequired[Amount]
    currencyCode: NotRequired[Currency]


class Hold(TypedDict):
    id: HoldIdentifier
    balance: BalanceIdentifier
    status: Literal['active', 'captured', 'released', 'expired']
    currencyCode: Currency
    amount: Amount
    captured: Amount
    refunded: Amount
    checkout: NotRequired[CheckoutIdentifier]
    reference: NotRequired[Reference]
    expiresAt: NotRequired[Time]
    createdAt: Time
    endedAt: NotRequired[Time]


class HoldList(TypedDict):
    data: list[Hold]
    nextCursor: Union[Cursor, None]


class Item(TypedDict):
    """One line of the cart. A pending one may omit its price."""
    name: str
    quantity: NotRequired[int]
    unitPrice: NotRequired[Amount]
    sku: NotRequired[Label]
    taxCode: NotRequired[str]
    requiresShipping: NotRequired[bool]
    imageURL: NotRequired[SecureURL]
    pending: NotRequired[bool]
    creditsBalance: NotRequired[CreditsBalance]


class CheckoutCreation(TypedDict):
    items: NotRequired[Items]
    lineItems: NotRequired[GivenLineItems]
    plan: NotRequired[PlanIdentifier]
    testClock: NotRequired[TestClockIdentifier]
    currencyCode: Currency
    countryCode: NotRequired[Country]
    supportedNetworks: NotRequired[Networks]
    merchantCapabilities: NotRequired[MerchantCapabilities]
    supportedCountries: NotRequired[Countries]
    allowedShippingCountries: NotRequired[Countries]
    requiredShippingContactFields: NotRequired[ContactFields]
    requiredBillingContactFields: NotRequired[ContactFields]
    shippingContact: NotRequired[Contact]
    billingContact: NotRequired[Contact]
    shippingType: NotRequired[ShippingType]
    shippingContactEditingMode: NotRequired[EditingMode]
    shippingMethods: NotRequired[ShippingMethods]
    supportsCouponCode: NotRequired[bool]
    couponCode: NotRequired[str]
    recurringPaymentRequest: NotRequired[RecurringPaymentRequest]
    automaticReloadPaymentRequest: NotRequired[AutomaticReloadPaymentRequest]
    deferredPaymentRequest: NotRequired[DeferredPaymentRequest]
    multiTokenContexts: NotRequired[TokenContexts]
    applicationData: NotRequired[ApplicationData]
    merchantCategoryCode: NotRequired[MerchantCategoryCode]
    reference: NotRequired[Reference]
    metadata: NotRequired[Metadata]
    expiresAt: NotRequired[Time]
    captureMethod: NotRequired[Literal['automatic', 'manual']]
    authorizationAmount: NotRequired[Amount]
    maximumAmount: NotRequired[Amount]
    clientVersion: NotRequired[int]


class CheckoutChange(TypedDict):
    """`items` replaces `lineItems` and the other way round. `null` removes any other member."""
    items: NotRequired[Items]
    lineItems: NotRequired[GivenLineItems]
    shippingMethods: NotRequired[Union[ShippingMethods, None]]
    authorizationAmount: NotRequired[Union[Amount, None]]
    maximumAmount: NotRequired[Union[Amount, None]]
    reference: NotRequired[Union[Reference, None]]
    metadata: NotRequired[Union[Metadata, None]]


class Breakdown(TypedDict):
    """Subtotal − discount + delivery + tax is the amount that the buyer owes: the total and the amount that
    balances pay. Tax that is included in prices is in `includedTax`, not in `tax`."""
    subtotal: SignedAmount
    discount: Amount
    delivery: Amount
    tax: Amount
    includedTax: Amount


class Payment(TypedDict):
    """The authorized payment."""
    amount: Amount
    processor: Literal['sandbox', 'stripe']
    reference: str
    network: NotRequired[str]
    lastFour: NotRequired[str]
    issuingCountry: NotRequired[Country]
    authorizedAt: Time
    captureBefore: NotRequired[Time]


class Decline(TypedDict):
    """The reason why the last payment attempt failed, for the page to show after the sheet has closed."""
    code: DeclineCode
    message: Message


class LastAttempt(TypedDict):
    """The outcome of the last payment attempt, or `checking` while it is not known, for a page that is waiting.
    Absent for a paid checkout, and for one without an attempt."""
    code: Literal['checking', 'declined', 'insufficient_funds', 'do_not_honor', 'card_not_supported', 'expired_card',
        'lost_card', 'authentication_required', 'unlinked', 'billing_address', 'issuing_country', 'not_charged',
        'voided']
    message: Message


class CheckoutOpened(TypedDict):
    """A new checkout, as a secret key sees it."""
    id: CheckoutIdentifier
    clientSecret: ClientSecret
    status: Literal['open']
    version: int
    live: bool
    currencyCode: Currency
    total: Amount
    totalType: TotalType
    reference: NotRequired[Reference]
    expiresAt: Time
    paymentRequest: PaymentRequest


class Checkout(TypedDict):
    """A checkout as a secret key sees it: the members of the request that created it, and its state."""
    id: CheckoutIdentifier
    clientSecret: NotRequired[ClientSecret]
    status: CheckoutStatus
    version: int
    live: bool
    total: Amount
    totalType: TotalType
    balances: NotRequired[AttachedBalances]
    breakdown: Breakdown
    authorizedAmount: Amount
    capturedAmount: Amount
    refundedAmount: Amount
    disputedAmount: NotRequired[Amount]
    captures: NotRequired[list[Capture]]
    refunds: NotRequired[list[Refund]]
    disputes: NotRequired[list[Dispute]]
    attempts: int
    payment: NotRequired[Payment]
    decline: NotRequired[Decline]
    lastAttempt: NotRequired[LastAttempt]
    shippingMethod: NotRequired[str]
    shippingContact: NotRequired[NormalContact]
    billingContact: NotRequired[NormalContact]
    shippingContactGiven: NotRequired[GivenContact]
    billingContactGiven: NotRequired[GivenContact]
    customer: NotRequired[CustomerIdentifier]
    currencyCode: Currency
    countryCode: Country
    plan: NotRequired[PlanIdentifier]
    subscription: NotRequired[SubscriptionIdentifier]
    sharedOrder: NotRequired[SharedOrderIdentifier]
    invoice: NotRequired[InvoiceIdentifier]
    laterPayment: NotRequired[LaterPaymentIdentifier]
    items: NotRequired[Items]
    lineItems: NotRequired[GivenLineItems]
    supportedNetworks: NotRequired[Networks]
    merchantCapabilities: NotRequired[MerchantCapabilities]
    supportedCountries: NotRequired[Countries]
    allowedShippingCountries: NotRequired[Countries]
    requiredShippingContactFields: NotRequired[ContactFields]
    requiredBillingContactFields: NotRequired[ContactFields]
    shippingType: NotRequired[ShippingType]
    shippingContactEditingMode: NotRequired[EditingMode]
    shippingMethods: NotRequired[ShippingMethods]
    supportsCouponCode: NotRequired[bool]
    couponCode: NotRequired[str]
    recurringPaymentRequest: NotRequired[RecurringPaymentRequest]
    automaticReloadPaymentRequest: NotRequired[AutomaticReloadPaymentRequest]
    deferredPaymentRequest: NotRequired[DeferredPaymentRequest]
    multiTokenContexts: NotRequired[TokenContexts]
    applicationData: NotRequired[ApplicationData]
    merchantCategoryCode: NotRequired[MerchantCategoryCode]
    reference: NotRequired[Reference]
    metadata: NotRequired[Metadata]
    captureMethod: Literal['automatic', 'manual']
    authorizationAmount: NotRequired[Amount]
    maximumAmount: NotRequired[Amount]
    clientVersion: int
    paymentRequest: NotRequired[PaymentRequest]
    minimumClientVersion: NotRequired[int]
    createdAt: Time
    updatedAt: Time
    expiresAt: Time


class BrowserCheckoutItemsEntry(TypedDict):
    name: Label
    quantity: int
    amount: SignedAmount
    type: Literal['final', 'pending']


class BrowserCheckout(TypedDict):
    """A checkout as its client secret sees it."""
    id: CheckoutIdentifier
    status: CheckoutStatus
    version: int
    live: bool
    currencyCode: Currency
    total: Amount
    totalType: Literal['final', 'pending']
    couponCode: NotRequired[CouponCode]
    shippingMethod: NotRequired[str]
    decline: NotRequired[Decline]
    lastAttempt: NotRequired[LastAttempt]
    items: NotRequired[list[BrowserCheckoutItemsEntry]]
    paymentRequest: NotRequired[PaymentRequest]
    minimumClientVersion: NotRequired[int]
    expiresAt: Time


class CheckoutSummaryCard(TypedDict):
    """The card of the last payment attempt, if the processor reported it."""
    network: str
    lastFour: str


class CheckoutSummary(TypedDict):
    id: CheckoutIdentifier
    status: CheckoutStatus
    version: int
    live: bool
    currencyCode: Currency
    total: Amount
    totalType: Literal['final', 'pending']
    authorizedAmount: Amount
    capturedAmount: Amount
    refundedAmount: Amount
    disputedAmount: NotRequired[Amount]
    attempts: int
    card: NotRequired[CheckoutSummaryCard]
    captureBefore: NotRequired[Time]
    decline: NotRequired[Decline]
    lastAttempt: NotRequired[LastAttempt]
    customer: NotRequired[CustomerIdentifier]
    reference: NotRequired[Reference]
    createdAt: Time
    updatedAt: Time
    expiresAt: Time


class FiguresCheckouts(TypedDict):
    """The checkouts opened in the period, and how many of them are paid."""
    opened: int
    paid: int
    lostAtField: int


class FiguresVolumeEntry(TypedDict):
    at: Time
    currencyCode: Currency
    captured: Amount
    captures: int
    refunded: Amount
    refunds: int


class FiguresTriesEntry(TypedDict):
    at: Time
    approved: int
    declined: int


class FiguresDeclinesEntry(TypedDict):
    code: DeclineCode
    count: int


class FiguresFieldErrorsEntry(TypedDict):
    contactField: str
    checkouts: int
    lost: int


Figures = TypedDict("Figures", {
    "from": "Time",
    "to": "Time",
    "step": "Literal['hour', 'day']",
    "timeZone": "str",
    "checkouts": "FiguresCheckouts",
    "volume": "list[FiguresVolumeEntry]",
    "tries": "list[FiguresTriesEntry]",
    "declines": "list[FiguresDeclinesEntry]",
    "fieldErrors": "list[FiguresFieldErrorsEntry]",
})


class CheckoutList(TypedDict):
    data: list[CheckoutSummary]
    nextCursor: Union[Cursor, None]


class Customer(TypedDict):
    id: CustomerIdentifier
    checkout: CheckoutIdentifier
    contact: NotRequired[NormalContact]
    consentedAt: Time
    createdAt: Time
    erasedAt: NotRequired[Time]


class CustomerExportCheckouts(TypedDict):
    data: list[ExportedCheckout]
    nextCursor: Union[Cursor, None]


class CustomerExportSubscriptions(TypedDict):
    """Only on the first page."""
    data: list[Subscription]
    nextCursor: Union[Cursor, None]


class CustomerExportLaterPayments(TypedDict):
    """Only on the first page."""
    data: list[LaterPayment]
    nextCursor: Union[Cursor, None]


class CustomerExportBalances(TypedDict):
    """Only on the first page."""
    data: list[Balance]
    nextCursor: Union[Cursor, None]


class CustomerExportPasses(TypedDict):
    """Only on the first page, for a key with scope `passes:read`. To read further passes, send `nextCursor` to the
    list of passes."""
    data: list[Pass]
    nextCursor: Union[Cursor, None]


class CustomerExportOrders(TypedDict):
    """Only on the first page, for a key with scope `passes:read`: the orders in Wallet. Find further orders by
    their checkouts."""
    data: list[Order]
    nextCursor: Union[Cursor, None]


class CustomerExport(TypedDict):
    """All stored data of one customer, with a list for each kind of object."""
    customer: Customer
    checkouts: CustomerExportCheckouts
    subscriptions: NotRequired[CustomerExportSubscriptions]
    laterPayments: NotRequired[CustomerExportLaterPayments]
    balances: NotRequired[CustomerExportBalances]
    passes: NotRequired[CustomerExportPasses]
    orders: NotRequired[CustomerExportOrders]


class ExportedCheckoutCard(TypedDict):
    """The card of the last payment attempt, if the processor reported it."""
    network: str
    lastFour: str


class ExportedCheckoutPrefill(TypedDict):
    """The contacts that your server sent when it created the checkout."""
    shippingContact: NotRequired[NormalContact]
    billingContact: NotRequired[NormalContact]


class ExportedCheckoutPaymentsEntry(TypedDict):
    amount: Amount
    status: Literal['started', 'unknown', 'authorized', 'declined', 'voiding', 'voided']
    network: NotRequired[str]
    lastFour: NotRequired[str]
    issuingCountry: NotRequired[Country]
    startedAt: Time


class ExportedCheckout(TypedDict):
    """A checkout as the list of checkouts contains it, with the buyer's data."""
    id: CheckoutIdentifier
    status: CheckoutStatus
    version: int
    live: bool
    currencyCode: Currency
    total: Amount
    totalType: Literal['final', 'pending']
    authorizedAmount: Amount
    capturedAmount: Amount
    refundedAmount: Amount
    disputedAmount: NotRequired[Amount]
    attempts: int
    card: NotRequired[ExportedCheckoutCard]
    captureBefore: NotRequired[Time]
    decline: NotRequired[Decline]
    lastAttempt: NotRequired[LastAttempt]
    customer: NotRequired[CustomerIdentifier]
    reference: NotRequired[Reference]
    createdAt: Time
    updatedAt: Time
    expiresAt: Time
    items: NotRequired[Items]
    lineItems: NotRequired[GivenLineItems]
    prefill: NotRequired[ExportedCheckoutPrefill]
    shippingContact: NotRequired[NormalContact]
    billingContact: NotRequired[NormalContact]
    shippingContactGiven: NotRequired[GivenContact]
    billingContactGiven: NotRequired[GivenContact]
    payments: list[ExportedCheckoutPaymentsEntry]
    questions: list[ExportedQuestion]
    moreQuestions: bool


class ExportedQuestion(TypedDict):
    kind: TimelineKind
    at: Time
    question: dict[str, Any]


class CustomerList(TypedDict):
    data: list[Customer]
    nextCursor: Union[Cursor, None]


class ContactValidation(TypedDict):
    contact: Contact
    kind: NotRequired[Literal['shipping', 'billing']]
    stage: NotRequired[Literal['redacted', 'full']]
    required: NotRequired[ContactFields]
    supportedCountries: NotRequired[Countries]
    locale: NotRequired[str]


class ContactVerdict(TypedDict):
    valid: bool
    normalized: NormalContact
    given: NotRequired[GivenContact]
    region: NotRequired[str]
    errors: list[SheetError]
    warnings: list[ContactWarning]
    provenance: dict[str, Literal['given', 'normalised', 'inferred']]


class ContactWarning(TypedDict):
    """A hint that never stops an order."""
    contactField: NotRequired[ContactField]
    message: Message
    messageCode: MessageCode
    suggestion: NotRequired[str]


class DomainAssociationStoring(TypedDict):
    file: AssociationFile


class DomainAssociation(TypedDict):
    domain: Domain
    file: AssociationFile
    storedAt: Time


class Settings(TypedDict):
    id: MerchantIdentifier
    name: Label
    live: bool
    processor: ProcessorName
    statementName: NotRequired[StatementName]
    countryCode: NotRequired[Country]
    domains: Domains
    allowedShippingCountries: NotRequired[Countries]
    excludedRegions: Regions
    deliversToPostOfficeBoxes: DeliversToPostOfficeBoxes
    phoneFormat: PhoneFormat
    emailFormat: EmailFormat
    shippingZones: ShippingZones
    taxRates: TaxRates
    taxRounding: Rounding
    lateSuccess: LateSuccess
    unknownIssuingCountry: UnknownIssuingCountry
    messages: Wordings


class SettingsChange(TypedDict):
    """Each member except `name` may also be `null`, which resets it to its default."""
    name: NotRequired[Label]
    statementName: NotRequired[Union[StatementName, None]]
    countryCode: NotRequired[Union[Country, None]]
    domains: NotRequired[Union[Domains, None]]
    allowedShippingCountries: NotRequired[Union[Countries, None]]
    excludedRegions: NotRequired[Union[Regions, None]]
    deliversToPostOfficeBoxes: NotRequired[Union[DeliversToPostOfficeBoxes, None]]
    phoneFormat: NotRequired[Union[PhoneFormat, None]]
    emailFormat: NotRequired[Union[EmailFormat, None]]
    shippingZones: NotRequired[Union[ShippingZones, None]]
    taxRates: NotRequired[Union[TaxRates, None]]
    taxRounding: NotRequired[Union[Rounding, None]]
    lateSuccess: NotRequired[Union[LateSuccess, None]]
    unknownIssuingCountry: NotRequired[Union[UnknownIssuingCountry, None]]
    messages: NotRequired[Union[Wordings, None]]


class ShippingZone(TypedDict):
    name: Label
    currencyCode: Currency
    areas: list[ShippingArea]
    methods: list[ZoneMethod]


class ShippingArea(TypedDict):
    """A country, or the part of it in one of the regions and with one of the postal codes."""
    countryCode: Country
    regions: NotRequired[list[Region]]
    postalCodes: NotRequired[list[PostalSpan]]


PostalSpan = TypedDict("PostalSpan", {
    "prefix": "NotRequired[str]",
    "from": "NotRequired[str]",
    "to": "NotRequired[str]",
})


class ZoneMethod(TypedDict):
    identifier: str
    label: Label
    detail: NotRequired[str]
    prices: list[PriceStep]
    deliveryWindow: NotRequired[DeliveryWindow]


PriceStep = TypedDict("PriceStep", {
    "from": "NotRequired[Amount]",
    "amount": "Amount",
})


class DeliveryWindow(TypedDict):
    """Days after the day of the order. The sheet gets them as `dateComponentsRange`."""
    earliestDays: int
    latestDays: int


class TaxRate(TypedDict):
    label: Label
    countryCode: Country
    region: NotRequired[Region]
    postalCodes: NotRequired[list[PostalSpan]]
    excludedRegions: NotRequired[list[Region]]
    excludedPostalCodes: NotRequired[list[PostalSpan]]
    percent: Percent
    inclusion: NotRequired[Literal['added', 'included']]
    taxesDelivery: NotRequired[bool]
    taxCodes: NotRequired[list[str]]


class KeyCreation(TypedDict):
    kind: Literal['secret', 'publishable']
    scope: NotRequired[Literal['read', 'write']]
    scopes: NotRequired[list[Scope]]
    name: NotRequired[KeyName]


class KeyRotation(TypedDict):
    overlapSeconds: NotRequired[int]


class Key(TypedDict):
    id: KeyIdentifier
    kind: Literal['secret', 'publishable']
    name: NotRequired[KeyName]
    scope: Literal['read', 'write', 'restricted']
    scopes: NotRequired[list[Scope]]
    hint: str
    secret: NotRequired[Union[SecretKey, PublishableKey]]
    createdAt: Time
    expiresAt: NotRequired[Time]
    revokedAt: NotRequired[Time]
    lastUsedAt: NotRequired[Time]


class KeyList(TypedDict):
    data: list[Key]
    nextCursor: Union[Cursor, None]


class ProcessorKeys(TypedDict):
    secretKey: str
    webhookSecrets: list[str]


class ProcessorConnection(TypedDict):
    processor: ProcessorName
    connected: bool
    secretKey: NotRequired[str]
    webhookSecrets: NotRequired[list[str]]
    webhookPath: NotRequired[str]
    changedAt: NotRequired[Time]


class CertificateCreation(TypedDict):
    kind: CertificateKind
    certificate: str
    privateKey: str


class Certificate(TypedDict):
    id: CertificateIdentifier
    kind: CertificateKind
    merchantIdentifier: NotRequired[str]
    passTypeIdentifier: NotRequired[str]
    orderTypeIdentifier: NotRequired[str]
    teamIdentifier: NotRequired[str]
    fingerprint: str
    publicKeyHash: str
    validFrom: Time
    expiresAt: Time
    createdAt: Time


class CertificateList(TypedDict):
    data: list[Certificate]
    nextCursor: Union[Cursor, None]


class CouponCreation(TypedDict):
    """A coupon has exactly one of `percentOff`, `amountOff` and `freeDelivery`."""
    code: CouponCode
    label: NotRequired[Label]
    percentOff: NotRequired[Percent]
    amountOff: NotRequired[Amount]
    currencyCode: NotRequired[Currency]
    freeDelivery: NotRequired[bool]
    startsAt: NotRequired[Time]
    endsAt: NotRequired[Time]
    redemptionsMax: NotRequired[int]
    redemptionsPerBuyerMax: NotRequired[int]
    minimum: NotRequired[Amount]


class CouponChange(TypedDict):
    label: NotRequired[Union[Label, None]]
    startsAt: NotRequired[Union[Time, None]]
    endsAt: NotRequired[Union[Time, None]]
    redemptionsMax: NotRequired[Union[int, None]]
    redemptionsPerBuyerMax: NotRequired[Union[int, None]]
    minimum: NotRequired[Union[Amount, None]]
    currencyCode: NotRequired[Currency]


class Coupon(TypedDict):
    id: CouponIdentifier
    code: str
    label: NotRequired[Label]
    percentOff: NotRequired[Percent]
    amountOff: NotRequired[Amount]
    currencyCode: NotRequired[Currency]
    freeDelivery: NotRequired[bool]
    startsAt: NotRequired[Time]
    endsAt: NotRequired[Time]
    redemptionsMax: NotRequired[int]
    redemptionsPerBuyerMax: NotRequired[int]
    minimum: NotRequired[Amount]
    redemptions: int
    createdAt: Time
    archivedAt: NotRequired[Time]


class CouponList(TypedDict):
    data: list[Coupon]
    nextCursor: Union[Cursor, None]


class PassTypeCreation(TypedDict):
    passTypeIdentifier: NotRequired[str]
    orderTypeIdentifier: NotRequired[str]


class PassTemplate(TypedDict):
    archive: str


class PassTypeTemplateFilesEntry(TypedDict):
    path: str
    bytes: int


class PassTypeTemplate(TypedDict):
    """Present in the response for a single type that has a template."""
    style: NotRequired[Literal['boardingPass', 'coupon', 'eventTicket', 'generic', 'storeCard', 'posterGeneric']]
    fields: NotRequired[list[str]]
    files: list[PassTypeTemplateFilesEntry]
    warnings: list[PassWarning]


class PassType(TypedDict):
    id: PassTypeIdentifier
    passTypeIdentifier: NotRequired[str]
    orderTypeIdentifier: NotRequired[str]
    teamIdentifier: str
    templateVersion: int
    template: NotRequired[PassTypeTemplate]
    createdAt: Time
    changedAt: Time


class PassWarning(TypedDict):
    pointer: str
    code: Literal['insecure', 'overridden', 'silent', 'not_shown', 'outdated', 'cut_off', 'shareable', 'blurred',
        'unreadable', 'untranslated', 'unknown_encoding', 'not_encodable', 'needs_compaction', 'expired',
        'undocumented', 'differs', 'long_interval', 'required', 'no_date', 'no_address', 'unusual_host', 'not_read',
        'falls_back', 'needs_ios_27']
    detail: str


class PassTypeList(TypedDict):
    data: list[PassType]
    nextCursor: Union[Cursor, None]


class PassCreation(TypedDict):
    passType: PassTypeIdentifier
    serialNumber: NotRequired[str]
    customer: NotRequired[CustomerIdentifier]
    balance: NotRequired[BalanceIdentifier]
    checkout: NotRequired[CheckoutIdentifier]
    fields: NotRequired[PassFieldValues]
    members: NotRequired[PassMembers]


class PassChange(TypedDict):
    fields: NotRequired[PassFieldValues]
    members: NotRequired[PassMembers]
    voided: NotRequired[bool]
    customer: NotRequired[Union[CustomerIdentifier, None]]
    package: NotRequired[bool]


class Pass(TypedDict):
    id: PassIdentifier
    passType: PassTypeIdentifier
    passTypeIdentifier: str
    serialNumber: str
    customer: Union[CustomerIdentifier, None]
    balance: Union[BalanceIdentifier, None]
    checkout: Union[CheckoutIdentifier, None]
    fields: NotRequired[PassFieldValues]
    members: NotRequired[PassMembers]
    personalization: NotRequired[PassPersonalization]
    voided: bool
    devices: int
    relevantAt: Union[Time, None]
    url: Union[str, None]
    modifiedAt: Time
    createdAt: Time
    erasedAt: NotRequired[Time]
    warnings: NotRequired[list[PassWarning]]
    package: NotRequired[str]


class PassList(TypedDict):
    data: list[Pass]
    nextCursor: Union[Cursor, None]


class PassFields(TypedDict):
    language: Union[str, None]
    fields: dict[str, dict[str, Any]]


class PassPersonalization(TypedDict):
    """The details that the buyer entered in Wallet, if the template requests any."""
    fullName: NotRequired[str]
    givenName: NotRequired[str]
    familyName: NotRequired[str]
    emailAddress: NotRequired[str]
    phoneNumber: NotRequired[str]
    postalCode: NotRequired[str]
    countryCode: NotRequired[str]
    personalizedAt: Time


class PassTypeLogDataEntry(TypedDict):
    message: str
    lines: int
    firstAt: Time
    lastAt: Time


class PassTypeLog(TypedDict):
    data: list[PassTypeLogDataEntry]
    nextCursor: Union[Cursor, None]


class Picture(TypedDict):
    """A stored picture."""
    name: PictureName
    mediaType: Literal['image/png', 'image/jpeg']
    width: int
    height: int
    bytes: int
    createdAt: Time


class PictureList(TypedDict):
    data: list[Picture]
    nextCursor: Union[Cursor, None]


class MenuItem(TypedDict):
    id: PlainName
    name: Label
    description: NotRequired[str]
    price: Amount
    picture: NotRequired[PlainName]
    stock: NotRequired[int]
    options: NotRequired[list[OptionGroup]]
    joint: NotRequired[bool]


class OptionGroupChoicesEntry(TypedDict):
    id: PlainName
    name: Label
    price: NotRequired[Amount]


class OptionGroup(TypedDict):
    id: PlainName
    name: Label
    minimum: NotRequired[int]
    maximum: NotRequired[int]
    choices: list[OptionGroupChoicesEntry]


class FreeItems(TypedDict):
    """Lets participants name items that are not on the menu, with their price."""
    maximumPrice: Amount


class SharedOrderMost(TypedDict):
    """The limits of the order. `perPerson` and `total` apply to choices without fees, and are greater than zero."""
    participants: NotRequired[int]
    perPerson: NotRequired[Amount]
    total: NotRequired[Amount]


class SharedTax(TypedDict):
    """The tax on prices and fees. With `included`, the prices contain it, and nothing is added."""
    label: Label
    percentage: Percent
    included: NotRequired[bool]


class Newcomer(TypedDict):
    """A new participant, as they describe themselves."""
    name: NotRequired[PersonName]
    identifier: NotRequired[DeviceName]
    formerCredential: NotRequired[ParticipantCredential]


class SharedOrderStart(TypedDict):
    title: Label
    currencyCode: Currency
    countryCode: NotRequired[Country]
    menu: NotRequired[Menu]
    freeItems: NotRequired[FreeItems]
    limits: NotRequired[SharedOrderMost]
    fees: NotRequired[SharedFees]
    tax: NotRequired[SharedTax]
    deadlineAt: NotRequired[Time]
    countsWhenSent: NotRequired[bool]
    payers: NotRequired[OfferedPayers]
    reference: NotRequired[Label]
    passType: NotRequired[PassTypeIdentifier]
    host: NotRequired[Newcomer]


class SharedOrderStarted(TypedDict):
    id: SharedOrderIdentifier
    token: ShareToken
    url: SharedURL
    credential: ParticipantCredential
    status: SharedOrderStatus
    version: int
    deadlineAt: Time
    createdAt: Time
    participant: Literal[1]
    message: Bubble


class Bubble(TypedDict):
    """The parts of a message in Messages. The texts write people as `$` and their identifier, which Messages
    displays as the reader's own contacts."""
    url: SharedURL
    caption: str
    subcaption: str
    trailingCaption: str
    trailingSubcaption: str
    imageTitle: str
    imageSubtitle: str
    summaryText: str
    accessibilityLabel: str
    imageURL: NotRequired[str]


class SharedOrderSummary(TypedDict):
    id: SharedOrderIdentifier
    status: SharedOrderStatus
    version: int
    currencyCode: Currency
    itemsTotal: Amount
    participants: int
    choices: int
    deadlineAt: Time
    createdAt: Time
    endedAt: NotRequired[Time]


class SharedOrderList(TypedDict):
    data: list[SharedOrderSummary]
    nextCursor: Union[Cursor, None]


class SharedOrderSharesEntry(TypedDict):
    participant: ParticipantNumber
    items: Amount
    fees: Amount
    tax: Amount
    tip: Amount
    total: Amount


class SharedOrderPaymentsEntry(TypedDict):
    participant: ParticipantNumber
    amount: Amount
    status: Literal['due', 'authorized', 'paid', 'canceled']


class SharedOrder(TypedDict):
    """The terms that the merchant's server set, and the current state."""
    id: SharedOrderIdentifier
    status: SharedOrderStatus
    version: int
    hash: StateHash
    title: Label
    currencyCode: Currency
    countryCode: NotRequired[Country]
    menu: NotRequired[Menu]
    freeItems: NotRequired[FreeItems]
    limits: SharedOrderMost
    fees: SharedFees
    tax: NotRequired[SharedTax]
    deadlineAt: Time
    countsWhenSent: bool
    payers: OfferedPayers
    reference: NotRequired[Label]
    host: ParticipantNumber
    me: NotRequired[ParticipantNumber]
    participants: list[SharedPerson]
    choices: list[SharedChoice]
    amounts: NotRequired[SharedAmounts]
    shares: NotRequired[list[SharedOrderSharesEntry]]
    payments: NotRequired[list[SharedOrderPaymentsEntry]]
    payersNow: NotRequired[Payers]
    passType: NotRequired[PassTypeIdentifier]
    passURL: NotRequired[str]
    lockedUntil: NotRequired[Time]
    createdAt: Time
    changedAt: Time
    endedAt: NotRequired[Time]
    url: NotRequired[SharedURL]


class SharedAmounts(TypedDict):
    items: Amount
    fees: Amount
    tax: Amount
    tip: Amount
    total: Amount


SharedPerson = TypedDict("SharedPerson", {
    "number": "ParticipantNumber",
    "name": "NotRequired[PersonName]",
    "status": "Literal['present', 'left', 'removed']",
    "itemsTotal": "Amount",
    "choices": "int",
    "pass": "NotRequired[PassIdentifier]",
    "identifiers": "NotRequired[list[DeviceName]]",
})


class SharedChoiceOptionsEntry(TypedDict):
    option: PlainName
    chosen: list[PlainName]
    by: ParticipantNumber


class SharedChoice(TypedDict):
    participant: ParticipantNumber
    choice: ChoiceName
    status: Literal['staged', 'placed', 'removed']
    item: NotRequired[PlainName]
    name: NotRequired[PersonName]
    nextStep: NotRequired[PlainName]
    quantity: int
    options: NotRequired[list[SharedChoiceOptionsEntry]]
    unitPrice: Amount
    amount: Amount
    version: int
    message: NotRequired[int]


class ShippingContactSelection(TypedDict):
    shippingContact: Contact


class ShippingMethodSelectionShippingMethod(TypedDict):
    """Apple's ApplePayShippingMethod. The server uses only its identifier and ignores other members."""
    identifier: str


class ShippingMethodSelection(TypedDict):
    shippingMethod: ShippingMethodSelectionShippingMethod


class PaymentMethodSelectionPaymentMethod(TypedDict):
    """Apple's ApplePayPaymentMethod. The server ignores other members."""
    type: NotRequired[str]
    billingContact: NotRequired[Contact]


class PaymentMethodSelection(TypedDict):
    paymentMethod: PaymentMethodSelectionPaymentMethod


class CouponCodeSelection(TypedDict):
    couponCode: str


class BalanceSelection(TypedDict):
    """Either a `code` or a `balanceId`; the latter only with a secret key."""
    code: NotRequired[str]
    balanceId: NotRequired[str]
    amount: NotRequired[Amount]


class AttachedBalance(TypedDict):
    balance: str
    kind: Literal['gift_card', 'store_credit', 'prepaid']
    hint: NotRequired[str]
    amount: Amount
    limit: NotRequired[Amount]


class BalanceTrouble(TypedDict):
    """The reason why a balance cannot pay its part; `errors` contains the message for the buyer."""
    code: Literal['unknown_code', 'balance_expired', 'balance_frozen', 'currency_mismatch', 'balance_held',
        'insufficient_balance', 'too_many_balances']
    shortfall: NotRequired[Amount]


class SheetState(TypedDict):
    """An additional member, which Apple's dictionaries ignore."""
    status: CheckoutStatus
    version: int
    currencyCode: Currency
    total: Amount
    totalType: Literal['final', 'pending']
    shippingMethod: NotRequired[str]
    couponCode: NotRequired[CouponCode]
    balances: NotRequired[AttachedBalances]
    balance: NotRequired[BalanceTrouble]
    droppedCoupon: NotRequired[DroppedCoupon]
    errors: NotRequired[SheetErrors]
    decline: NotRequired[Decline]


class DroppedCoupon(TypedDict):
    """The coupon that this update dropped because it is no longer valid. The total is without it, and `errors` does
    not mention it, because the buyer has nothing to correct."""
    couponCode: CouponCode
    code: Literal['couponCodeInvalid', 'couponCodeExpired']
    message: Message
    messageCode: MessageCode


class ShippingContactUpdate(TypedDict):
    """Apple's ApplePayShippingContactUpdate."""
    newTotal: Total
    newLineItems: LineItems
    newShippingMethods: ShippingMethods
    newMultiTokenContexts: NotRequired[TokenContexts]
    newRecurringPaymentRequest: NotRequired[RecurringPaymentRequest]
    newAutomaticReloadPaymentRequest: NotRequired[AutomaticReloadPaymentRequest]
    newDeferredPaymentRequest: NotRequired[DeferredPaymentRequest]
    errors: NotRequired[SheetErrors]
    status: NotRequired[OldStatus]
    checkout: SheetState


class ShippingMethodUpdate(TypedDict):
    """Apple's ApplePayShippingMethodUpdate, which has no errors."""
    newTotal: Total
    newLineItems: LineItems
    newShippingMethods: ShippingMethods
    newMultiTokenContexts: NotRequired[TokenContexts]
    newRecurringPaymentRequest: NotRequired[RecurringPaymentRequest]
    newAutomaticReloadPaymentRequest: NotRequired[AutomaticReloadPaymentRequest]
    newDeferredPaymentRequest: NotRequired[DeferredPaymentRequest]
    status: NotRequired[OldStatus]
    checkout: SheetState


class PaymentMethodUpdate(TypedDict):
    """Apple's ApplePayPaymentMethodUpdate."""
    newTotal: Total
    newLineItems: LineItems
    newShippingMethods: ShippingMethods
    newMultiTokenContexts: NotRequired[TokenContexts]
    newRecurringPaymentRequest: NotRequired[RecurringPaymentRequest]
    newAutomaticReloadPaymentRequest: NotRequired[AutomaticReloadPaymentRequest]
    newDeferredPaymentRequest: NotRequired[DeferredPaymentRequest]
    errors: NotRequired[SheetErrors]
    status: NotRequired[OldStatus]
    checkout: SheetState


class CouponCodeUpdate(TypedDict):
    """Apple's ApplePayCouponCodeUpdate."""
    newTotal: Total
    newLineItems: LineItems
    newShippingMethods: ShippingMethods
    newMultiTokenContexts: NotRequired[TokenContexts]
    newRecurringPaymentRequest: NotRequired[RecurringPaymentRequest]
    newAutomaticReloadPaymentRequest: NotRequired[AutomaticReloadPaymentRequest]
    newDeferredPaymentRequest: NotRequired[DeferredPaymentRequest]
    errors: NotRequired[SheetErrors]
    status: NotRequired[OldStatus]
    checkout: SheetState


class BalancesUpdate(TypedDict):
    """The members of Apple's updates, for a page that shows the sheet or a cart."""
    newTotal: Total
    newLineItems: LineItems
    newShippingMethods: ShippingMethods
    newMultiTokenContexts: NotRequired[TokenContexts]
    newRecurringPaymentRequest: NotRequired[RecurringPaymentRequest]
    newAutomaticReloadPaymentRequest: NotRequired[AutomaticReloadPaymentRequest]
    newDeferredPaymentRequest: NotRequired[DeferredPaymentRequest]
    errors: NotRequired[SheetErrors]
    status: NotRequired[OldStatus]
    checkout: SheetState


class AuthorizationPayment(TypedDict):
    """Apple's ApplePayPayment. The server ignores unknown members."""
    token: NotRequired[PaymentToken]
    shippingContact: NotRequired[Contact]
    billingContact: NotRequired[Contact]


class Authorization(TypedDict):
    """A `payment` with its token; or `balance` and, if the checkout requires contacts, a `payment` with only
    those."""
    balance: NotRequired[bool]
    payment: NotRequired[AuthorizationPayment]
    version: NotRequired[int]


class PaymentTokenPaymentMethod(TypedDict):
    displayName: NotRequired[str]
    network: NotRequired[str]


class PaymentToken(TypedDict):
    """Apple's ApplePayPaymentToken. With `paymentData`, the server ignores other members, except those that belong
    inside it; without it, other members are not allowed."""
    transactionIdentifier: NotRequired[str]
    paymentMethod: NotRequired[PaymentTokenPaymentMethod]
    paymentData: NotRequired[Union[dict[str, Any], str]]


class SandboxTrigger(TypedDict):
    """The outcomes that the sandbox processor simulates; docs/api/sandbox.md describes each one."""
    outcome: NotRequired[SandboxOutcome]
    delayMilliseconds: NotRequired[int]
    issuingCountry: NotRequired[Country]
    capture: NotRequired[Literal['succeed', 'fail', 'unknown', 'garbage', 'slow', 'pending', 'pending_fail']]
    increment: NotRequired[Literal['succeed', 'decline', 'unsupported', 'unknown', 'garbage', 'slow']]
    refund: NotRequired[Literal['succeed', 'fail', 'unknown', 'garbage', 'slow', 'pending', 'pending_fail']]
    dispute: NotRequired[Literal['open']]
    settleMilliseconds: NotRequired[int]
    holdSeconds: NotRequired[int]
    renewals: NotRequired[list[SandboxOutcome]]
    merchantToken: NotRequired[bool]


class SandboxDisputeRequest(TypedDict):
    amount: NotRequired[Amount]
    reason: NotRequired[str]


class SandboxDispute(TypedDict):
    reference: str
    amount: Amount
    currencyCode: Currency
    reason: str
    state: Literal['opened', 'won', 'lost']


class SandboxRefund(TypedDict):
    id: str
    state: Literal['succeeded', 'failed']


class AuthorizationResult(TypedDict):
    """Apple's ApplePayPaymentAuthorizationResult."""
    status: int
    errors: NotRequired[SheetErrors]
    orderDetails: NotRequired[OrderDetails]
    checkout: SheetState


class OrderDetails(TypedDict):
    """Apple's ApplePayPaymentOrderDetails, with which Wallet fetches the order. Present if the merchant's order
    type has a template and the `clientVersion` is at least 14."""
    orderTypeIdentifier: str
    orderIdentifier: CheckoutIdentifier
    webServiceURL: str
    authenticationToken: str


class OrderChange(TypedDict):
    """Members of order.json, in Apple's form; `null` resets a member to the value of the payment or the
    template."""
    orderNumber: NotRequired[Union[str, None]]
    status: NotRequired[Union[Literal['open', 'completed', 'cancelled'], None]]
    statusDescription: NotRequired[Union[str, None]]
    fulfillments: NotRequired[Union[list[OrderPart], None]]
    returns: NotRequired[Union[list[OrderPart], None]]
    returnInfo: NotRequired[Union[OrderPart, None]]
    barcode: NotRequired[Union[OrderPart, None]]
    customer: NotRequired[Union[OrderPart, None]]


class Order(TypedDict):
    """The members that the merchant has set. Wallet shows them instead of those of the payment and the template."""
    orderNumber: NotRequired[str]
    status: NotRequired[Literal['open', 'completed', 'cancelled']]
    statusDescription: NotRequired[str]
    fulfillments: NotRequired[list[OrderPart]]
    returns: NotRequired[list[OrderPart]]
    returnInfo: NotRequired[OrderPart]
    barcode: NotRequired[OrderPart]
    customer: NotRequired[OrderPart]
    checkout: CheckoutIdentifier
    orderTypeIdentifier: str
    orderIdentifier: CheckoutIdentifier
    devices: int
    updatedAt: Time
    createdAt: Time
    erasedAt: NotRequired[Time]
    warnings: NotRequired[list[PassWarning]]


class AccountConsent(TypedDict):
    consent: Literal[True]


class Account(TypedDict):
    id: CustomerIdentifier
    createdAt: Time


class CaptureRequest(TypedDict):
    amount: NotRequired[Amount]
    currencyCode: NotRequired[Currency]
    items: NotRequired[SettledItems]
    final: NotRequired[bool]


class RefundRequest(TypedDict):
    amount: NotRequired[Amount]
    currencyCode: NotRequired[Currency]
    items: NotRequired[SettledItems]
    reason: NotRequired[str]
    to: NotRequired[Literal['original', 'balance']]
    balance: NotRequired[str]


class SettledCheckout(TypedDict):
    id: CheckoutIdentifier
    status: CheckoutStatus
    currencyCode: Currency
    authorizedAmount: Amount
    capturedAmount: Amount
    refundedAmount: Amount


class Capture(TypedDict):
    id: CaptureIdentifier
    status: Literal['processing', 'succeeded', 'failed']
    amount: Amount
    cardAmount: Amount
    balances: SettledHolds
    items: NotRequired[SettledItems]
    final: bool
    failure: NotRequired[str]
    createdAt: Time
    endedAt: NotRequired[Time]
    checkout: NotRequired[SettledCheckout]


class RefundCredit(TypedDict):
    """The balance that gets the refund instead of the card or balance that paid."""
    balance: str
    amount: Amount


class Refund(TypedDict):
    id: RefundIdentifier
    status: Literal['processing', 'pending', 'succeeded', 'failed']
    amount: Amount
    cardAmount: Amount
    balances: SettledHolds
    credit: NotRequired[RefundCredit]
    items: NotRequired[SettledItems]
    reason: NotRequired[str]
    failure: NotRequired[str]
    createdAt: Time
    endedAt: NotRequired[Time]
    checkout: NotRequired[SettledCheckout]


class RefundList(TypedDict):
    data: list[Refund]
    nextCursor: Union[Cursor, None]


class Dispute(TypedDict):
    id: str
    status: Literal['opened', 'won', 'lost']
    amount: Amount
    reason: NotRequired[str]
    reference: str
    openedAt: Time
    endedAt: NotRequired[Time]


class TimelineEntryErrorsEntry(TypedDict):
    code: str
    contactField: NotRequired[ContactField]


class TimelineEntry(TypedDict):
    kind: TimelineKind
    at: Time
    requestId: str
    version: int
    total: Amount
    status: CheckoutStatus
    errors: NotRequired[list[TimelineEntryErrorsEntry]]
    question: NotRequired[dict[str, Any]]


class Timeline(TypedDict):
    data: list[TimelineEntry]
    nextCursor: Union[Cursor, None]


class PlanInterval(TypedDict):
    """At most 3,650 days, 520 weeks, 120 months or 10 years."""
    unit: Literal['day', 'week', 'month', 'year']
    count: NotRequired[int]


class PlanPhase(TypedDict):
    """A part of the plan in which each period costs the same. A trial is free. Only the regular phase may be
    `pending`: its amount is then an estimate, and you set the amount of each period."""
    kind: Literal['trial', 'introductory', 'regular']
    amount: NotRequired[Amount]
    type: NotRequired[Literal['final', 'pending']]
    interval: PlanInterval
    cycles: NotRequired[int]


class PlanTax(TypedDict):
    """The plan's own tax. A plan's price is the price that the sheet shows: the merchant's tax rates do not apply
    to it."""
    label: PlanLabel
    percent: Percent
    inclusion: NotRequired[Literal['added', 'included']]


Dunning = TypedDict("Dunning", {
    "retryAfterDays": "NotRequired[list[int]]",
    "finally": "NotRequired[Literal['cancel', 'pause', 'leave']]",
})


class PlanTerms(TypedDict):
    """The terms that a buyer agrees to."""
    name: PlanLabel
    paymentDescription: NotRequired[PlanLabel]
    currencyCode: Currency
    phases: PlanPhases
    tax: NotRequired[PlanTax]
    managementURL: SecureURL
    tokenNotificationURL: NotRequired[SecureURL]
    billingAgreement: NotRequired[str]
    maximumAmount: NotRequired[Amount]
    timeZone: NotRequired[PlanZone]
    missedPeriods: NotRequired[MissedPeriods]
    dunning: NotRequired[Dunning]
    taxRounding: NotRequired[Rounding]


PlanDunning = TypedDict("PlanDunning", {
    "retryAfterDays": "list[int]",
    "finally": "Literal['cancel', 'pause', 'leave']",
})


class Plan(TypedDict):
    id: PlanIdentifier
    version: int
    name: PlanLabel
    paymentDescription: PlanLabel
    currencyCode: Currency
    phases: PlanPhases
    tax: NotRequired[PlanTax]
    managementURL: SecureURL
    tokenNotificationURL: NotRequired[SecureURL]
    billingAgreement: NotRequired[str]
    maximumAmount: NotRequired[Amount]
    timeZone: NotRequired[PlanZone]
    missedPeriods: MissedPeriods
    taxRounding: Rounding
    dunning: PlanDunning
    createdAt: Time
    archivedAt: NotRequired[Time]


class PlanList(TypedDict):
    data: list[Plan]
    nextCursor: Union[Cursor, None]


class SubscriptionCurrentPeriod(TypedDict):
    number: int
    kind: NotRequired[Literal['trial', 'introductory', 'regular']]
    startsAt: Time
    endsAt: Time


class SubscriptionNext(TypedDict):
    """The terms that begin with the next period, after a change at the end of the period."""
    plan: PlanIdentifier
    planVersion: int


class SubscriptionCard(TypedDict):
    """The card that pays. A device token ends with the device; a merchant token outlives it."""
    id: CardIdentifier
    kind: Literal['merchantToken', 'deviceToken']
    network: NotRequired[str]
    lastFour: NotRequired[str]
    unlinkedAt: NotRequired[Time]


class Subscription(TypedDict):
    """A buyer's agreement to recurring payments."""
    id: SubscriptionIdentifier
    status: SubscriptionStatus
    plan: PlanIdentifier
    planVersion: int
    name: PlanLabel
    currencyCode: Currency
    checkout: CheckoutIdentifier
    customer: NotRequired[CustomerIdentifier]
    currentPeriod: SubscriptionCurrentPeriod
    cancelAt: NotRequired[Time]
    pausedAt: NotRequired[Time]
    resumesAt: NotRequired[Time]
    reason: NotRequired[Literal['requested', 'unpaid', 'cardNeeded', 'disputed', 'erased']]
    next: NotRequired[SubscriptionNext]
    card: SubscriptionCard
    balance: NotRequired[BalanceIdentifier]
    testClock: NotRequired[TestClockIdentifier]
    reference: NotRequired[Reference]
    createdAt: Time
    updatedAt: Time
    endedAt: NotRequired[Time]


class SubscriptionList(TypedDict):
    data: list[Subscription]
    nextCursor: Union[Cursor, None]


class SubscriptionPause(TypedDict):
    resumesAt: NotRequired[Time]


class SubscriptionCancellation(TypedDict):
    at: NotRequired[Literal['now', 'periodEnd']]


class SubscriptionChange(TypedDict):
    quote: NotRequired[QuoteIdentifier]
    plan: NotRequired[PlanIdentifier]
    at: NotRequired[Literal['now', 'periodEnd']]
    proration: NotRequired[Literal['second', 'day']]


class SubscriptionQuote(TypedDict):
    """The cost of a change. The difference between `charge` and `credit` is due now or is credited."""
    quote: QuoteIdentifier
    subscription: SubscriptionIdentifier
    plan: PlanIdentifier
    planVersion: int
    at: Literal['now', 'periodEnd']
    proration: Literal['second', 'day']
    currencyCode: Currency
    credit: Amount
    charge: Amount
    dueNow: Amount
    paidByCredit: Amount
    creditedToBalance: Amount
    needsConsent: bool
    upcoming: list[Upcoming]
    expiresAt: Time


class SubscriptionChangeOutcome(TypedDict):
    status: Literal['applied', 'consentNeeded']
    subscription: NotRequired[Subscription]
    checkout: NotRequired[CheckoutIdentifier]
    clientSecret: NotRequired[ClientSecret]


class Upcoming(TypedDict):
    """An upcoming charge."""
    number: int
    kind: Literal['trial', 'introductory', 'regular']
    startsAt: Time
    amount: NotRequired[Amount]
    maximumAmount: NotRequired[Amount]


class UpcomingList(TypedDict):
    data: list[Upcoming]
    nextCursor: None


class PaymentSheet(TypedDict):
    checkout: CheckoutIdentifier
    clientSecret: ClientSecret


class Invoice(TypedDict):
    """The charge for one period of a subscription, or for a change within a period."""
    id: InvoiceIdentifier
    subscription: SubscriptionIdentifier
    status: InvoiceStatus
    period: NotRequired[int]
    startsAt: Time
    endsAt: Time
    currencyCode: Currency
    amount: NotRequired[Amount]
    maximumAmount: NotRequired[Amount]
    checkout: NotRequired[CheckoutIdentifier]
    tries: int
    decline: NotRequired[DeclineCode]
    nextTryAt: NotRequired[Time]
    createdAt: Time
    endedAt: NotRequired[Time]


class InvoiceList(TypedDict):
    data: list[Invoice]
    nextCursor: Union[Cursor, None]


class InvoiceFinalization(TypedDict):
    amount: Amount


class LaterPayment(TypedDict):
    """A charge without a plan that the buyer agreed to, once on a date or whenever a balance runs low."""
    id: LaterPaymentIdentifier
    kind: Literal['deferred', 'reload']
    status: LaterPaymentStatus
    label: Label
    currencyCode: Currency
    amount: Amount
    checkout: CheckoutIdentifier
    charge: NotRequired[CheckoutIdentifier]
    cancelFreeUntil: NotRequired[Time]
    timeZone: NotRequired[str]
    balance: NotRequired[BalanceIdentifier]
    threshold: NotRequired[Amount]
    tries: int
    decline: NotRequired[DeclineCode]
    nextTryAt: NotRequired[Time]
    testClock: NotRequired[TestClockIdentifier]
    createdAt: Time
    endedAt: NotRequired[Time]


class LaterPaymentList(TypedDict):
    data: list[LaterPayment]
    nextCursor: Union[Cursor, None]


class LaterPaymentCancellation(TypedDict):
    afterFreeCancellation: NotRequired[bool]


class TestClockCreation(TypedDict):
    name: NotRequired[str]
    now: NotRequired[Time]


class TestClockAdvance(TypedDict):
    to: Time


class TestClock(TypedDict):
    id: TestClockIdentifier
    status: Literal['ready', 'advancing']
    name: NotRequired[str]
    now: Time
    target: NotRequired[Time]
    createdAt: Time


class TestClockList(TypedDict):
    data: list[TestClock]
    nextCursor: Union[Cursor, None]


class WebhookEndpointCreation(TypedDict):
    url: EndpointURL
    eventTypes: NotRequired[EventTypes]
    description: NotRequired[EndpointDescription]


class WebhookEndpointChange(TypedDict):
    url: NotRequired[EndpointURL]
    eventTypes: NotRequired[Union[EventTypes, None]]
    description: NotRequired[Union[EndpointDescription, None]]
    disabled: NotRequired[bool]


class WebhookSecretRotation(TypedDict):
    overlapHours: NotRequired[int]


class WebhookEndpoint(TypedDict):
    id: WebhookEndpointIdentifier
    url: EndpointURL
    eventTypes: NotRequired[list[EventType]]
    description: NotRequired[EndpointDescription]
    disabled: bool
    disabledAt: NotRequired[Time]
    disabledBecause: NotRequired[Literal['merchant', 'gone', 'failing']]
    failingSince: NotRequired[Time]
    pausedUntil: NotRequired[Time]
    previousSecretUntil: NotRequired[Time]
    createdAt: Time
    changedAt: Time
    secret: NotRequired[WebhookSecret]


class WebhookEndpointList(TypedDict):
    data: list[WebhookEndpoint]
    nextCursor: Union[Cursor, None]


class DeliveryAttempt(TypedDict):
    number: int
    at: Time
    milliseconds: int
    status: NotRequired[int]
    failure: NotRequired[str]


class Delivery(TypedDict):
    event: EventIdentifier
    endpoint: WebhookEndpointIdentifier
    type: EventType
    state: DeliveryState
    attemptCount: int
    nextAt: NotRequired[Time]
    createdAt: Time
    endedAt: NotRequired[Time]
    lastAttempt: NotRequired[DeliveryAttempt]


class DeliveryWithAttempts(TypedDict):
    event: EventIdentifier
    endpoint: WebhookEndpointIdentifier
    type: EventType
    state: DeliveryState
    attemptCount: int
    nextAt: NotRequired[Time]
    createdAt: Time
    endedAt: NotRequired[Time]
    lastAttempt: NotRequired[DeliveryAttempt]
    attempts: list[DeliveryAttempt]


class DeliveryList(TypedDict):
    data: list[Delivery]
    nextCursor: Union[Cursor, None]


class Event(TypedDict):
    """The body of each delivery, byte for byte."""
    id: EventIdentifier
    type: EventType
    createdAt: Time
    object: str
    sequence: int
    data: dict[str, Any]


class EventList(TypedDict):
    data: list[Event]
    nextCursor: Union[Cursor, None]



Network = Literal['amex', 'bancomat', 'bancontact', 'cartesBancaires', 'chinaUnionPay', 'dankort', 'discover', 'eftpos',
    'electron', 'elo', 'girocard', 'interac', 'jcb', 'mada', 'maestro', 'masterCard', 'mir', 'privateLabel', 'visa',
    'vPay']
Networks = list[Network]
MerchantCapabilities = list[Literal['supports3DS', 'supportsEMV', 'supportsCredit', 'supportsDebit']]
ContactFields = list[Literal['email', 'name', 'phone', 'postalAddress', 'phoneticName']]
Country = str
Countries = list[Country]
ShippingType = Literal['shipping', 'delivery', 'storePickup', 'servicePickup']
EditingMode = Literal['available', 'enabled', 'storePickup']
CreditsBalance = str
LineItems = list[LineItem]
Label = str
ShippingMethods = list[ShippingMethod]
TokenContexts = list[TokenContext]
MerchantCategoryCode = str
ApplicationData = str
MerchantSession = dict[str, Any]
ContactField = Literal['phoneNumber', 'emailAddress', 'name', 'phoneticName', 'postalAddress', 'addressLines',
    'locality', 'subLocality', 'postalCode', 'administrativeArea', 'subAdministrativeArea', 'country', 'countryCode']
SheetErrors = list[SheetError]
BalanceKind = Literal['gift_card', 'store_credit', 'prepaid']
BalanceIdentifier = str
LedgerAccount = Union[BalanceIdentifier, Literal['issuance', 'withdrawal', 'revenue', 'processor', 'disputed', 'loss']]
TransferKind = Literal['credit', 'debit', 'transfer', 'hold_capture', 'capture', 'refund', 'dispute_opened',
    'dispute_won', 'dispute_lost']
CheckoutStatus = Literal['open', 'authorizing', 'authorized', 'captured', 'refunded', 'canceled', 'expired', 'failed']
Items = list[Item]
GivenLineItems = list[LineItem]
Metadata = dict[str, str]
Reference = str
DeclineCode = Literal['declined', 'insufficient_funds', 'do_not_honor', 'card_not_supported', 'expired_card',
    'lost_card', 'authentication_required', 'unlinked', 'billing_address', 'issuing_country']
TotalType = Literal['final', 'pending']
ProcessorName = Literal['sandbox', 'stripe']
SecretKey = str
PublishableKey = str
ClientSecret = str
Domain = str
Domains = list[Domain]
AssociationFile = str
DeliversToPostOfficeBoxes = bool
StatementName = str
Region = str
Regions = list[Region]
PhoneFormat = Literal['e164', 'national', 'digits']
EmailFormat = Literal['extended', 'plain']
Rounding = Literal['halfAwayFromZero', 'down']
LateSuccess = Literal['void', 'keep']
UnknownIssuingCountry = Literal['accept', 'refuse']
Wordings = list[dict[str, Any]]
ShippingZones = list[ShippingZone]
TaxRates = list[TaxRate]
KeyName = str
Scope = Literal['payments:read', 'payments:write', 'refunds:read', 'refunds:write', 'balances:read', 'balances:write',
    'customers:read', 'customers:write', 'subscriptions:read', 'subscriptions:write', 'passes:read', 'passes:write',
    'shared_orders:read', 'shared_orders:write', 'webhooks:read', 'webhooks:write', 'settings:read', 'settings:write',
    'keys:read', 'keys:write']
CertificateKind = Literal['merchantIdentity', 'paymentProcessing', 'passType', 'orderType']
CouponCode = str
PassFieldValues = dict[str, Union[str, float, None]]
PassMembers = dict[str, Any]
PictureName = str
ShareToken = str
ParticipantNumber = int
ParticipantCredential = str
ChoiceName = str
PlainName = str
DeviceName = str
StateHash = str
PersonName = str
SharedOrderStatus = Literal['open', 'locked', 'paid', 'canceled', 'expired']
Menu = list[MenuItem]
SharedFees = list[dict[str, Any]]
Payers = Literal['host', 'each']
OfferedPayers = list[Payers]
SharedURL = str
AttachedBalances = list[AttachedBalance]
OldStatus = int
SandboxOutcome = Literal['approve', 'decline', 'insufficient_funds', 'do_not_honor', 'billing_postal_code_mismatch',
    'billing_address_unknown', 'partial', 'timeout', 'unknown', 'late_success', 'slow', 'expired_card', 'lost_card',
    'authentication_required', 'unlinked', 'unreachable']
OrderPart = dict[str, Any]
CaptureIdentifier = str
RefundIdentifier = str
SettledItems = list[dict[str, Any]]
SettledHolds = list[dict[str, Any]]
TimelineKind = Literal['changed', 'shippingContact', 'shippingMethod', 'paymentMethod', 'couponCode', 'balanceAttached',
    'balanceDetached', 'authorize', 'authorized', 'declined', 'unknown', 'lateSuccess', 'canceled', 'captured',
    'captureFailed', 'voided', 'authorizationExpired', 'refunded', 'refundFailed', 'disputed']
PlanPhases = list[PlanPhase]
PlanLabel = str
PlanZone = str
MissedPeriods = Literal['billEach', 'billOnce', 'skip']
SubscriptionStatus = Literal['trialing', 'active', 'pastDue', 'paused', 'canceled', 'ended']
InvoiceStatus = Literal['pending', 'open', 'paid', 'void', 'uncollectible', 'skipped']
LaterPaymentStatus = Literal['scheduled', 'active', 'paid', 'failed', 'canceled']
WebhookSecret = str
EventType = Literal['checkout.authorized', 'checkout.captured', 'checkout.capture_failed', 'checkout.declined',
    'checkout.failed', 'checkout.canceled', 'checkout.voided', 'checkout.late_success',
    'checkout.authorization_expiring', 'checkout.authorization_expired', 'refund.pending', 'refund.succeeded',
    'refund.failed', 'dispute.opened', 'dispute.won', 'dispute.lost', 'balance.created', 'balance.credited',
    'balance.debited', 'balance.held', 'balance.released', 'balance.captured', 'balance.frozen', 'balance.unfrozen',
    'balance.expired', 'customer.opened', 'customer.erased', 'subscription.created', 'subscription.trial_will_end',
    'subscription.past_due', 'subscription.action_required', 'subscription.recovered', 'subscription.card_changed',
    'subscription.changed', 'subscription.paused', 'subscription.resumed', 'subscription.canceled',
    'subscription.ended', 'invoice.upcoming', 'invoice.pending', 'invoice.paid', 'invoice.payment_failed',
    'invoice.voided', 'invoice.uncollectible', 'later_payment.scheduled', 'later_payment.paid',
    'later_payment.declined', 'later_payment.failed', 'later_payment.canceled', 'card.unlinked', 'card.updated',
    'card_testing.started', 'card_testing.ended', 'certificate.expiring', 'pass.personalized', 'pass_type.log_kind',
    'shared_order.started', 'shared_order.locked', 'shared_order.reopened', 'shared_order.paid',
    'shared_order.canceled', 'shared_order.expired', 'reconciliation.discrepancy', 'webhook_endpoint.disabled']
EventTypes = list[EventType]
EndpointURL = str
EndpointDescription = str
DeliveryState = Literal['pending', 'delivered', 'failed', 'dropped']
MerchantIdentifier = str
KeyIdentifier = str
CertificateIdentifier = str
PassTypeIdentifier = str
PassIdentifier = str
CouponIdentifier = str
HoldIdentifier = str
TransferIdentifier = str
CheckoutIdentifier = str
SharedOrderIdentifier = str
CardIdentifier = str
CustomerIdentifier = str
PlanIdentifier = str
SubscriptionIdentifier = str
QuoteIdentifier = str
InvoiceIdentifier = str
LaterPaymentIdentifier = str
TestClockIdentifier = str
EventIdentifier = str
WebhookEndpointIdentifier = str
Cursor = str
Time = str
Currency = str
Amount = str
SignedAmount = str
Percent = str
SecureURL = str
MessageCode = Literal['email.required', 'email.format', 'email.character', 'email.blank', 'email.domain',
    'email.suggestion', 'phone.required', 'phone.tooShort', 'phone.tooLong', 'phone.areaCode', 'phone.notANumber',
    'phone.unknown', 'phone.otherCountry', 'name.required', 'name.letters', 'phoneticName.required',
    'phoneticName.characters', 'postalAddress.required', 'addressLines.required', 'locality.required',
    'subLocality.required', 'administrativeArea.unknown', 'administrativeArea.contradiction', 'postalCode.elsewhere',
    'postalCode.required', 'postalCode.format', 'country.required', 'country.unknown', 'country.contradiction',
    'text.tooLong', 'country.notServed', 'postOfficeBox.notServed', 'region.notServed', 'shipping.noMethod',
    'coupon.unknown', 'coupon.expired', 'coupon.exhausted', 'coupon.belowMinimum', 'coupon.alreadyUsed',
    'balance.unknown', 'balance.expired', 'balance.frozen', 'balance.held', 'balance.insufficient', 'balance.currency',
    'balance.tooMany', 'card.declined', 'card.insufficientFunds', 'card.issuingCountry', 'billing.name',
    'billing.postalAddress', 'billing.addressLines', 'billing.locality', 'billing.administrativeArea',
    'billing.postalCode', 'billing.country', 'payment.tooManyAttempts', 'payment.checking', 'payment.unavailable',
    'payment.canceled', 'price.changed', 'checkout.expired', 'checkout.closed']
WordCode = Literal['line.subtotal', 'line.discount', 'line.shipping', 'line.delivery', 'line.pickup', 'line.tax',
    'line.pending', 'line.giftCard', 'line.storeCredit', 'line.prepaid']
Language = Literal['en', 'fr', 'de', 'es', 'it', 'pt', 'nl', 'ja', 'zh-Hans', 'zh-Hant', 'ko']
Message = str
