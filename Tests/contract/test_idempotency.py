"""Every operation that accepts an Idempotency-Key repeats the first answer for the same key."""

import os

import pytest

import contract as house
import device
from world import CART, MENU, PLAN, World, payment

pytestmark = pytest.mark.skipif(
    "PAYSHEET_URL" not in os.environ, reason="needs a live server: PAYSHEET_URL")
CONTRACT = house.load()
SECRETS = {"secretKey", "publishableKey", "secret"}

MONEY = {"amount": "1.00", "currencyCode": "USD"}
# Placeholder of a transfer between two new balances.
TRANSFER = "a transfer"
# Placeholder of pass types for which the merchant has certificates.
PASS_TYPES = "pass types"
# Placeholder of a pass of the merchant's pass type.
PASSES = "passes"


def certificate(name, kind):
    folder = os.environ.get("PAYSHEET_DEVICES")
    return device.Devices(folder).creation(name, kind) if folder else {}


# For each operation a body and another valid body, or None if there is no other.
BODIES = {
    ("POST", "/v1/merchants"): ({"name": "Once"}, {"name": "Twice"}),
    ("POST", "/v1/keys"): ({"kind": "secret"}, {"kind": "publishable"}),
    ("POST", "/v1/keys/{key}/rotate"): ({"overlapSeconds": 60}, {"overlapSeconds": 61}),
    ("POST", "/v1/certificates"): (
        certificate("merchant", "paymentProcessing"), certificate("identity", "merchantIdentity")),
    ("POST", "/v1/pass-types"): (PASS_TYPES, None),
    ("POST", "/v1/passes"): (PASSES, None),
    ("POST", "/v1/passes/{pass}/link"): (None, None),
    ("POST", "/v1/coupons"): (
        {"code": "ONCE", "percentOff": "10"}, {"code": "TWICE", "percentOff": "10"}),
    ("POST", "/v1/balances"): (
        {"kind": "prepaid", "currencyCode": "USD"}, {"kind": "prepaid", "currencyCode": "EUR"}),
    ("POST", "/v1/balances/{balance}/credits"): (MONEY, MONEY | {"amount": "2.00"}),
    ("POST", "/v1/balances/{balance}/debits"): (MONEY, MONEY | {"amount": "2.00"}),
    ("POST", "/v1/balances/{balance}/holds"): (MONEY, MONEY | {"amount": "2.00"}),
    ("POST", "/v1/balances/{balance}/holds/{hold}/capture"): (MONEY, MONEY | {"amount": "2.00"}),
    # A release has no body.
    ("POST", "/v1/balances/{balance}/holds/{hold}/release"): (None, None),
    ("POST", "/v1/balances/{balance}/freeze"): (None, None),
    ("POST", "/v1/balances/{balance}/unfreeze"): (None, None),
    ("POST", "/v1/transfers"): (TRANSFER, MONEY),
    ("POST", "/v1/shared/{token}/participants"): ({"name": "Bob"}, {"name": "Eve"}),
    ("POST", "/v1/shared-orders"): (MENU, MENU | {"reference": "another"}),
    ("POST", "/v1/checkouts"): (CART, CART | {"reference": "another"}),
    ("POST", "/v1/checkouts/{checkout}/authorize"): (
        {"payment": payment()}, {"payment": payment({"outcome": "decline"})}),
    ("POST", "/v1/checkouts/{checkout}/cancel"): (None, None),
    ("POST", "/v1/checkouts/{checkout}/capture"): ({"amount": "1.00"}, {"amount": "2.00"}),
    ("POST", "/v1/checkouts/{checkout}/void"): (None, None),
    ("POST", "/v1/checkouts/{checkout}/refunds"): ({"amount": "1.00"}, {"amount": "2.00"}),
    ("POST", "/v1/webhook-endpoints"): (
        {"url": "https://shop.example/once"}, {"url": "https://shop.example/twice"}),
    ("POST", "/v1/webhook-endpoints/{endpoint}/rotate-secret"): (
        {"overlapHours": 1}, {"overlapHours": 2}),
    ("POST", "/v1/webhook-endpoints/{endpoint}/deliveries/{event}/redeliver"): (None, None),
    ("POST", "/v1/plans"): (PLAN, PLAN | {"name": "Toast"}),
    ("POST", "/v1/plans/{plan}/versions"): (PLAN, PLAN | {"name": "Toast"}),
    # place() adds a version to the subscription's plan, so that both bodies are valid and return a
    # quote.
    ("POST", "/v1/subscriptions/{subscription}/change"): (
        {"at": "periodEnd"}, {"proration": "day"}),
    ("POST", "/v1/subscriptions/{subscription}/pause"): (
        {"resumesAt": "2099-01-01T00:00:00Z"}, {"resumesAt": "2099-01-02T00:00:00Z"}),
    ("POST", "/v1/subscriptions/{subscription}/resume"): (None, None),
    ("POST", "/v1/subscriptions/{subscription}/cancel"): ({"at": "now"}, {"at": "periodEnd"}),
    ("POST", "/v1/invoices/{invoice}/finalize"): ({"amount": "1.00"}, {"amount": "2.00"}),
    ("POST", "/v1/invoices/{invoice}/retry"): (None, None),
    ("POST", "/v1/invoices/{invoice}/void"): (None, None),
    ("POST", "/v1/later-payments/{laterPayment}/cancel"): (
        {}, {"afterFreeCancellation": True}),
    ("POST", "/v1/test-clocks"): ({"name": "Once"}, {"name": "Twice"}),
    ("POST", "/v1/test-clocks/{clock}/advance"): (
        {"to": "2030-01-01T00:00:00Z"}, {"to": "2030-01-02T00:00:00Z"}),
    # Consent has only one valid body.
    ("POST", "/v1/checkouts/{checkout}/customer"): ({"consent": True}, None),
}


