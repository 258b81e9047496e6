"""The server under test, and new objects for the tests.

Each group of operations has its own merchant, so that settings that the fuzz test changes in one
group do not change the answers of another group.
"""

import base64
import functools
import io
import itertools
import json
import os
import time
import zipfile
import zlib

import requests

import device

CART = {
    "currencyCode": "USD",
    "countryCode": "US",
    "items": [{"name": "Scarf", "quantity": 1, "unitPrice": "25.00"}],
    "requiredShippingContactFields": ["postalAddress"],
    "supportsCouponCode": True,
    "shippingMethods": [
        {"identifier": "standard", "label": "Standard", "detail": "", "amount": "5.00"},
        {"identifier": "express", "label": "Express", "detail": "", "amount": "12.00"},
    ],
}
CONTACT = {
    "givenName": "Joël",
    "familyName": "Appleseed",
    "emailAddress": "joel@example.com",
    "phoneNumber": "+14085550100",
    "addressLines": ["1 Example Park Way"],
    "locality": "Cupertino",
    "administrativeArea": "CA",
    "postalCode": "95014-2083",
    "country": "United States",
    "countryCode": "US",
}
PLAN = {
    "name": "Avocado toast",
    "currencyCode": "USD",
    "managementURL": "https://shop.example/account",
    "phases": [{"kind": "regular", "amount": "9.00", "interval": {"unit": "week"}}],
}
# A pending amount: the merchant sets the amount of each week with `finalize`.
VARIABLE = PLAN | {
    "phases": [{"kind": "regular", "type": "pending", "interval": {"unit": "week"}}],
    "maximumAmount": "20.00",
}
# The checkout only verifies the card, because its total is zero. The charge is due in 2099.
DEFERRED = {
    "currencyCode": "USD",
    "countryCode": "US",
    "lineItems": [{"label": "Room", "amount": "0.00"}],
    "deferredPaymentRequest": {
        "paymentDescription": "Room with a view",
        "managementURL": "https://shop.example/account",
        "deferredBilling": {
            "label": "Room", "amount": "80.00", "deferredPaymentDate": "2099-03-01T12:00:00Z"},
        "freeCancellationDate": "2099-02-01T12:00:00Z",
        "freeCancellationDateTimeZone": "Europe/Paris",
    },
}


def payment(sandbox=None, contact=None):
    token = {
        "paymentMethod": {"displayName": "Visa 1234", "network": "Visa", "type": "debit"},
        "transactionIdentifier": "Simulated Identifier",
        "paymentData": {"sandbox": sandbox} if sandbox else {},
    }
    contact = contact or CONTACT
    return {"token": token, "shippingContact": contact, "billingContact": contact}

# A store card for coffee. Its pictures are dummies, because the tests do not read them.
PASS = {
    "formatVersion": 1, "organizationName": "Toast", "description": "A card for coffee",
    "storeCard": {"primaryFields": [
        {"key": "balance", "label": "Left", "value": 25, "currencyCode": "USD", "changeMessage": "%@"}]},
}


ORDER = {
    "merchant": {"displayName": "Toast", "merchantIdentifier": "com.example.toast", "url": "https://toast.example"},
    "orderManagementURL": "https://toast.example/orders/{orderIdentifier}",
}

# A menu of ice cream. Several participants can choose the options of the sundae.
MENU = {
    "title": "Ice cream",
    "currencyCode": "USD",
    "countryCode": "US",
    "menu": [
        {"id": "cone", "name": "Cone", "price": "3.00", "options": [
            {"id": "scoop", "name": "Scoop", "minimum": 1, "maximum": 3, "choices": [
                {"id": "vanilla", "name": "Vanilla"}, {"id": "mango", "name": "Mango", "price": "0.50"}]}]},
        {"id": "water", "name": "Water", "price": "1.00"},
        {"id": "sundae", "name": "Sundae", "price": "5.00", "joint": True, "options": [
            {"id": "cup", "name": "Cup", "minimum": 1, "choices": [{"id": "glass", "name": "Glass"}]},
            {"id": "ball", "name": "Ball", "minimum": 1, "choices": [{"id": "lemon", "name": "Lemon", "price": "1.00"}]}]},
    ],
    "fees": [{"label": "Delivery", "amount": "1.00"}],
    "freeItems": {"maximumPrice": "50.00"},
}


