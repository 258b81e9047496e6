"""Webhook deliveries to a merchant's server, verified by an independent library."""

import json
import os
import time

import pytest
from standardwebhooks import Webhook, WebhookVerificationError

from receiver import SECONDS, Receiver
from world import CART, World, payment

pytestmark = pytest.mark.skipif(
    "PAYSHEET_URL" not in os.environ, reason="needs a live server: PAYSHEET_URL")


@pytest.fixture(scope="module")
def world():
    return World()


@pytest.fixture
def receiver():
    server = Receiver()
    yield server
    server.shutdown()
    server.server_close()


def shop(world, name, receiver):
    """A new merchant's secret key, and its endpoint."""
    merchant = world.made("POST", "/v1/merchants", world.operator, {"name": name})
    key = merchant["secretKey"]
    return key, world.made("POST", "/v1/webhook-endpoints", key, {"url": receiver.url})


def cancel(world, key):
    checkout = world.made("POST", "/v1/checkouts", key, CART)
    world.made("POST", f"/v1/checkouts/{checkout['id']}/cancel", key)
    return checkout


def header(headers, name):
    return {key.lower(): value for key, value in headers.items()}[name]


def test_a_payment_event_arrives_and_is_verified(world, receiver):
    key, endpoint = shop(world, "Hears", receiver)
    checkout = world.made("POST", "/v1/checkouts", key, CART)
    answer = world.made(
        "POST", f"/v1/checkouts/{checkout['id']}/authorize", checkout["clientSecret"],
        {"payment": payment()})
    assert answer["status"] == 0, answer
    hook = Webhook(endpoint["secret"])
    listed, kinds = [], [None]
    while len(listed) < len(kinds):
        headers, body = receiver.next()
        event = hook.verify(body, headers)
        assert header(headers, "webhook-id") == event["id"]
        assert header(headers, "content-type") == "application/json"
        assert event == world.made("GET", f"/v1/events/{event['id']}", key)
        listed.append(event)
        kinds = world.made("GET", "/v1/events", key)["data"]
    assert {event["id"] for event in listed} == {event["id"] for event in kinds}
    assert "checkout.captured" in {event["type"] for event in listed}
    with pytest.raises(WebhookVerificationError):
        hook.verify(body + b" ", headers)
    log = f"/v1/webhook-endpoints/{endpoint['id']}/deliveries/{event['id']}"
    for _ in range(200):
        delivery = world.made("GET", log, key)
        if delivery["state"] == "delivered":
            break
        time.sleep(0.05)
    assert [attempt["status"] for attempt in delivery["attempts"]] == [204], delivery


def test_both_secrets_sign_during_a_rotation_and_no_other(world, receiver):
    key, endpoint = shop(world, "Rotates", receiver)
    place = f"/v1/webhook-endpoints/{endpoint['id']}/rotate-secret"
    rotated = world.made("POST", place, key, {"overlapHours": 1})
    checkout = cancel(world, key)
    headers, body = receiver.next()
    assert len(header(headers, "webhook-signature").split(" ")) == 2
    for secret in (endpoint["secret"], rotated["secret"]):
        event = Webhook(secret).verify(body, headers)
        assert (event["type"], event["object"]) == ("checkout.canceled", checkout["id"])
    with pytest.raises(WebhookVerificationError):
        Webhook(b"not the secret of this endpoint!").verify(body, headers)
    last = world.made("POST", place, key, {"overlapHours": 0})
    cancel(world, key)
    headers, body = receiver.next()
    Webhook(last["secret"]).verify(body, headers)
    for secret in (endpoint["secret"], rotated["secret"]):
        with pytest.raises(WebhookVerificationError):
            Webhook(secret).verify(body, headers)


def test_a_failed_delivery_is_repeated_with_the_same_body_and_a_new_timestamp(world, receiver):
    key, endpoint = shop(world, "Stumbles", receiver)
    receiver.statuses.put(500)
    cancel(world, key)
    first, again = receiver.next(), receiver.next()
    hook = Webhook(endpoint["secret"])
    assert hook.verify(first[1], first[0]) == hook.verify(again[1], again[0])
    assert first[1] == again[1]
    assert header(first[0], "webhook-id") == header(again[0], "webhook-id")
    times = [int(header(headers, "webhook-timestamp")) for headers, _ in (first, again)]
    assert 4 <= times[1] - times[0] <= SECONDS
    assert json.loads(again[1])["type"] == "checkout.canceled"
