"""A merchant's calls, from the cart to the paid checkout. Every answer is checked by
openapi.yaml."""

import os
import time
from urllib.parse import urlencode

import pytest

import contract as house
from world import CART, CONTACT, World, payment

pytestmark = pytest.mark.skipif(
    "PAYSHEET_URL" not in os.environ, reason="needs a live server: PAYSHEET_URL")
CONTRACT = house.load()
REDACTED = {
    "locality": "Cupertino", "administrativeArea": "CA", "postalCode": "95014",
    "country": "United States", "countryCode": "US", "givenName": "", "familyName": "",
}


class Teller:
    """Calls a route by its path template and checks the answer by openapi.yaml."""

    def __init__(self, world):
        self.world = world

    def __call__(self, method, template, key=None, body=None, status=200, names=None, **headers):
        path = template.format(**(names or {}))
        answer = self.world.call(method, path, key, body, **headers)
        told = house.check_answer(CONTRACT, method, template.partition("?")[0], answer)
        assert told == [], f"{method} {path}: {answer.text}"
        assert answer.status_code == status, answer.text
        is_json = answer.headers.get("Content-Type", "").endswith("json")
        return answer.json() if is_json else answer


@pytest.fixture(scope="module")
def world():
    return World()


@pytest.fixture(scope="module")
def tell(world):
    return Teller(world)


@pytest.fixture(scope="module")
def merchant(tell, world):
    body = {"name": "Peer Shop", "countryCode": "US"}
    return tell("POST", "/v1/merchants", world.operator, body, 201)


CHECKOUT = "/v1/checkouts/{checkout}"


def test_a_cart_becomes_a_paid_checkout_and_an_account(tell, merchant):
    secret = merchant["secretKey"]
    zones = [
        {
            "name": "United States", "currencyCode": "USD", "areas": [{"countryCode": "US"}],
            "methods": [
                {"identifier": "standard", "label": "Standard",
                 "prices": [{"amount": "5.00"}, {"from": "100", "amount": "0"}],
                 "deliveryWindow": {"earliestDays": 3, "latestDays": 5}},
                {"identifier": "express", "label": "Express", "prices": [{"amount": "12.00"}]},
            ],
        }
    ]
    rates = [{"label": "Sales tax", "countryCode": "US", "region": "US-CA", "percent": "7.25"}]
    settings = {"shippingZones": zones, "taxRates": rates, "excludedRegions": ["US-HI"]}
    tell("PATCH", "/v1/merchant", secret, settings)
    tell("POST", "/v1/coupons", secret, {"code": "SPRING10", "percentOff": "10"}, 201)

    cart = {
        "currencyCode": "USD",
        "items": [
            {"name": "Merino crew-neck sweater", "unitPrice": "74.50", "sku": "MER-1"},
            {"name": "Organic cotton socks", "quantity": 3, "unitPrice": "6.00"},
        ],
        "requiredShippingContactFields": ["postalAddress", "name", "email"],
        "requiredBillingContactFields": ["postalAddress"],
        "supportsCouponCode": True, "captureMethod": "manual", "reference": "order-1001",
    }
    opened = tell("POST", "/v1/checkouts", secret, cart, 201)
    assert opened["paymentRequest"]["total"]["amount"] == "92.50"
    names, browser = {"checkout": opened["id"]}, opened["clientSecret"]

    def ask(question, body, **more):
        return tell("POST", f"{CHECKOUT}/{question}", browser, body, names=names, **more)

    far = REDACTED | {"administrativeArea": "HI", "postalCode": "96795"}
    refused = ask("shipping-contact", {"shippingContact": far})
    assert [error["code"] for error in refused["errors"]] == ["addressUnserviceable"]
    assert refused["newTotal"]["amount"] == "92.50"

    answer = ask("shipping-contact", {"shippingContact": REDACTED})
    assert (answer["errors"], answer["newTotal"]["amount"]) == ([], "104.21")
    express = answer["newShippingMethods"][1]
    answer = ask("shipping-method", {"shippingMethod": express})
    assert answer["newTotal"]["amount"] == "111.21"
    assert answer["newShippingMethods"][0]["identifier"] == "express"
    answer = ask("payment-method", {"paymentMethod": {"type": "debit"}})
    assert answer["newTotal"]["amount"] == "111.21"
    answer = ask("coupon-code", {"couponCode": "nothing"})
    assert [error["code"] for error in answer["errors"]] == ["couponCodeInvalid"]
    answer = ask("coupon-code", {"couponCode": "spring10"})
    assert (answer["errors"], answer["newTotal"]["amount"]) == ([], "101.29")

    version = answer["checkout"]["version"]
    declined = ask(
        "authorize", {"payment": payment({"outcome": "insufficient_funds"}), "version": version})
    assert (declined["status"], declined["errors"]) == (1, [])
    assert declined["checkout"]["decline"]["code"] == "insufficient_funds"
    mismatch = payment({"outcome": "billing_postal_code_mismatch"})
    mendable = ask("authorize", {"payment": mismatch, "version": version})
    assert mendable["errors"][0]["contactField"] == "postalCode"
    paid = ask("authorize", {"payment": payment(), "version": version})
    assert (paid["status"], paid["checkout"]["status"]) == (0, "authorized")
    again = ask("authorize", {"payment": payment(), "version": version})
    assert again == paid

    whole = tell("GET", CHECKOUT, secret, names=names)
    assert (whole["authorizedAmount"], whole["attempts"]) == ("101.29", 3)
    seen = tell("GET", CHECKOUT, browser, names=names)
    assert "clientSecret" not in seen and "shippingContact" not in seen

    account = ask("customer", {"consent": True}, status=201)
    assert ask("customer", {"consent": True}) == account
    customer = tell("GET", "/v1/customers/{customer}", secret, names={"customer": account["id"]})
    assert customer["checkout"] == opened["id"]
    timeline = tell("GET", f"{CHECKOUT}/timeline", secret, names=names)
    kinds = [entry["kind"] for entry in timeline["data"]]
    assert (kinds[0], kinds[-1]) == ("shippingContact", "authorized")
    assert timeline["data"][0]["errors"] == [{"code": "addressUnserviceable"}]
    person = {"customer": account["id"]}
    export = tell("GET", "/v1/customers/{customer}/export", secret, names=person)
    exported = export["checkouts"]["data"][0]
    assert exported["shippingContact"] == customer["contact"]
    assert [each["status"] for each in exported["payments"]] == ["declined", "declined", "authorized"]
    assert exported["questions"][0]["kind"] == "shippingContact"
    for _ in range(2):
        tell("DELETE", "/v1/customers/{customer}", secret, names=person, status=204)
    erased = tell("GET", "/v1/customers/{customer}", secret, names=person)
    assert "erasedAt" in erased and "contact" not in erased
    export = tell("GET", "/v1/customers/{customer}/export", secret, names=person)
    assert "shippingContact" not in export["checkouts"]["data"][0]
    page = tell("GET", "/v1/checkouts", secret)
    assert page["data"][0]["id"] == opened["id"]


