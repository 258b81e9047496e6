"""Schemathesis sends generated requests to the server and checks every answer by openapi.yaml.

The number of examples is limited and the seed is fixed, so that a run is short and repeatable.
"""

import itertools
import os

import pytest
import schemathesis
from hypothesis import HealthCheck, settings
from schemathesis.core.parameters import ParameterLocation

import contract as house
from given import with_nulls
from world import World

EXAMPLES_MAX = int(os.environ.get("PAYSHEET_CONTRACT_EXAMPLES", "25"))

CONFIG = schemathesis.Config.from_dict(
    {
        "seed": 20261121,
        "generation": {"deterministic": True, "max-examples": EXAMPLES_MAX, "database": "none"},
        "checks": {
            # A schema cannot express that values of two members exclude each other, that a code
            # is used already, or that a checkout is closed. The server may therefore refuse a
            # request that matches the schema.
            "positive_data_acceptance": {"expected-statuses": ["2xx", 400, 404, 409, 422]},
            "negative_data_rejection": {"expected-statuses": [400, 404, 405, 415]},
        },
    }
)
CONTRACT = house.load()
GENERATED = with_nulls(CONTRACT)
SECURITY = {}
for method, path, operation in house.operations(GENERATED):
    # Schemathesis cannot choose the key that belongs to the object in the path, so `credential`
    # chooses it. test_keys.py tests wrong keys for every operation.
    SECURITY[method, path] = operation.pop("security")
schema = schemathesis.openapi.from_dict(GENERATED, config=CONFIG)
# Checks that cannot pass in this test, each with its reason.
SWITCHED_OFF = [
    # It needs the `security` members, which are removed above.
    schemathesis.checks.CHECKS.get_one("ignored_auth"),
]
# Checks that cannot pass for one path, each with its reason.
SHADOWED = {
    # `lookup` is also matched by /v1/balances/{balance}, so that other methods get the answers of
    # that path.
    "/v1/balances/lookup": ["unsupported_method", "allow_header_conformance"],
    # The server limits unauthenticated calls before it reads them, and this test sends too many.
    "/v1/processors/{name}/{merchant}": ["negative_data_rejection", "positive_data_acceptance"],
    # Apple decides the content of pass.json, which a schema cannot express.
    "/v1/passes": ["positive_data_acceptance"],
    "/v1/passes/{pass}": ["positive_data_acceptance"],
    # The server accepts any query of a phone.
    "/passkit/v1/devices/{device}/registrations/{typeIdentifier}": ["negative_data_rejection"],
    # Authorization is checked before the other parameters, and an invalid date is treated as a
    # missing one.
    "/passkit/v1/devices/{device}/registrations/{typeIdentifier}/{serialNumber}": ["negative_data_rejection"],
    "/passkit/v1/passes/{typeIdentifier}/{serialNumber}": ["negative_data_rejection"],
    "/orders/v1/devices/{device}/registrations/{typeIdentifier}": ["negative_data_rejection"],
    "/orders/v1/devices/{device}/registrations/{typeIdentifier}/{orderIdentifier}": ["negative_data_rejection"],
    "/orders/v1/orders/{typeIdentifier}/{orderIdentifier}": ["negative_data_rejection"],
    # `after` may be any name, and an invalid If-None-Match is treated as a different tag.
    "/v1/pictures": ["negative_data_rejection"],
    "/v1/pictures/{picture}": ["negative_data_rejection"],
    # Apple also decides the content of order.json.
    "/v1/checkouts/{checkout}/order": ["positive_data_acceptance"],
    # As for other calls of phones; and a pass can be personalized only once.
    "/passkit/v1/passes/{typeIdentifier}/{serialNumber}/personalize": ["negative_data_rejection", "positive_data_acceptance"],
    # The server limits calls with unknown links, and this test sends too many.
    "/v1/shared/{token}": ["negative_data_rejection"],
    "/v1/shared/{token}/participants": ["negative_data_rejection"],
    "/v1/shared/{token}/participants/{participant}": ["negative_data_rejection"],
    "/v1/shared/{token}/participants/{participant}/choices/{choice}/steps": ["negative_data_rejection"],
    "/v1/shared/{token}/host": ["negative_data_rejection"],
    "/v1/shared/{token}/messages": ["negative_data_rejection"],
    "/v1/shared/{token}/messages/{message}": ["negative_data_rejection"],
    "/v1/shared/{token}/choices/{choice}": ["negative_data_rejection"],
    "/v1/shared/{token}/finished": ["negative_data_rejection"],
    "/v1/shared/{token}/again": ["negative_data_rejection"],
    "/v1/shared/{token}/cancel": ["negative_data_rejection"],
    "/v1/shared/{token}/lock": ["negative_data_rejection"],
    "/v1/shared/{token}/unlock": ["negative_data_rejection"],
    "/v1/shared/{token}/checkout": ["negative_data_rejection"],
    "/v1/shared/{token}/accept": ["negative_data_rejection"],
    # The server limits calls without a key, and this test sends too many. The server answers 200
    # to every notification.
    "/v1/apple/{merchant}/notification/merchantToken/{event}": ["negative_data_rejection", "positive_data_acceptance"],
}

