"""A merchant connects its own Stripe account over the API. localstripe simulates Stripe."""

import os

import pytest

import device
from world import World

pytestmark = pytest.mark.skipif(
    "PAYSHEET_STRIPE" not in os.environ, reason="needs a live server: PAYSHEET_STRIPE")

KEYS = {"secretKey": "sk_test_ofatoastandjamshop", "webhookSecrets": ["whsec_whatstripesignswith"]}
CART = {"currencyCode": "USD", "countryCode": "US", "captureMethod": "manual",
        "items": [{"name": "Scarf", "quantity": 1, "unitPrice": "25.00"}]}


@pytest.fixture(scope="module")
def shop():
    world = World()
    merchant = world.made(
        "POST", "/v1/merchants", world.operator, {"name": "Stripe shop", "processor": "stripe"})
    devices = device.Devices(os.environ["PAYSHEET_DEVICES"])
    world.made("POST", "/v1/certificates", merchant["secretKey"], devices.creation())
    return world, merchant["secretKey"], devices


def pay(world, key, devices):
    checkout = world.made("POST", "/v1/checkouts", key, CART)
    return checkout["id"], world.call(
        "POST", f"/v1/checkouts/{checkout['id']}/authorize", checkout["clientSecret"],
        {"payment": {"token": {"paymentData": devices.payment_data(2500)}}})


def test_a_payment_uses_the_merchants_account(shop):
    world, key, devices = shop
    _, refused = pay(world, key, devices)
    assert (refused.status_code, refused.json()["code"]) == (409, "no_processor")
    connected = world.made("PUT", "/v1/processor", key, KEYS)
    assert connected["secretKey"] == "sk_test_…shop"
    checkout, paid = pay(world, key, devices)
    assert (paid.status_code, paid.json()["status"]) == (200, 0), paid.text
    world.made("POST", f"/v1/checkouts/{checkout}/capture", key)
    world.made("POST", f"/v1/checkouts/{checkout}/refunds", key, {"amount": "5.00"})
    seen = world.made("GET", f"/v1/checkouts/{checkout}", key)
    assert (seen["capturedAmount"], seen["refundedAmount"]) == ("25.00", "5.00")
    held, paid = pay(world, key, devices)
    assert paid.json()["status"] == 0
    world.made("POST", f"/v1/checkouts/{held}/void", key)


def test_keys_are_never_disclosed(shop):
    world, key, _ = shop
    world.made("PUT", "/v1/processor", key, KEYS)
    shown = world.call("GET", "/v1/processor", key).text
    for secret in (KEYS["secretKey"], *KEYS["webhookSecrets"]):
        assert secret not in shown
    # The refusal of a key does not repeat it.
    refused = world.call("PUT", "/v1/processor", key, KEYS | {"secretKey": "sk_live_ofatoastshop"})
    assert refused.status_code == 400 and "ofatoast" not in refused.text
