"""A subscription from its plan to its end, each answer held to the contract."""

import datetime
import os
import time

import pytest

import contract as house
from test_story import Teller
from world import PLAN, VARIABLE, World, payment

pytestmark = pytest.mark.skipif(
    "PAYSHEET_URL" not in os.environ, reason="needs a live server: PAYSHEET_URL")
CONTRACT = house.load()
START = datetime.datetime(2026, 5, 4, 10, tzinfo=datetime.timezone.utc)
ONE = "/v1/subscriptions/{subscription}"


def day(number):
    return (START + datetime.timedelta(days=number)).strftime("%Y-%m-%dT%H:%M:%SZ")


class Shop:
    """Sells plans on a clock of its own."""

    def __init__(self, tell, world):
        self.tell = tell
        merchant = {"name": "Toaster", "countryCode": "US"}
        self.secret = tell("POST", "/v1/merchants", world.operator, merchant, 201)["secretKey"]
        self.names = {}
        clock = self.ask("POST", "/v1/test-clocks", {"now": day(0)}, 201)
        self.names["clock"] = clock["id"]
        assert (clock["status"], clock["now"]) == ("ready", day(0))

    def ask(self, method, template, body=None, status=200, **names):
        return self.tell(method, template, self.secret, body, status, self.names | names)

    def subscribe(self, terms, *renewals):
        plan = self.ask("POST", "/v1/plans", terms, 201)
        checkout = self.ask("POST", "/v1/checkouts", {
            "currencyCode": "USD", "plan": plan["id"], "testClock": self.names["clock"],
            "lineItems": [{"label": "Toaster", "amount": "20.00"}], "reference": "member-1",
            "requiredShippingContactFields": ["name", "email"]}, 201)
        self.pay(checkout["id"], checkout["clientSecret"], {"renewals": list(renewals)})
        path = f"/v1/subscriptions?checkout={checkout['id']}"
        subscription, = self.ask("GET", path)["data"]
        self.names |= {"subscription": subscription["id"], "plan": plan["id"]}
        shown = self.ask("GET", "/v1/checkouts/{checkout}", checkout=checkout["id"])
        assert shown["plan"] == plan["id"] and "subscription" not in shown
        return subscription

    def pay(self, checkout, secret, sandbox=None):
        answer = self.tell(
            "POST", "/v1/checkouts/{checkout}/authorize", secret, {"payment": payment(sandbox)},
            names={"checkout": checkout})
        assert answer["status"] == 0, answer

    def advance(self, number):
        moved = self.ask("POST", "/v1/test-clocks/{clock}/advance", {"to": day(number)}, 202)
        assert (moved["status"], moved["target"]) == ("advancing", day(number))
        for _ in range(400):
            if self.ask("GET", "/v1/test-clocks/{clock}")["status"] == "ready":
                return
            time.sleep(0.05)
        raise AssertionError("the clock does not arrive")

    def find(self):
        return self.ask("GET", ONE)

    def invoices(self):
        """The oldest first."""
        page = self.ask("GET", f"/v1/invoices?subscription={self.names['subscription']}")
        return page["data"][::-1]

    def events(self):
        """Of the subscription, in their order."""
        object = self.names["subscription"]
        return [event["type"] for event in self.ask("GET", f"/v1/events?object={object}")["data"]]


@pytest.fixture
def shop():
    world = World()
    return Shop(Teller(world), world)


def test_a_plan_is_sold_changed_and_taken_off_the_shelf(shop):
    plan = shop.ask("POST", "/v1/plans", PLAN | {
        "tax": {"label": "Sales tax", "percent": "7.25"}, "timeZone": "America/Los_Angeles"}, 201)
    names = {"plan": plan["id"]}
    dearer = PLAN | {"phases": [PLAN["phases"][0] | {"amount": "9.50"}]}
    changed = shop.ask("POST", "/v1/plans/{plan}/versions", dearer, 201, **names)
    assert changed["version"] == 2
    again = shop.ask("POST", "/v1/plans/{plan}/versions", dearer, 201, **names)
    assert again == changed
    other = dearer | {"currencyCode": "EUR"}
    refused = shop.ask("POST", "/v1/plans/{plan}/versions", other, 422, **names)
    assert refused["code"] == "currency_mismatch"
    assert shop.ask("GET", "/v1/plans/{plan}", **names) == changed
    assert shop.ask("GET", "/v1/plans/{plan}?version=1", **names) == plan
    shop.ask("GET", "/v1/plans/{plan}?version=3", status=404, **names)
    assert [one["id"] for one in shop.ask("GET", "/v1/plans")["data"]] == [plan["id"]]
    shop.ask("DELETE", "/v1/plans/{plan}", status=204, **names)
    assert shop.ask("GET", "/v1/plans")["data"] == []
    assert "archivedAt" in shop.ask("GET", "/v1/plans/{plan}", **names)
    refused = shop.ask("POST", "/v1/plans/{plan}/versions", PLAN, 409, **names)
    assert refused["code"] == "plan_archived"
    cart = {"currencyCode": "USD", "plan": plan["id"]}
    refused = shop.ask("POST", "/v1/checkouts", cart, 400)
    assert [problem["pointer"] for problem in refused["errors"]] == ["/plan"]