pytestmark = pytest.mark.skipif(
    "PAYSHEET_URL" not in os.environ, reason="needs a live server: PAYSHEET_URL")


@pytest.fixture(scope="session")
def world():
    return World()


GROUPS = {
    "Operator": "operator", "Merchant": "settings", "Contacts": "contacts", "Balances": "balances",
    "Subscriptions": "subscriptions", "Shared orders": "shared"}
TURNS = itertools.count()


def group_of(operation):
    if "/domains/" in operation.path:
        return "domains"
    if "/keys" in operation.path:
        return "keys"
    if "/certificates" in operation.path:
        return "certificates"
    if "/pass-types" in operation.path or operation.path.startswith("/v1/passes"):
        return "passes"
    if "/processor" in operation.path:
        return "processor"
    if "/coupons" in operation.path:
        return "coupons"
    if "/pictures" in operation.path:
        return "pictures"
    if "/webhook-endpoints" in operation.path or "/events" in operation.path:
        return "webhooks"
    return GROUPS.get(operation.tags[0], "checkouts")


def names_something(case):
    """True if the path has parameters that Schemathesis did not make invalid on purpose."""
    return case.path_parameters and not case.meta.is_negative_at(ParameterLocation.PATH)


def make_prompt(body):
    """Replaces slow outcomes, for which authorize waits up to 25 s. Other tests cover them."""
    for name in ("payment", "token", "paymentData", "sandbox"):
        body = body.get(name) if isinstance(body, dict) else None
    if isinstance(body, dict):
        if body.get("outcome") in ("timeout", "unknown", "late_success", "slow", "unreachable"):
            body["outcome"] = "decline"
        delay = body.get("delayMilliseconds")
        if type(delay) is int and 0 <= delay <= 60_000:
            body["delayMilliseconds"] = 0


def sell_what_exists(world, case):
    """Replaces a generated plan and clock with the merchant's own."""
    if not isinstance(case.body, dict) or case.meta.is_negative_at(ParameterLocation.BODY):
        return
    if isinstance(case.body.get("plan"), str):
        case.body["plan"] = world.new_plan("checkouts")["id"]
        case.body["currencyCode"] = "USD"
    if isinstance(case.body.get("testClock"), str):
        case.body["testClock"] = world.new_clock("checkouts")["id"]


def change_what_exists(world, case, subscription):
    """Replaces a generated plan or quote with another plan or a quote of this subscription."""
    if not isinstance(case.body, dict) or case.meta.is_negative_at(ParameterLocation.BODY):
        return
    if isinstance(case.body.get("plan"), str):
        case.body["plan"] = world.new_plan()["id"]
    if isinstance(case.body.get("quote"), str):
        case.body["quote"] = world.new_quote(subscription)["quote"]


