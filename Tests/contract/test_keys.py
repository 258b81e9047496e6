"""Every operation accepts only keys of its own kinds."""

import os
import time

import pytest

import contract as house
from world import World

pytestmark = pytest.mark.skipif(
    "PAYSHEET_URL" not in os.environ, reason="needs a live server: PAYSHEET_URL")
CONTRACT = house.load()
GUARDED = [
    pytest.param(method, path, operation, id=f"{method} {path}")
    for method, path, operation in house.operations(CONTRACT)
    if operation["security"] and {"participantCredential": []} not in operation["security"]
]
# Routes that require the credential of a participant. test_shared.py covers the routes that the
# link alone opens.
SHARERS = [
    pytest.param(method, path, operation, id=f"{method} {path}")
    for method, path, operation in house.operations(CONTRACT)
    if operation["security"] == [{"participantCredential": []}]
]
KINDS = ("operatorKey", "secretKey", "publishableKey", "clientSecret")


@pytest.fixture(scope="module")
def keys():
    """A valid key of each kind, and existing objects for the paths."""
    world = World()
    merchant = world.merchant("keys")
    checkout = world.new_checkout("keys")
    coupon = {"code": "KEYS", "percentOff": "10"}
    delivery = world.new_delivery("keys")
    hold = world.new_hold("keys")
    subscription = world.new_subscription("keys")
    return world, {
        "operatorKey": world.operator,
        "secretKey": merchant["secretKey"],
        "publishableKey": merchant["publishableKey"],
        "clientSecret": checkout["clientSecret"],
    }, {
        "merchant": merchant["id"],
        "checkout": checkout["id"],
        "key": world.new_key()["id"],
        "certificate": world.certificate("keys")["id"],
        "passType": world.pass_type("keys")["id"],
        "pass": world.new_pass("keys")["id"],
        "picture": world.picture("keys"),
        "sharedOrder": world.shared_order("keys")["id"],
        "coupon": world.made("POST", "/v1/coupons", merchant["secretKey"], coupon)["id"],
        "endpoint": delivery["endpoint"],
        "event": delivery["event"],
        "balance": hold["balance"],
        "hold": hold["id"],
        "domain": world.domain("keys"),
        "customer": "cus_10190f3d3s07c80m2rw1j8c9k4h",
        "plan": subscription["plan"],
        "subscription": subscription["id"],
        "invoice": world.new_invoice("keys")["id"],
        "laterPayment": world.new_later_payment("keys")["id"],
        "clock": subscription["testClock"],
        "refund": "ref_101kajz7vwg5h2q8m4c6r9t3xye",
        "reference": "sandbox_dispute_01kajz7vwg5h2q8m4c6r9t3xye",
    }


def asked(world, method, path, operation, names, key):
    body = None
    if "requestBody" in operation:
        # The body of a picture is not JSON. It can stay empty, because the server checks the key
        # first.
        content = operation["requestBody"]["content"].get("application/json", {"examples": {}})
        for example in content["examples"].values():
            body = house.resolve(CONTRACT, example)["value"]
            break
    answer = world.call(method, path.format(**names), key, body)
    assert house.check_answer(CONTRACT, method, path, answer) == []
    return answer


@pytest.mark.parametrize("method, path, operation", GUARDED)
def test_a_call_without_a_valid_key_is_refused(method, path, operation, keys):
    world, good, names = keys
    bad = [None, "", "nonsense", "sk_", *(f"{key[:-1]}{'0' if key[-1] != '0' else '1'}"
                                        for key in good.values())]
    for key in bad:
        answer = asked(world, method, path, operation, names, key)
        assert answer.status_code == 401, key and key[:3]
        code = "invalid_credential" if key is not None else "missing_credential"
        assert answer.json()["code"] == code


@pytest.mark.parametrize("method, path, operation", GUARDED)
def test_a_valid_key_of_another_kind_is_refused(method, path, operation, keys):
    world, good, names = keys
    welcome = {name for choice in operation["security"] for name in choice}
    for kind in KINDS:
        if kind in welcome:
            continue
        answer = asked(world, method, path, operation, names, good[kind])
        assert answer.status_code == 403, kind
        assert answer.json()["code"] == "wrong_credential"