def test_every_operation_with_an_idempotency_key_is_tested():
    takers = {
        (method, path)
        for method, path, operation in house.operations(CONTRACT)
        for parameter in operation.get("parameters", [])
        if house.resolve(CONTRACT, parameter)["name"] == "Idempotency-Key"
    }
    assert takers == BODIES.keys()


@pytest.fixture(scope="module")
def world():
    return World()


def place(world, path):
    """The path of a new object, and the key for it."""
    if path.endswith(("/cancel", "/capture", "/void", "/refunds")) and "{checkout}" in path:
        if "cancel" in path:
            checkout = world.new_checkout()
        else:
            method = "automatic" if "refunds" in path else "manual"
            checkout = world.paid_checkout(captureMethod=method)
        return path.format(checkout=checkout["id"]), world.secret("checkouts")
    if "{token}" in path:
        return path.format(token=world.shared_order("once")["token"]), None
    if "{checkout}" in path:
        checkout = world.paid_checkout() if "customer" in path else world.new_checkout()
        return path.format(checkout=checkout["id"]), checkout["clientSecret"]
    if "{hold}" in path:
        hold = world.new_hold("once")
        return path.format(balance=hold["balance"], hold=hold["id"]), world.secret("once")
    if "{balance}" in path:
        return path.format(balance=world.new_balance("once")["id"]), world.secret("once")
    if "{key}" in path:
        return path.format(key=world.new_key()["id"]), world.secret("keys")
    if "{plan}" in path:
        return path.format(plan=world.new_plan("once")["id"]), world.secret("once")
    if "{subscription}" in path:
        subscription = world.new_subscription("once")
        if "resume" in path:
            world.made("POST", f"/v1/subscriptions/{subscription['id']}/pause", world.secret("once"))
        if "change" in path:
            world.made(
                "POST", f"/v1/plans/{subscription['plan']}/versions", world.secret("once"),
                PLAN | {"name": "Newer toast"})
        return path.format(subscription=subscription["id"]), world.secret("once")
    if "{invoice}" in path:
        status = "pending" if "finalize" in path else "open"
        return path.format(invoice=world.new_invoice("once", status)["id"]), world.secret("once")
    if "{laterPayment}" in path:
        payment = world.new_later_payment("once")
        return path.format(laterPayment=payment["id"]), world.secret("once")
    if "{clock}" in path:
        return path.format(clock=world.new_clock("once")["id"]), world.secret("once")
    if "{pass}" in path:
        return path.format(**{"pass": world.new_pass()["id"]}), world.secret("passes")
    if path == "/v1/passes":
        return path, world.secret("passes")
    if "{endpoint}" in path:
        delivery = world.new_delivery()
        names = {name: delivery[name] for name in ("endpoint", "event")}
        return path.format(**names), world.secret("webhooks")
    return path, world.operator if "merchants" in path else world.secret("once")


@pytest.mark.parametrize("operation", BODIES, ids=" ".join)
def test_a_used_key_repeats_the_answer_and_refuses_another_body(operation, world):
    method, template = operation
    body, other = BODIES[operation]
    path, key = place(world, template)
    if body == TRANSFER:
        ends = {end: world.new_balance("once")["id"] for end in ("from", "to")}
        body, other = ends | other, ends | other | {"amount": "2.00"}
    if body == PASS_TYPES:
        types = [world.pass_certificate("once", word) for word in ("gift", "ticket")]
        body, other = ({"passTypeIdentifier": name} for name in types)
    if body == PASSES:
        body = {"passType": world.pass_type()["id"]}
        other = body | {"serialNumber": "another"}
    # An Idempotency-Key is shared by all routes of a merchant, so it contains the route. It also
    # contains the merchant, which is new in each run, because the operator's keys outlast a run.
    name = f"{world.merchant('once')['id']}{template}"

    def ask(body):
        answer = world.call(method, path, key, body, Idempotency_Key=name)
        assert house.check_answer(CONTRACT, method, template, answer) == []
        return answer

    first, again = ask(body), ask(body)
    assert first.ok, first.text
    assert again.status_code == first.status_code
    assert "Idempotent-Replayed" not in first.headers
    assert again.headers["Idempotent-Replayed"] == "true"
    shown = {name: value for name, value in first.json().items() if name not in SECRETS}
    assert again.json() == shown
    if other is not None:
        refused = ask(other)
        assert refused.status_code == 422, refused.text
        assert refused.json()["code"] == "idempotency_key_reused"