def issue_what_exists(world, case):
    """Replaces a generated pass type with the merchant's, and removes customer, balance and
    checkout."""
    if isinstance(case.body, dict) and not case.meta.is_negative_at(ParameterLocation.BODY):
        case.body["passType"] = world.pass_type()["id"]
        case.body.pop("customer", None)
        case.body.pop("balance", None)
        case.body.pop("checkout", None)


def share_what_exists(world, case, path):
    """Fills in the path and the body with a new shared order, which is locked if the operation
    requires it. Returns the host's credential; for a call that needs none, every second time."""
    is_paying = path.endswith(("/checkout", "/accept", "/unlock"))
    order = world.locked_order(payers="each" if path.endswith("/accept") else "host") if is_paying else world.shared_order()
    fill = names_something(case)
    if fill:
        case.path_parameters["token"] = order["token"]
        if "participant" in case.path_parameters:
            case.path_parameters["participant"] = 1 if path.endswith("/steps") else 2
        if "message" in case.path_parameters:
            step = world.call("POST", f"/v1/shared/{order['token']}/messages", order["credential"], {"step": "invite"})
            case.path_parameters["message"] = step.json()["message"]
        if "choice" in case.path_parameters and next(TURNS) % 2:
            case.path_parameters["choice"] = "first"
    if isinstance(case.body, dict) and not case.meta.is_negative_at(ParameterLocation.BODY):
        if isinstance(case.body.get("hash"), str):
            case.body["hash"] = order.get("hash") or world.made("GET", f"/v1/shared/{order['token']}", None)["hash"]
        if isinstance(case.body.get("item"), str):
            case.body["item"] = "water"
        if path.endswith("/messages"):
            # An identifier must be one by which the participant has joined.
            case.body.pop("identifier", None)
    # A new participant has no credential; an existing one joins from another device.
    return None if path.endswith("/participants") and next(TURNS) % 2 else order["credential"]


