"""Sell gift cards: sells one, and lets its holder pay a part of another order with it."""

import os

from paysheet import Paysheet, Sheet

URL = os.environ["PAYSHEET_URL"]
PAYMENT = {"token": {"transactionIdentifier": "Simulated Identifier", "paymentData": {}}}

paysheet = Paysheet(os.environ["PAYSHEET_SECRET_KEY"], URL)
card = paysheet.create_balance({"kind": "gift_card", "currencyCode": "USD"})
print(card["kind"], card["status"], card["available"])  # gift_card active 0.00

# The capture of the item credits its price to the balance.
sale = paysheet.create_checkout({
    "countryCode": "US", "currencyCode": "USD",
    "items": [{"name": "Gift card", "unitPrice": "25.00", "requiresShipping": False,
               "creditsBalance": card["id"]}]})
paid = Sheet(sale["clientSecret"], URL).authorize_checkout(sale["id"], {"payment": PAYMENT})
print(paid["status"], paid["checkout"]["total"])  # 0 25.00
print(paysheet.get_balance(card["id"])["available"])  # 25.00

# The holder enters the code in the page of another checkout. The card pays the rest.
order = paysheet.create_checkout({
    "countryCode": "US", "currencyCode": "USD", "items": [{"name": "Scarf", "unitPrice": "40.00"}]})
sheet = Sheet(order["clientSecret"], URL)
update = sheet.attach_balance(order["id"], {"code": card["code"]})
print([line["amount"] for line in update["newLineItems"]])  # ['40.00', '-25.00']
print(update["newTotal"]["amount"])  # 15.00
paid = sheet.authorize_checkout(order["id"], {"payment": PAYMENT})
print(paid["status"], paid["checkout"]["total"])  # 0 15.00