@pytest.fixture(scope="module")
def friends(keys):
    """Two shared orders with different participants."""
    world, *_ = keys
    return world.shared_order("keys"), world.shared_order("keys")


@pytest.mark.parametrize("method, path, operation", SHARERS)
def test_a_shared_order_accepts_only_the_credentials_of_its_participants(method, path, operation, keys, friends):
    world, good, _ = keys
    order, other = friends
    names = {"token": order["token"], "participant": 2, "choice": "first", "message": 1}
    answer = asked(world, method, path, operation, names, None)
    assert (answer.status_code, answer.json()["code"]) == (401, "missing_credential")
    answer = asked(world, method, path, operation, names, other["credential"])
    assert (answer.status_code, answer.json()["code"]) == (403, "not_participant")
    for key in ["sp_", f"{order['credential'][:-1]}!", *good.values()]:
        # The server accepts twenty calls with unknown credentials a second from an address.
        for _ in range(100):
            answer = asked(world, method, path, operation, names, key)
            if answer.status_code != 429:
                break
            time.sleep(0.1)
        assert (answer.status_code, answer.json()["code"]) == (401, "invalid_credential"), key[:3]


@pytest.mark.parametrize(
    "method, path, operation",
    # Two merchants may use the same name of a picture, which PictureTests covers.
    [one for one in GUARDED if "{" in one.values[1] and "{merchant}" not in one.values[1]
     and one.values[:2] != ("PUT", "/v1/pictures/{picture}")])
def test_another_merchants_objects_are_not_found(method, path, operation, keys):
    world, _, names = keys
    welcome = {name for choice in operation["security"] for name in choice}
    stranger = world.merchant("stranger")
    strangers = {
        "secretKey": stranger["secretKey"],
        "clientSecret": world.new_checkout("stranger")["clientSecret"],
        # Another checkout of the same merchant is not accessible either.
        "clientSecret of another": world.new_checkout("keys")["clientSecret"],
    }
    for kind, key in strangers.items():
        if kind.partition(" ")[0] in welcome:
            answer = asked(world, method, path, operation, names, key)
            assert answer.status_code == 404, kind
            assert answer.json()["code"] == "not_found"


SCOPES = house.resolve(CONTRACT, {"$ref": "#/components/schemas/Scope"})["enum"]
# Each operation for a secret key, with the scope that the key needs.
SCOPED = [
    pytest.param(*one.values, choice["secretKey"][0], id=one.id)
    for one in GUARDED for choice in one.values[2]["security"] if "secretKey" in choice
]


@pytest.fixture(scope="module")
def restricted(keys):
    """Restricted keys of a merchant that has none of the objects: one for each scope, and one for each with
    all other scopes, which do not include it."""
    world, *_ = keys
    secret = world.merchant("stranger")["secretKey"]

    def key(scopes):
        return world.made("POST", "/v1/keys", secret, {"kind": "secret", "scopes": scopes})["secret"]

    def includes(one, other):
        return one in (other, other.replace(":read", ":write"))

    return {scope: (key([scope]), key([one for one in SCOPES if not includes(one, scope)])) for scope in SCOPES}


@pytest.mark.parametrize("method, path, operation, scope", SCOPED)
def test_a_restricted_key_may_call_only_operations_of_its_scopes(method, path, operation, scope, keys, restricted):
    world, _, names = keys
    refusal = f"this key does not have the scope {scope}"
    enough, all_others = restricted[scope]
    assert asked(world, method, path, operation, names, enough).json().get("detail") != refusal
    answer = asked(world, method, path, operation, names, all_others)
    assert (answer.status_code, answer.json()["code"], answer.json()["detail"]) == (403, "insufficient_scope", refusal)