def credential(world, case):
    """Fills in the path with an existing object and returns the key for it."""
    path, method = case.operation.path, case.operation.method.upper()
    schemes = [name for choice in SECURITY[method, path] for name in choice]
    secret = world.secret(group_of(case.operation)) if "secretKey" in schemes else None
    fill = names_something(case)
    if path.endswith("/authorize"):
        make_prompt(case.body)
    if case.query and not case.meta.is_negative_at(ParameterLocation.QUERY):
        # A valid cursor must come from a page. test_story.py reads pages.
        case.query.pop("after", None)
    if "{checkout}" in path:
        checkout = (
            world.paid_order() if "/order" in path
            else world.paid_checkout() if path.endswith("/customer") else world.new_checkout())
        if fill:
            case.path_parameters["checkout"] = checkout["id"]
        by_browser = "clientSecret" in schemes and (not secret or next(TURNS) % 2)
        return checkout["clientSecret"] if by_browser else secret
    if "{token}" in path:
        return share_what_exists(world, case, path)
    if "{sharedOrder}" in path and fill:
        order = world.shared_order()
        if path.endswith("/erase"):
            world.made("POST", f"/v1/shared-orders/{order['id']}/cancel", secret)
        case.path_parameters["sharedOrder"] = order["id"]
    if path == "/v1/shared-orders" and isinstance(case.body, dict) and not case.meta.is_negative_at(ParameterLocation.BODY):
        # SharedPassTests covers pass types.
        case.body.pop("passType", None)
    if path == "/v1/checkouts" and method == "POST":
        sell_what_exists(world, case)
    if "{plan}" in path and fill:
        case.path_parameters["plan"] = world.new_plan()["id"]
    if "{subscription}" in path and fill:
        subscription = world.new_subscription()
        case.path_parameters["subscription"] = subscription["id"]
        if path.endswith("/change"):
            change_what_exists(world, case, subscription)
    if "{laterPayment}" in path and fill:
        case.path_parameters["laterPayment"] = world.new_later_payment()["id"]
    if "{invoice}" in path and fill:
        status = "pending" if path.endswith("/finalize") else "open"
        case.path_parameters["invoice"] = world.new_invoice(status=status)["id"]
    if "{clock}" in path and fill:
        case.path_parameters["clock"] = world.new_clock()["id"]
    if "{domain}" in path and fill:
        case.path_parameters["domain"] = world.domain()
    if "{key}" in path and fill:
        case.path_parameters["key"] = world.new_key()["id"]
    if "{certificate}" in path and fill:
        case.path_parameters["certificate"] = world.certificate()["id"]
    if "{passType}" in path and fill:
        case.path_parameters["passType"] = world.pass_type()["id"]
    if "{pass}" in path and fill:
        case.path_parameters["pass"] = world.new_pass()["id"]
    if path == "/v1/passes" and method == "POST":
        issue_what_exists(world, case)
    if path.startswith("/passkit/") and "{serialNumber}" in path and fill:
        held = world.held_pass()
        case.path_parameters["typeIdentifier"] = held["passTypeIdentifier"]
        case.path_parameters["serialNumber"] = held["serialNumber"]
        return "ApplePass " + held["authenticationToken"]
    if path.startswith("/orders/") and "{orderIdentifier}" in path and fill:
        held = world.held_order()
        case.path_parameters["typeIdentifier"] = held["orderTypeIdentifier"]
        case.path_parameters["orderIdentifier"] = held["orderIdentifier"]
        return "AppleOrder " + held["authenticationToken"]
    if "{picture}" in path and fill:
        case.path_parameters["picture"] = world.picture()
    if "{coupon}" in path and fill:
        case.path_parameters["coupon"] = world.new_coupon()["id"]
    if path == "/v1/webhook-endpoints" and method == "POST":
        # Makes room for another endpoint.
        world.new_endpoint()
    if "{endpoint}" in path and fill:
        delivery = world.new_delivery()
        case.path_parameters["endpoint"] = delivery["endpoint"]
        if "{event}" in path:
            case.path_parameters["event"] = delivery["event"]
    elif "{event}" in path and fill:
        case.path_parameters["event"] = world.event()["id"]
    if "{hold}" in path:
        hold = world.new_hold()
        if fill:
            case.path_parameters |= {"balance": hold["balance"], "hold": hold["id"]}
    elif "{balance}" in path and fill:
        case.path_parameters["balance"] = world.new_balance()["id"]
    if "{customer}" in path and fill:
        case.path_parameters["customer"] = world.customer()["id"]
    if "{merchant}" in path and fill:
        case.path_parameters["merchant"] = world.merchant("operator")["id"]
    if "operatorKey" in schemes:
        return world.operator
    if "publishableKey" in schemes and next(TURNS) % 2:
        return world.merchant("contacts")["publishableKey"]
    return secret


# The answer is an endless stream, which SharedStreamTests covers.
@schema.exclude(path="/v1/shared/{token}/events").parametrize()
@settings(
    deadline=None,
    suppress_health_check=list(HealthCheck),
)
def test_the_server_keeps_the_contract(case, world):
    key = credential(world, case)
    headers = {"Authorization": key if key and " " in key else f"Bearer {key}"} if key else {}
    if case.operation.path.endswith("/merchant-session"):
        # Only pages call this route, and a page sends its origin.
        headers["Origin"] = "http://localhost"
    shadowed = map(schemathesis.checks.CHECKS.get_one, SHADOWED.get(case.operation.path, []))
    case.call_and_validate(
        base_url=world.url, session=world.session, headers=headers,
        excluded_checks=SWITCHED_OFF + list(shadowed))