def pass_archive(document=PASS, more=None):
    """A template for the API: a zip archive in Base64. `more` has further files by their paths."""
    icons = {name: b"\x89PNG" for name in ("icon.png", "icon@2x.png", "icon@3x.png")}
    return packed("pass.json", document, icons | (more or {}))


def order_archive(document=ORDER):
    return packed("order.json", document, {})


def packed(name, document, others):
    folder = io.BytesIO()
    with zipfile.ZipFile(folder, "w") as archive:
        archive.writestr(name, json.dumps(document))
        for path, content in others.items():
            archive.writestr(path, content)
    return base64.b64encode(folder.getvalue()).decode()


def chunk(kind, data):
    return len(data).to_bytes(4) + kind + data + zlib.crc32(kind + data).to_bytes(4)


# A PNG of one red pixel.
PICTURE = (
    b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", bytes([0, 0, 0, 1, 0, 0, 0, 1, 8, 2, 0, 0, 0]))
    + chunk(b"IDAT", zlib.compress(b"\0\xd0\x20\x20")) + chunk(b"IEND", b""))


class World:
    def __init__(self):
        self.url = os.environ["PAYSHEET_URL"].rstrip("/")
        self.operator = os.environ["PAYSHEET_OPERATOR_KEY"]
        self.session = requests.Session()
        self.number = itertools.count(1)

    def call(self, method, path, key=None, body=None, **headers):
        headers = {name.replace("_", "-"): value for name, value in headers.items()}
        if key is not None:
            headers["Authorization"] = f"Bearer {key}"
        return self.session.request(
            method, self.url + path, json=body, headers=headers, timeout=40)

    def made(self, method, path, key, body=None):
        answer = self.call(method, path, key, body)
        assert answer.ok, f"{method} {path} answered {answer.status_code}: {answer.text}"
        return answer.json()

    @functools.cache
    def merchant(self, group):
        """A test merchant with `secretKey` and `publishableKey`."""
        at_stripe = {"processor": "stripe"} if group == "processor" else {}
        body = {"name": f"Fuzz {group}"} | at_stripe
        return self.made("POST", "/v1/merchants", self.operator, body)

    def secret(self, group):
        return self.merchant(group)["secretKey"]

    def new_checkout(self, group="checkouts", **changes):
        return self.made("POST", "/v1/checkouts", self.secret(group), CART | changes)

    def paid_checkout(self, **changes):
        checkout = self.new_checkout(**changes)
        answer = self.made(
            "POST", f"/v1/checkouts/{checkout['id']}/authorize", checkout["clientSecret"],
            {"payment": payment()})
        assert answer["status"] == 0, answer
        return checkout

    @functools.cache
    def domain(self, group="domains"):
        """A domain with a stored association file."""
        number = self.merchant(group)["id"].partition("_")[2].lower()
        domain = f"{number}.shop.example"
        self.made("PATCH", "/v1/merchant", self.secret(group), {"domains": [domain]})
        self.made(
            "PUT", f"/v1/domains/{domain}/association", self.secret(group), {"file": "7B22"})
        return domain

    def new_key(self):
        body = {"kind": "secret", "scope": "read"}
        return self.made("POST", "/v1/keys", self.secret("keys"), body)

    def certificate(self, group="certificates"):
        """The first listed certificate of the merchant, stored again if a test deleted it."""
        secret = self.secret(group)
        for one in self.made("GET", "/v1/certificates", secret)["data"]:
            return one
        body = device.Devices(os.environ["PAYSHEET_DEVICES"]).creation()
        return self.made("POST", "/v1/certificates", secret, body)

    def pass_certificate(self, group, word="gift"):
        """Stores a certificate of a pass type and returns the pass type identifier."""
        name = f"pass.example.{self.merchant(group)['id']}.{word}"
        devices = device.Devices(os.environ["PAYSHEET_DEVICES"])
        devices.issue_pass_type(name)
        self.made("POST", "/v1/certificates", self.secret(group), devices.creation(name, "passType"))
        return name

    def pass_type(self, group="passes"):
        """The first listed pass type of the merchant, created with a template if there is none."""
        secret = self.secret(group)
        for one in self.made("GET", "/v1/pass-types", secret)["data"]:
            return one
        stored = self.made("GET", "/v1/certificates", secret)["data"]
        names = [one["passTypeIdentifier"] for one in stored if one["kind"] == "passType"]
        name = names[0] if names else self.pass_certificate(group)
        opened = self.made("POST", "/v1/pass-types", secret, {"passTypeIdentifier": name})
        path = f"/v1/pass-types/{opened['id']}/template"
        return self.made("PUT", path, secret, {"archive": pass_archive()})

    @functools.cache
    def order_type(self, group="checkouts"):
        """A new order type with a template."""
        name = f"order.example.{self.merchant(group)['id']}"
        devices = device.Devices(os.environ["PAYSHEET_DEVICES"])
        devices.issue_order_type(name)
        secret = self.secret(group)
        self.made("POST", "/v1/certificates", secret, devices.creation(name, "orderType"))
        opened = self.made("POST", "/v1/pass-types", secret, {"orderTypeIdentifier": name})
        path = f"/v1/pass-types/{opened['id']}/template"
        return self.made("PUT", path, secret, {"archive": order_archive()})

    @functools.cache
    def held_order(self):
        """The `orderDetails` that a phone gets in the answer to its payment."""
        self.order_type()
        for _ in range(200):
            checkout = self.new_checkout()
            answer = self.made(
                "POST", f"/v1/checkouts/{checkout['id']}/authorize", checkout["clientSecret"],
                {"payment": payment()})
            if "orderDetails" in answer:
                return answer["orderDetails"]
            time.sleep(0.05)
        raise AssertionError("no payment has an order")

    def paid_order(self):
        """A paid checkout with an order."""
        held = self.held_order()
        checkout = held["orderIdentifier"]
        self.made("PATCH", f"/v1/checkouts/{checkout}/order", self.secret("checkouts"), {})
        return {"id": checkout, "clientSecret": None}

    def new_pass(self, group="passes"):
        body = {"passType": self.pass_type(group)["id"], "fields": {"balance": 12.5}}
        return self.made("POST", "/v1/passes", self.secret(group), body)

    @functools.cache
    def held_pass(self):
        """The pass.json of a new pass, which has the data of a phone's calls."""
        path = f"/v1/passes/{self.new_pass()['id']}/package"
        answer = self.call("GET", path, self.secret("passes"))
        with zipfile.ZipFile(io.BytesIO(answer.content)) as package:
            return json.loads(package.read("pass.json"))

    def new_coupon(self):
        body = {"code": f"FUZZ{next(self.number)}", "percentOff": "10"}
        return self.made("POST", "/v1/coupons", self.secret("coupons"), body)

    def picture(self, group="pictures"):
        """Stores a picture and returns its name."""
        headers = {"Authorization": f"Bearer {self.secret(group)}"}
        answer = self.session.put(
            f"{self.url}/v1/pictures/toast.png", data=PICTURE, headers=headers, timeout=40)
        assert answer.ok, answer.text
        return answer.json()["name"]

    def shared_order(self, group="shared", **changes):
        """An open shared order with two participants. `credential` is the host's credential,
        `friend` the other's."""
        order = self.made("POST", "/v1/shared-orders", self.secret(group), MENU | changes)
        path = f"/v1/shared/{order['token']}"
        joined = self.made("POST", f"{path}/participants", None, {"name": "Bob"})
        for key, choice in [(order["credential"], {"item": "sundae", "options": {"cup": ["glass"]}}),
                            (joined["credential"], {"item": "water"})]:
            self.made("PUT", f"{path}/choices/first", key, choice)
        return order | {"friend": joined["credential"]}

    def locked_order(self, group="shared", payers="host"):
        order = self.shared_order(group)
        path = f"/v1/shared/{order['token']}"
        self.made("DELETE", f"{path}/choices/first", order["credential"])
        self.made("PUT", f"{path}/choices/cone", order["credential"], {"item": "cone", "options": {"scoop": ["mango"]}})
        seen = self.made("GET", path, None)["hash"]
        self.made("POST", f"{path}/lock", order["credential"], {"hash": seen, "payers": payers})
        return order | {"hash": seen}

    def new_endpoint(self, group="webhooks"):
        """A new endpoint. Older ones are deleted first, because a merchant has at most sixteen."""
        secret = self.secret(group)
        for old in self.made("GET", "/v1/webhook-endpoints?limit=100", secret)["data"][8:]:
            self.call("DELETE", f"/v1/webhook-endpoints/{old['id']}", secret)
        body = {"url": "https://shop.example/events"}
        return self.made("POST", "/v1/webhook-endpoints", secret, body)

    @functools.cache
    def event(self, group="webhooks"):
        """An event of the merchant, once a worker has listed it."""
        checkout = self.new_checkout(group)
        self.made("POST", f"/v1/checkouts/{checkout['id']}/cancel", self.secret(group))
        for _ in range(200):
            page = self.made("GET", "/v1/events?order=newest", self.secret(group))
            if page["data"]:
                return page["data"][0]
            time.sleep(0.05)
        raise AssertionError("no event is listed")

    def new_delivery(self, group="webhooks"):
        endpoint = self.new_endpoint(group)
        path = f"/v1/webhook-endpoints/{endpoint['id']}/deliveries/{self.event(group)['id']}"
        return self.made("POST", f"{path}/redeliver", self.secret(group))

    def new_balance(self, group="balances"):
        body = {"kind": "prepaid", "currencyCode": "USD", "amount": "100.00"}
        return self.made("POST", "/v1/balances", self.secret(group), body)

    def new_hold(self, group="balances"):
        balance = self.new_balance(group)
        body = {"amount": "50.00", "currencyCode": "USD"}
        return self.made("POST", f"/v1/balances/{balance['id']}/holds", self.secret(group), body)

    def new_plan(self, group="subscriptions", terms=PLAN):
        return self.made("POST", "/v1/plans", self.secret(group), terms)

    def new_clock(self, group="subscriptions"):
        return self.made("POST", "/v1/test-clocks", self.secret(group), {})

    def new_subscription(self, group="subscriptions", terms=PLAN, sandbox=None, clock=None):
        """A subscription on a test clock, so that it does not change by itself."""
        secret = self.secret(group)
        plan, clock = self.new_plan(group, terms), clock or self.new_clock(group)
        checkout = self.made("POST", "/v1/checkouts", secret, {
            "currencyCode": "USD", "countryCode": "US", "plan": plan["id"],
            "testClock": clock["id"]})
        answer = self.made(
            "POST", f"/v1/checkouts/{checkout['id']}/authorize", checkout["clientSecret"],
            {"payment": payment(sandbox)})
        assert answer["status"] == 0, answer
        page = self.made("GET", f"/v1/subscriptions?checkout={checkout['id']}", secret)
        return page["data"][0]

    def new_quote(self, subscription, group="subscriptions"):
        """A quote for the change to a plan with the same price at the end of the period."""
        path = f"/v1/subscriptions/{subscription['id']}/change"
        body = {"plan": self.new_plan(group)["id"], "at": "periodEnd"}
        return self.made("POST", path, self.secret(group), body)

    def new_later_payment(self, group="subscriptions"):
        secret = self.secret(group)
        checkout = self.made("POST", "/v1/checkouts", secret, DEFERRED)
        answer = self.made(
            "POST", f"/v1/checkouts/{checkout['id']}/authorize", checkout["clientSecret"],
            {"payment": payment()})
        assert answer["status"] == 0, answer
        page = self.made("GET", f"/v1/later-payments?checkout={checkout['id']}", secret)
        return page["data"][0]

    def new_invoice(self, group="subscriptions", status="pending"):
        """A pending invoice without an amount, or an open one that is due on a test clock."""
        secret = self.secret(group)
        subscription = self.new_subscription(group, VARIABLE)
        page = self.made("GET", f"/v1/invoices?subscription={subscription['id']}", secret)
        invoice = page["data"][0]
        if status == "open":
            path = f"/v1/invoices/{invoice['id']}/finalize"
            invoice = self.made("POST", path, secret, {"amount": "12.34"})
        assert invoice["status"] == status, invoice
        return invoice

    @functools.cache
    def customer(self):
        checkout = self.paid_checkout()
        return self.made(
            "POST", f"/v1/checkouts/{checkout['id']}/customer", checkout["clientSecret"],
            {"consent": True})
