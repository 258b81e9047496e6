"""An error names what its sender most likely meant."""

import base64
import os
import re

import pytest

import contract as house
from world import CART, World

pytestmark = pytest.mark.skipif(
    "PAYSHEET_URL" not in os.environ, reason="needs a live server: PAYSHEET_URL")


CONTRACT = house.load()


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


@pytest.mark.parametrize("path", ["/v1/checkouts", "/v1/shared/{token}", "/v1/shared/{token}/finished"])
def test_basic_authentication_gets_the_advice_to_send_a_bearer_token(world, path):
    key = world.secret("hints")
    pair = base64.b64encode(f"{key}:".encode()).decode()
    path = path.format(token=world.shared_order("hints")["token"] if "token" in path else "")
    answer = world.call("GET", path, None, Authorization=f"Basic {pair}")
    assert (answer.status_code, answer.json()["code"]) == (401, "missing_credential")
    assert answer.json()["detail"].startswith("this API does not take Basic authentication: send")
    assert answer.headers["WWW-Authenticate"] == "Bearer"
    assert pair not in answer.text and key not in answer.text


QUERIED = [
    pytest.param(method, path, operation, id=f"{method} {path}")
    for method, path, operation in house.operations(CONTRACT)
    if any(scheme in choice for choice in operation["security"] for scheme in ("secretKey", "clientSecret"))
]


@pytest.mark.parametrize("method, path, operation", QUERIED)
def test_every_call_refuses_a_parameter_that_it_does_not_take(world, method, path, operation):
    names = {name: "1" for name in re.findall(r"{(\w+)}", path)}
    checkout = world.new_checkout("hints")
    names |= {"checkout": checkout["id"], "event": "evt_1"}
    takes_secret = any("secretKey" in choice for choice in operation["security"])
    key = world.secret("hints") if takes_secret else checkout["clientSecret"]
    body = {"payment": {"token": {}}} if path.endswith("/authorize") else {}
    known = {house.resolve(CONTRACT, one)["name"] for one in operation.get("parameters", [])
             if house.resolve(CONTRACT, one)["in"] == "query"}
    for query, pointers in [("zz=1&zz=2", {"?zz"}), ("clientversion=3", {"?clientversion"})]:
        answer = world.call(method, f"{path.format(**names)}?{query}", key, body if method != "GET" else None)
        assert house.check_answer(CONTRACT, method, path, answer) == []
        if known:
            # The values of known parameters are checked together with the body or the object.
            assert answer.status_code in (400, 404), answer.text
            for name in known:
                again = world.call(method, f"{path.format(**names)}?{name}=1&{name}=2", key, body if method != "GET" else None)
                codes = [error["code"] for error in again.json().get("errors", []) if error["pointer"] == f"?{name}"]
                assert codes in ([], ["duplicate"]), name
        else:
            assert answer.status_code == 400, answer.text
            assert {error["pointer"] for error in answer.json()["errors"]} == pointers


def test_a_misspelt_client_version_is_refused(world):
    checkout = world.new_checkout("hints")
    for method, path, key in [
        ("GET", f"/v1/checkouts/{checkout['id']}", world.secret("hints")),
        ("POST", f"/v1/checkouts/{checkout['id']}/payment-method", checkout["clientSecret"]),
    ]:
        body = {"paymentMethod": {"type": "debit"}} if method == "POST" else None
        answer = world.call(method, f"{path}?clientversion=3", key, body)
        assert answer.status_code == 400
        assert [error["detail"] for error in answer.json()["errors"]] == [
            "unknown parameter; did you mean clientVersion?"]
        assert world.call(method, f"{path}?clientVersion=3", key, body).status_code == 200


@pytest.mark.parametrize("limit, code", [
    ("%2B5", "invalid_value"), ("1.0", "invalid_value"), ("-5", "out_of_range"), ("0", "out_of_range"), ("", "invalid_value")])
def test_a_limit_is_a_whole_number_in_digits(world, limit, code):
    answer = world.call("GET", f"/v1/checkouts?limit={limit}", world.secret("hints"))
    assert [(error["pointer"], error["code"]) for error in answer.json()["errors"]] == [("?limit", code)]


@pytest.mark.parametrize("member, meant", [("testClok", "testClock"), ("pln", "plan")])
def test_a_misspelt_plan_or_clock_names_the_member(world, member, meant):
    answer = world.call("POST", "/v1/checkouts", world.secret("hints"), cart(**{member: "x"}))
    assert [error["detail"] for error in answer.json()["errors"]] == [f"unknown member; did you mean {meant}?"]


@pytest.mark.parametrize("method", ["GET", "PUT", "DELETE", "PATCH"])
def test_a_path_of_its_own_is_no_identifier_for_another_method(world, method):
    answer = world.call(method, "/v1/balances/lookup", world.secret("hints"), {} if method != "GET" else None)
    assert (answer.status_code, answer.headers["Allow"]) == (405, "POST")


@pytest.mark.parametrize("method, path, body, pointer", [
    ("PUT", "/v1/processor", {"kind": "stripe"}, "/kind"),
    ("POST", "/v1/certificates", {"kin": "passType"}, "/kin"),
    ("PATCH", "/v1/checkouts/{checkout}/order", {"zz": 1}, "/zz"),
])
def test_errors_of_a_body_come_before_the_state_of_the_merchant(world, method, path, body, pointer):
    path = path.format(checkout=world.new_checkout("hints")["id"])
    answer = world.call(method, path, world.secret("hints"), body)
    assert answer.status_code == 400
    assert pointer in {error["pointer"] for error in answer.json()["errors"]}


@pytest.mark.parametrize("method, path, operation", [one for one in QUERIED if one.values[0] == "DELETE"])
def test_a_deletion_refuses_members_in_its_body(world, method, path, operation):
    checkout = world.new_checkout("hints")
    names = {name: "1" for name in re.findall(r"{(\w+)}", path)} | {"checkout": checkout["id"]}
    answer = world.call(method, path.format(**names), world.secret("hints"), {"force": True})
    assert house.check_answer(CONTRACT, method, path, answer) == []
    assert answer.status_code == 400
    assert [(error["pointer"], error["code"]) for error in answer.json()["errors"]] == [("/force", "unknown_field")]