@pytest.mark.parametrize("body, refused", [
    ({"kind": "secret", "scopes": []}, {"/scopes"}),
    ({"kind": "secret", "scopes": ["payments"]}, {"/scopes/0"}),
    ({"kind": "secret", "scopes": ["payments:write", "settings:delete", 5]}, {"/scopes/1", "/scopes/2"}),
    ({"kind": "secret", "scope": "read", "scopes": ["payments:write"]}, {"/scopes"}),
    ({"kind": "secret", "scope": "restricted"}, {"/scope"}),
    ({"kind": "publishable", "scopes": ["payments:write"]}, {"/scopes"}),
    ({"kind": "secret", "name": " "}, {"/name"}),
    ({"kind": "secret", "name": "\u200b\u2800\ufeff"}, {"/name"}),
    ({"kind": "secret", "name": "x" * 101, "scopes": "payments:write"}, {"/name", "/scopes"}),
])
def test_a_key_with_wrong_scopes_or_name_is_not_created(body, refused, keys):
    world, good, _ = keys
    answer = world.call("POST", "/v1/keys", good["secretKey"], body)
    assert answer.status_code == 400
    assert {error["pointer"] for error in answer.json()["errors"]} == refused


def test_a_restricted_key_gives_and_takes_only_scopes_that_it_has(keys):
    world, *_ = keys
    secret = world.merchant("restricted")["secretKey"]
    made = world.made(
        "POST", "/v1/keys", secret, {"kind": "secret", "name": "Robot", "scopes": ["keys:write", "payments:read"]})
    assert (made["scope"], made["scopes"], made["name"]) == ("restricted", ["payments:read", "keys:write"], "Robot")
    fewer = world.made("POST", "/v1/keys", secret, {"kind": "secret", "scopes": ["refunds:read", "refunds:write"] * 2})
    assert fewer["scopes"] == ["refunds:write"]
    robot = made["secret"]
    for body in [
        {"kind": "secret"}, {"kind": "secret", "scope": "read"}, {"kind": "secret", "scopes": ["payments:write"]},
        {"kind": "secret", "scopes": ["keys:read", "settings:read"]},
    ]:
        answer = world.call("POST", "/v1/keys", robot, body)
        assert (answer.status_code, answer.json()["code"]) == (403, "insufficient_scope"), body
    other = world.made("POST", "/v1/keys", secret, {"kind": "secret", "scopes": ["refunds:write"]})
    for method, path in [("POST", f"/v1/keys/{other['id']}/rotate"), ("DELETE", f"/v1/keys/{other['id']}")]:
        answer = world.call(method, path, robot)
        assert (answer.status_code, answer.json()["code"]) == (403, "insufficient_scope"), path
    assert world.call("GET", "/v1/keys", other["secret"]).status_code == 403
    less = world.made("POST", "/v1/keys", robot, {"kind": "secret", "scopes": ["payments:read"]})
    assert world.call("GET", "/v1/checkouts", less["secret"]).status_code == 200
    rotated = world.made("POST", f"/v1/keys/{made['id']}/rotate", robot)
    assert (rotated["scopes"], rotated["name"]) == (made["scopes"], "Robot")
    assert world.made("DELETE", f"/v1/keys/{less['id']}", robot)["revokedAt"]
    listed = {key["id"]: key for key in world.made("GET", "/v1/keys", robot)["data"]}
    assert "lastUsedAt" in listed[less["id"]] and "lastUsedAt" not in listed[rotated["id"]]


def test_a_key_that_only_reads_payments_does_not_see_the_client_secret(keys):
    world, good, names = keys
    reads = world.made("POST", "/v1/keys", good["secretKey"], {"kind": "secret", "scopes": ["payments:read"]})
    path = f"/v1/checkouts/{names['checkout']}"
    assert "clientSecret" in world.made("GET", path, good["secretKey"])
    assert "clientSecret" not in world.made("GET", path, reads["secret"])


def test_a_customers_passes_are_exported_only_to_a_key_that_reads_passes(keys):
    world, *_ = keys
    customer = world.customer()
    path = f"/v1/customers/{customer['id']}/export"

    def export(scopes):
        key = world.made("POST", "/v1/keys", world.secret("checkouts"), {"kind": "secret", "scopes": scopes})
        return world.made("GET", path, key["secret"]).keys()

    assert not {"passes", "orders"} & export(["customers:read"])
    assert {"passes", "orders"} <= export(["customers:read", "passes:read"])