def test_a_card_is_charged_each_week_and_a_new_one_when_it_is_lost(shop):
    subscription = shop.subscribe(PLAN, "approve", "lost_card")
    assert subscription["status"] == "active"
    assert subscription["reference"] == "member-1"
    assert subscription["currentPeriod"]["endsAt"] == day(7)
    upcoming = shop.ask("GET", f"{ONE}/upcoming?limit=2")["data"]
    assert [(one["number"], one["startsAt"], one["amount"]) for one in upcoming] == [
        (1, day(7), "9.00"), (2, day(14), "9.00")]
    # With what was bought beside it.
    assert [one["amount"] for one in shop.invoices()] == ["29.00"]
    refused = shop.ask("POST", f"{ONE}/payment-sheet", status=409)
    assert refused["code"] == "nothing_owed"
    shop.advance(14)
    assert [one["status"] for one in shop.invoices()] == ["paid", "paid", "open"]
    found = shop.find()
    assert (found["status"], found["reason"]) == ("pastDue", "cardNeeded")
    invoice = shop.invoices()[2]
    assert (invoice["decline"], invoice["tries"]) == ("lost_card", 1)
    paid = shop.ask("GET", "/v1/checkouts/{checkout}", checkout=shop.invoices()[1]["checkout"])
    assert (paid["status"], paid["total"]) == ("captured", "9.00")
    assert paid["subscription"] == subscription["id"]
    assert paid["invoice"] == shop.invoices()[1]["id"]
    refund = shop.ask(
        "POST", "/v1/checkouts/{checkout}/refunds", status=201, checkout=paid["id"])
    assert (refund["status"], refund["amount"]) == ("succeeded", "9.00")
    sheet = shop.ask("POST", f"{ONE}/payment-sheet", status=201)
    assert shop.ask("POST", f"{ONE}/payment-sheet", status=201) == sheet
    assert sheet["checkout"] == invoice["checkout"]
    shop.pay(sheet["checkout"], sheet["clientSecret"], {"merchantToken": False})
    assert shop.invoices()[2]["status"] == "paid"
    found = shop.find()
    assert (found["status"], found["card"]["kind"]) == ("active", "deviceToken")
    assert "reason" not in found
    assert {"subscription.created", "invoice.upcoming", "subscription.past_due",
            "subscription.action_required", "subscription.card_changed",
            "subscription.recovered"} <= set(shop.events())


def test_what_is_owed_is_tried_again_given_up_and_ended_by_hand(shop):
    shop.subscribe(PLAN, "insufficient_funds")
    shop.advance(7)
    invoice = shop.invoices()[1]
    names = {"invoice": invoice["id"]}
    assert (invoice["status"], invoice["nextTryAt"]) == ("open", day(8))
    assert shop.ask("GET", "/v1/invoices?status=open")["data"] == [invoice]
    assert shop.ask("POST", "/v1/invoices/{invoice}/retry", **names)["nextTryAt"] == day(7)
    voided = shop.ask("POST", "/v1/invoices/{invoice}/void", **names)
    assert voided["status"] == "void"
    assert shop.ask("GET", "/v1/invoices/{invoice}", **names) == voided
    refused = shop.ask("POST", "/v1/invoices/{invoice}/retry", status=409, **names)
    assert refused["code"] == "invoice_state"
    assert shop.find()["status"] == "active"
    ending = shop.ask("POST", f"{ONE}/cancel")
    assert (ending["status"], ending["cancelAt"]) == ("active", day(14))
    assert shop.ask("GET", f"{ONE}/upcoming")["data"] == []
    assert "cancelAt" not in shop.ask("POST", f"{ONE}/resume")
    refused = shop.ask("POST", f"{ONE}/resume", status=409)
    assert refused["code"] == "subscription_state"
    paused = shop.ask("POST", f"{ONE}/pause", {"resumesAt": day(100)})
    assert (paused["status"], paused["resumesAt"]) == ("paused", day(100))
    canceled = shop.ask("POST", f"{ONE}/cancel", {"at": "now"})
    assert (canceled["status"], canceled["reason"]) == ("canceled", "requested")
    assert shop.ask("POST", f"{ONE}/cancel") == canceled
    assert shop.ask("GET", "/v1/subscriptions?status=canceled")["data"] == [canceled]
    refused = shop.ask("POST", f"{ONE}/pause", status=409)
    assert refused["code"] == "subscription_over"


def test_a_variable_week_is_charged_when_its_amount_is_known(shop):
    shop.subscribe(VARIABLE)
    invoice = shop.invoices()[0]
    names = {"invoice": invoice["id"]}
    assert (invoice["status"], invoice["maximumAmount"]) == ("pending", "20.00")
    finalize = "/v1/invoices/{invoice}/finalize"
    refused = shop.ask("POST", finalize, {"amount": "20.01"}, 400, **names)
    assert refused["errors"][0]["code"] == "exceeds_agreed_amount"
    assert shop.ask("POST", finalize, {"amount": "12.34"}, **names)["status"] == "open"
    shop.advance(1)
    assert [(one["status"], one["amount"]) for one in shop.invoices()] == [("paid", "12.34")]


def test_a_clock_goes_forward_and_a_live_merchant_has_none(shop):
    refused = shop.ask("POST", "/v1/test-clocks/{clock}/advance", {"to": day(0)}, 400)
    assert refused["errors"][0] == {
        "pointer": "/to", "code": "out_of_range", "detail": f"after {day(0)}, which it shows now"}
    assert len(shop.ask("GET", "/v1/test-clocks")["data"]) == 1
    world = World()
    live = {"name": "Live", "live": True}
    secret = shop.tell("POST", "/v1/merchants", world.operator, live, 201)["secretKey"]
    refused = shop.tell("POST", "/v1/test-clocks", secret, {}, 403)
    assert refused["code"] == "test_merchants_only"
