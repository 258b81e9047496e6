"""An error names what its sender most likely meant."""

import base64
import os

import pytest

from world import CART, World

pytestmark = pytest.mark.skipif(
    "PAYSHEET_URL" not in os.environ, reason="needs a live server: PAYSHEET_URL")


@pytest.fixture(scope="module")
def world():
    return World()


def cart(**members):
    return {name: value for name, value in (CART | members).items() if value is not None}


@pytest.mark.parametrize("body, pointer, meant", [
    (cart(couponcode="SPRING"), "/couponcode", "couponCode"),
    (cart(coupon_code="SPRING"), "/coupon_code", "couponCode"),
    (cart(currencyCode=None, currency="USD"), "/currency", "currencyCode"),
    (cart(refernce="1"), "/refernce", "reference"),
    (cart(items=[{"name": "Scarf", "quantity": 1, "unit_price": "25.00"}]), "/items/0/unit_price", "unitPrice"),
    (cart(items=[{"name": "Scarf", "quantty": 1, "unitPrice": "25.00"}]), "/items/0/quantty", "quantity"),
])
def test_an_unknown_member_names_the_known_one(world, body, pointer, meant):
    answer = world.call("POST", "/v1/checkouts", world.secret("hints"), body)
    assert answer.status_code == 400
    details = {error["pointer"]: error["detail"] for error in answer.json()["errors"]}
    assert details[pointer] == f"unknown member; did you mean {meant}?"


def test_a_member_that_resembles_none_names_none(world):
    answer = world.call("POST", "/v1/checkouts", world.secret("hints"), cart(zebra=1))
    assert [error["detail"] for error in answer.json()["errors"]] == ["unknown member"]


@pytest.mark.parametrize(
    "query, meant", [("limits=2", "limit"), ("created_after=x", "createdAfter"), ("stat=open", "status")])
def test_an_unknown_parameter_names_the_known_one(world, query, meant):
    answer = world.call("GET", f"/v1/checkouts?{query}", world.secret("hints"))
    assert answer.status_code == 400
    assert [error["detail"] for error in answer.json()["errors"]] == [f"unknown parameter; did you mean {meant}?"]


@pytest.mark.parametrize("path, meant", [
    ("/v1/checkout", "/v1/checkouts"),
    ("/v1/checkouts/", "/v1/checkouts"),
    ("/checkouts", "/v1/checkouts"),
    ("/v1/checkouts/chk_1/authorise", "/v1/checkouts/{checkout}/authorize"),
    ("/v1/checkouts/chk_1/refund", "/v1/checkouts/{checkout}/refunds"),
    ("/v1/webhookendpoints", "/v1/webhook-endpoints"),
    ("/v1/pass_types", "/v1/pass-types"),
    ("/v1/subscription/sub_1", "/v1/subscriptions/{subscription}"),
])
def test_an_unknown_path_names_the_known_one(world, path, meant):
    answer = world.call("GET", path, world.secret("hints"))
    assert (answer.status_code, answer.json()["code"]) == (404, "not_found")
    assert answer.json()["detail"] == f"this route does not exist; did you mean {meant}?"


@pytest.mark.parametrize("path", ["/v1", "/v2/zebras", "/wp-login.php", "/v1/checkouts/chk_1/zebra"])
def test_a_path_that_resembles_none_names_none(world, path):
    answer = world.call("GET", path, world.secret("hints"))
    assert answer.status_code == 404
    assert answer.json()["detail"] == "this route does not exist"


def test_basic_authentication_gets_the_advice_to_send_a_bearer_token(world):
    key = world.secret("hints")
    pair = base64.b64encode(f"{key}:".encode()).decode()
    answer = world.call("GET", "/v1/checkouts", None, Authorization=f"Basic {pair}")
    assert (answer.status_code, answer.json()["code"]) == (401, "missing_credential")
    assert answer.json()["detail"].startswith("this API does not take Basic authentication: send")
    assert answer.headers["WWW-Authenticate"] == "Bearer"
    assert pair not in answer.text and key not in answer.text