def test_the_same_idempotency_key_creates_one_checkout(tell, merchant):
    secret, key = merchant["secretKey"], "story-1"
    cart = {"currencyCode": "USD", "items": [{"name": "Scarf", "unitPrice": "25.00"}]}
    first = tell("POST", "/v1/checkouts", secret, cart, 201, Idempotency_Key=key)
    again = tell("POST", "/v1/checkouts", secret, cart, 201, Idempotency_Key=key)
    assert again == first
    cart["items"][0]["unitPrice"] = "26.00"
    reused = tell("POST", "/v1/checkouts", secret, cart, 422, Idempotency_Key=key)
    assert reused["code"] == "idempotency_key_reused"


def test_every_bad_field_is_named_in_one_answer(tell, merchant):
    cart = {
        "currencyCode": "USD", "color": "red",
        "items": [{"name": "", "quantity": 0, "unitPrice": "1.005"}],
    }
    refused = tell("POST", "/v1/checkouts", merchant["secretKey"], cart, 400)
    assert refused["code"] == "invalid_request"
    assert {problem["pointer"] for problem in refused["errors"]} == {
        "/color", "/items/0/name", "/items/0/quantity", "/items/0/unitPrice"}


def test_a_key_permits_only_the_calls_of_its_kind_and_scope(tell, merchant):
    secret = merchant["secretKey"]
    reader = tell("POST", "/v1/keys", secret, {"kind": "secret", "scope": "read"}, 201)
    tell("GET", "/v1/merchant", reader["secret"])
    refused = tell("PATCH", "/v1/merchant", reader["secret"], {"countryCode": "US"}, 403)
    assert refused["code"] == "insufficient_scope"
    refused = tell("GET", "/v1/merchant", merchant["publishableKey"], status=403)
    assert refused["code"] == "wrong_credential"
    tell("GET", "/v1/merchant", "sk_1nobody0000000000000000000000", status=401)
    tell("GET", "/v1/merchant", status=401)
    body = {"contact": CONTACT, "required": ["postalAddress", "name", "email"]}
    verdict = tell("POST", "/v1/contacts/validate", merchant["publishableKey"], body)
    assert verdict["valid"] and verdict["normalized"]["postalCode"] == "95014-2083"


def test_another_merchants_objects_are_not_found(tell, merchant, world):
    opened = tell("POST", "/v1/checkouts", merchant["secretKey"], CART, 201)
    stranger = tell("POST", "/v1/merchants", world.operator, {"name": "Stranger"}, 201)
    names = {"checkout": opened["id"]}
    tell("GET", CHECKOUT, stranger["secretKey"], names=names, status=404)
    tell("POST", f"{CHECKOUT}/cancel", stranger["secretKey"], names=names, status=404)


