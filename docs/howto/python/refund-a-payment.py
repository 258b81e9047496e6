"""Refund a payment: one item to the card, an amount as store credit, and then the rest."""

import os

from paysheet import Paysheet, PaysheetError, Sheet

paysheet = Paysheet(os.environ["PAYSHEET_SECRET_KEY"], os.environ["PAYSHEET_URL"])
checkout = paysheet.create_checkout({
    "countryCode": "US", "currencyCode": "USD",
    "items": [{"name": "Scarf", "quantity": 2, "unitPrice": "25.00"},
              {"name": "Hat", "unitPrice": "40.00"}]})

# The page's part: the buyer pays in the sheet.
sheet = Sheet(checkout["clientSecret"], os.environ["PAYSHEET_URL"])
paid = sheet.authorize_checkout(checkout["id"], {"payment": {
    "token": {"transactionIdentifier": "Simulated Identifier", "paymentData": {}}}})
print(paid["status"], paid["checkout"]["status"])  # 0 captured

scarf = paysheet.refund_checkout(
    checkout["id"], {"items": [{"index": 0, "quantity": 1}], "reason": "Damaged"},
    idempotency_key=f"{checkout['id']}-return-1")
print(scarf["status"], scarf["amount"], scarf["cardAmount"])  # succeeded 25.00 25.00

credit = paysheet.refund_checkout(checkout["id"], {"amount": "10.00", "to": "balance"})
print(credit["amount"], credit["credit"]["balance"])  # 10.00 bal_…

try:
    paysheet.refund_checkout(checkout["id"], {"amount": "60.00"})
except PaysheetError as error:
    print(error.status, error.code)  # 409 exceeds_captured
    print(error.detail)  # at most 55.00 can still be refunded

rest = paysheet.refund_checkout(checkout["id"])
print(rest["amount"], rest["checkout"]["status"])  # 55.00 refunded
for refund in paysheet.list_refunds(checkout["id"]):
    print(refund["amount"])  # 55.00, 10.00, 25.00
