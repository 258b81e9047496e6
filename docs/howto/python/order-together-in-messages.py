"""Start a shared order in Messages: two friends choose, and the host pays for both."""

import json
import os
import time
import urllib.request

from paysheet import Paysheet, Sheet

URL = os.environ["PAYSHEET_URL"]
paysheet = Paysheet(os.environ["PAYSHEET_SECRET_KEY"], URL)
order = paysheet.start_shared_order({
    "title": "Ice cream", "countryCode": "US", "currencyCode": "USD",
    "menu": [{"id": "cone", "name": "Cone", "price": "3.00"},
             {"id": "water", "name": "Water", "price": "1.00", "stock": 6}],
    "host": {"name": "Ada", "identifier": "6F1D2C4B-0001-4000-8000-000000000001"}})
print(order["message"]["caption"], "-", order["message"]["subcaption"])  # Ice cream - Join in and choose


def app(method, path="", body=None, credential=None):
    """The apps' part: a call with the link's token and a participant's credential."""
    headers = {"Authorization": f"Bearer {credential}"} if credential else {}
    data = None if body is None else json.dumps(body).encode()
    request = urllib.request.Request(
        f"{URL}/v1/shared/{order['token']}{path}", data, headers | {"Content-Type": "application/json"}, method=method)
    with urllib.request.urlopen(request) as answer:
        return json.load(answer)


ada = order["credential"]
ben = app("POST", "/participants", {
    "name": "Ben", "identifier": "6F1D2C4B-0002-4000-8000-000000000002"})["credential"]
print(app("PUT", "/choices/mine", {"item": "cone", "quantity": 2}, ada)["amount"])  # 6.00
print(app("PUT", "/choices/mine", {"item": "water"}, ben)["amount"])  # 1.00

# The host locks the order that is on their screen, and pays it.
shown = app("GET")["hash"]
print(app("POST", "/lock", {"hash": shown, "payers": "host"}, ada)["status"])  # locked
checkout = app("POST", "/checkout", {"hash": shown}, ada)
Sheet(checkout["clientSecret"], URL).authorize_checkout(checkout["id"], {"payment": {
    "token": {"transactionIdentifier": "Simulated Identifier", "paymentData": {}}}})
while (state := app("GET"))["payments"][0]["status"] != "paid":
    time.sleep(1)
print(state["status"], state["payments"][0]["amount"])  # paid 7.00