def test_a_canceled_checkout_stays_canceled(tell, merchant):
    secret = merchant["secretKey"]
    cart = {"currencyCode": "USD", "items": [{"name": "Scarf", "unitPrice": "25.00"}]}
    opened = tell("POST", "/v1/checkouts", secret, cart, 201)
    names = {"checkout": opened["id"]}
    for _ in range(2):
        canceled = tell("POST", f"{CHECKOUT}/cancel", secret, names=names)
        assert canceled["status"] == "canceled"
    refused = tell(
        "POST", f"{CHECKOUT}/authorize", opened["clientSecret"], {"payment": payment()}, 409,
        names)
    assert refused["code"] == "checkout_not_open"


def test_a_rotated_key_works_in_its_overlap_and_can_be_revoked(tell, merchant):
    secret = merchant["secretKey"]
    old = tell("POST", "/v1/keys", secret, {"kind": "secret", "scope": "read"}, 201)
    names = {"key": old["id"]}
    new = tell("POST", "/v1/keys/{key}/rotate", secret, {"overlapSeconds": 3600}, 201, names)
    tell("GET", "/v1/merchant", old["secret"])
    tell("GET", "/v1/merchant", new["secret"])
    revoked = tell("DELETE", "/v1/keys/{key}", secret, names=names)
    assert "revokedAt" in revoked
    listed = tell("GET", "/v1/keys", secret)
    assert old["id"] in [key["id"] for key in listed["data"]]


def test_a_list_has_pages_with_the_newest_first(tell, world):
    secret = tell("POST", "/v1/merchants", world.operator, {"name": "Lists"}, 201)["secretKey"]
    cart = {"currencyCode": "USD", "countryCode": "US", "items": [{"name": "A", "unitPrice": "1"}]}
    made = {
        "/v1/checkouts": [cart] * 3,
        "/v1/coupons": [{"code": f"LIST{number}", "percentOff": "5"} for number in range(3)],
        "/v1/keys": [{"kind": "publishable"}] * 3,
    }
    for path, bodies in made.items():
        names = [tell("POST", path, secret, body, 201)["id"] for body in bodies]
        seen, cursor = [], ""
        while cursor is not None:
            # Two per page, so that the last page of an odd number is not full.
            query = {"limit": 2} | ({"after": cursor} if cursor else {})
            answer = world.call("GET", f"{path}?{urlencode(query)}", secret)
            assert house.check_answer(CONTRACT, "GET", path, answer) == []
            page = answer.json()
            assert len(page["data"]) <= 2
            seen += [row["id"] for row in page["data"]]
            cursor = page["nextCursor"]
        assert seen[:3] == names[::-1], path
        assert len(seen) == len(set(seen)), path


def test_an_endpoint_is_created_and_an_event_is_sent_to_it_again(tell, world):
    secret = tell("POST", "/v1/merchants", world.operator, {"name": "Hooks"}, 201)["secretKey"]
    opened = tell("POST", "/v1/checkouts", secret, CART, 201)
    tell("POST", f"{CHECKOUT}/cancel", secret, names={"checkout": opened["id"]})
    body = {"url": "https://shop.example/events", "eventTypes": ["checkout.captured"]}
    made = tell("POST", "/v1/webhook-endpoints", secret, body, 201)
    place = "/v1/webhook-endpoints/{endpoint}"
    names = {"endpoint": made["id"]}
    rotated = tell("POST", f"{place}/rotate-secret", secret, {"overlapHours": 1}, names=names)
    assert rotated["secret"] != made["secret"]
    for _ in range(200):
        listed = tell("GET", "/v1/events", secret)
        if listed["data"]:
            break
        time.sleep(0.05)
    event = listed["data"][0]
    assert (event["type"], event["object"]) == ("checkout.canceled", opened["id"])
    names["event"] = event["id"]
    assert tell("GET", "/v1/events/{event}", secret, names=names) == event
    one = f"{place}/deliveries/{{event}}"
    tell("GET", one, secret, names=names, status=404)
    again = tell("POST", f"{one}/redeliver", secret, names=names, status=202)
    assert again["state"] == "pending"
    assert tell("GET", one, secret, names=names)["attempts"] is not None
    assert len(tell("GET", f"{place}/deliveries", secret, names=names)["data"]) == 1
    off = tell("PATCH", place, secret, {"disabled": True}, names=names)
    assert off["disabledBecause"] == "merchant"
    refused = tell("POST", f"{one}/redeliver", secret, names=names, status=409)
    assert refused["code"] == "endpoint_disabled"
    gone = world.call("DELETE", place.format(**names), secret)
    assert gone.status_code == 204
    tell("GET", place, secret, names=names, status=404)


def test_the_server_serves_its_health_metrics_and_documents(tell):
    for path in ("/healthz", "/readyz", "/metrics", "/openapi.yaml", "/docs"):
        tell("GET", path)
