"""Recurring and deferred payments. Every answer is checked by openapi.yaml."""

import datetime
import os
import time

import pytest

import contract as house
from test_story import Teller
from world import DEFERRED, PLAN, VARIABLE, World, payment

pytestmark = pytest.mark.skipif(
    "PAYSHEET_URL" not in os.environ, reason="needs a live server: PAYSHEET_URL")
CONTRACT = house.load()
START = datetime.datetime(2026, 5, 4, 10, tzinfo=datetime.timezone.utc)
ONE = "/v1/subscriptions/{subscription}"


def day(number):
    return (START + datetime.timedelta(days=number)).strftime("%Y-%m-%dT%H:%M:%SZ")


class Shop:
    """A new merchant with a test clock, which sells plans."""

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
        """The invoices, oldest first."""
        page = self.ask("GET", f"/v1/invoices?subscription={self.names['subscription']}")
        return page["data"][::-1]

    def events(self):
        """The types of the subscription's events, in order."""
        object = self.names["subscription"]
        return [event["type"] for event in self.ask("GET", f"/v1/events?object={object}")["data"]]


@pytest.fixture
def shop():
    world = World()
    return Shop(Teller(world), world)


def test_a_plan_is_sold_changed_and_archived(shop):
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
    assert refused["errors"][0]["pointer"] == "/currencyCode"
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
    # One answer reports all faults.
    refused = shop.ask("POST", "/v1/checkouts", cart | {"reference": "", "testClock": "none"}, 400)
    assert {problem["pointer"] for problem in refused["errors"]} == {
        "/plan", "/reference", "/testClock"}


def test_a_card_is_charged_each_week_and_a_lost_card_is_replaced(shop):
    subscription = shop.subscribe(PLAN, "approve", "lost_card")
    assert subscription["status"] == "active"
    assert subscription["reference"] == "member-1"
    assert subscription["currentPeriod"]["endsAt"] == day(7)
    upcoming = shop.ask("GET", f"{ONE}/upcoming?limit=2")["data"]
    assert [(one["number"], one["startsAt"], one["amount"]) for one in upcoming] == [
        (1, day(7), "9.00"), (2, day(14), "9.00")]
    # The first invoice includes the items bought in the same checkout.
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


def test_an_unpaid_invoice_is_retried_and_voided_and_the_subscription_canceled(shop):
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


def test_a_week_with_a_pending_amount_is_charged_after_its_invoice_is_finalized(shop):
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


def priced(amount):
    return PLAN | {"phases": [PLAN["phases"][0] | {"amount": amount}]}


def test_a_cheaper_plan_is_quoted_and_applied(shop):
    shop.subscribe(PLAN)
    change = f"{ONE}/change"
    assert shop.ask("POST", change, {}, 409)["code"] == "no_change"
    cheaper = shop.ask("POST", "/v1/plans", priced("3.00"), 201)["id"]
    quote = shop.ask("POST", change, {"plan": cheaper}, 201)
    assert (quote["credit"], quote["charge"], quote["dueNow"]) == ("9.00", "3.00", "0.00")
    assert (quote["creditedToBalance"], quote["needsConsent"]) == ("6.00", False)
    assert [one["startsAt"] for one in quote["upcoming"]] == [day(7), day(14), day(21)]
    applied = shop.ask("POST", change, {"quote": quote["quote"]})
    assert (applied["status"], applied["subscription"]["plan"]) == ("applied", cheaper)
    # A repeated call, as after a lost answer, returns the same change.
    assert shop.ask("POST", change, {"quote": quote["quote"]}) == applied
    balance = applied["subscription"]["balance"]
    assert shop.ask("GET", "/v1/balances/{balance}", balance=balance)["available"] == "6.00"
    shop.advance(14)
    stale = shop.ask("POST", change, {"quote": quote["quote"]}, 409)
    assert stale["code"] == "quote_stale"
    # The credit of 6.00 pays for two weeks, so the card is not charged.
    assert [one["amount"] for one in shop.invoices()] == ["29.00", "3.00", "3.00"]
    assert shop.ask("GET", "/v1/balances/{balance}", balance=balance)["available"] == "0.00"
    raised = shop.ask("POST", "/v1/plans/{plan}/versions", priced("2.00"), 201, plan=cheaper)
    later = shop.ask("POST", change, {"at": "periodEnd"}, 201)
    assert (later["planVersion"], later["dueNow"]) == (raised["version"], "0.00")
    applied = shop.ask("POST", change, {"quote": later["quote"]})
    assert applied["subscription"]["next"] == {"plan": cheaper, "planVersion": 2}
    shop.advance(21)
    assert shop.invoices()[-1]["amount"] == "2.00"
    euros = shop.ask("POST", "/v1/plans", PLAN | {"currencyCode": "EUR"}, 201)["id"]
    refused = shop.ask("POST", change, {"plan": euros}, 422)
    assert refused["code"] == "currency_mismatch"
    assert refused["errors"][0]["pointer"] == "/plan"
    both = shop.ask("POST", change, {"quote": quote["quote"], "at": "now"}, 400)
    assert both["errors"][0]["pointer"] == "/at"
    assert "subscription.changed" in shop.events()
    shop.ask("POST", f"{ONE}/pause")
    refused = shop.ask("POST", change, {"plan": shop.names["plan"]}, 409)
    assert refused["code"] == "subscription_state"
    shop.ask("POST", f"{ONE}/cancel", {"at": "now"})
    refused = shop.ask("POST", change, {"plan": shop.names["plan"]}, 409)
    assert refused["code"] == "subscription_over"


def test_a_more_expensive_plan_requires_the_buyers_consent(shop):
    subscription = shop.subscribe(PLAN)
    dearer = shop.ask("POST", "/v1/plans", priced("12.50"), 201)["id"]
    quote = shop.ask("POST", f"{ONE}/change", {"plan": dearer, "proration": "day"}, 201)
    assert (quote["dueNow"], quote["needsConsent"]) == ("3.50", True)
    asked = shop.ask("POST", f"{ONE}/change", {"quote": quote["quote"]})
    assert asked["status"] == "consentNeeded"
    assert shop.ask("POST", f"{ONE}/change", {"quote": quote["quote"]}) == asked
    assert shop.find() == subscription
    sheet = shop.ask("GET", "/v1/checkouts/{checkout}", checkout=asked["checkout"])
    assert (sheet["plan"], sheet["subscription"]) == (dearer, subscription["id"])
    shop.pay(asked["checkout"], asked["clientSecret"])
    assert shop.find()["plan"] == dearer
    paid, = [one for one in shop.invoices() if "period" not in one]
    assert (paid["status"], paid["amount"], paid["checkout"]) == (
        "paid", "3.50", asked["checkout"])


def test_a_deferred_payment_can_be_canceled_before_the_free_cancellation_date(shop):
    cart = DEFERRED | {"testClock": shop.names["clock"]}
    checkout = shop.ask("POST", "/v1/checkouts", cart, 201)
    shop.pay(checkout["id"], checkout["clientSecret"])
    payment, = shop.ask("GET", f"/v1/later-payments?checkout={checkout['id']}")["data"]
    names = {"laterPayment": payment["id"]}
    one = "/v1/later-payments/{laterPayment}"
    assert (payment["kind"], payment["status"], payment["amount"]) == (
        "deferred", "scheduled", "80.00")
    assert payment["testClock"] == shop.names["clock"]
    assert payment["nextTryAt"] == "2099-03-01T12:00:00Z"
    assert payment["cancelFreeUntil"] == "2099-02-01T12:00:00Z"
    assert shop.ask("GET", one, **names) == payment
    assert shop.ask("GET", "/v1/later-payments?status=scheduled")["data"] == [payment]
    canceled = shop.ask("POST", f"{one}/cancel", **names)
    assert (canceled["status"], "nextTryAt" in canceled) == ("canceled", False)
    assert shop.ask("POST", f"{one}/cancel", {"afterFreeCancellation": True}, **names) == canceled


def test_a_deferred_payment_is_charged_on_its_day(shop):
    soon = datetime.datetime.now(datetime.timezone.utc) + datetime.timedelta(seconds=3)
    charged = DEFERRED["deferredPaymentRequest"] | {
        "deferredBilling": {
            "label": "Room", "amount": "80.00",
            "deferredPaymentDate": soon.strftime("%Y-%m-%dT%H:%M:%SZ")}}
    del charged["freeCancellationDate"], charged["freeCancellationDateTimeZone"]
    cart = DEFERRED | {"deferredPaymentRequest": charged}
    checkout = shop.ask("POST", "/v1/checkouts", cart, 201)
    shop.pay(checkout["id"], checkout["clientSecret"])
    path = f"/v1/later-payments?checkout={checkout['id']}"
    for _ in range(400):
        payment, = shop.ask("GET", path)["data"]
        if payment["status"] != "scheduled":
            break
        time.sleep(0.05)
    assert payment["status"] == "paid"
    paid = shop.ask("GET", "/v1/checkouts/{checkout}", checkout=payment["charge"])
    assert (paid["status"], paid["total"]) == ("captured", "80.00")
    refused = shop.ask(
        "POST", "/v1/later-payments/{laterPayment}/cancel", status=409,
        laterPayment=payment["id"])
    assert refused["code"] == "later_payment_over"
    events = shop.ask("GET", f"/v1/events?object={payment['id']}")["data"]
    assert [event["type"] for event in events] == [
        "later_payment.scheduled", "later_payment.paid"]


def test_a_test_clock_cannot_be_set_back_and_a_live_merchant_has_none(shop):
    refused = shop.ask("POST", "/v1/test-clocks/{clock}/advance", {"to": day(0)}, 400)
    assert refused["errors"][0] == {
        "pointer": "/to", "code": "out_of_range", "detail": f"must be after {day(0)}, the current time"}
    assert len(shop.ask("GET", "/v1/test-clocks")["data"]) == 1
    world = World()
    live = {"name": "Live", "live": True}
    secret = shop.tell("POST", "/v1/merchants", world.operator, live, 201)["secretKey"]
    refused = shop.tell("POST", "/v1/test-clocks", secret, {}, 403)
    assert refused["code"] == "test_merchants_only"
