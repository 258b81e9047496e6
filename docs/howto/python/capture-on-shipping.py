"""Capture when you ship: authorizes an order, captures one parcel and releases the rest."""

import os

from paysheet import Paysheet, Sheet

paysheet = Paysheet(os.environ["PAYSHEET_SECRET_KEY"], os.environ["PAYSHEET_URL"])
checkout = paysheet.create_checkout({
    "countryCode": "US", "currencyCode": "USD", "captureMethod": "manual",
    "items": [{"name": "Scarf", "quantity": 2, "unitPrice": "25.00"},
              {"name": "Hat", "unitPrice": "40.00"}]})

# The page's part: the buyer pays in the sheet.
sheet = Sheet(checkout["clientSecret"], os.environ["PAYSHEET_URL"])
paid = sheet.authorize_checkout(checkout["id"], {"payment": {
    "token": {"transactionIdentifier": "Simulated Identifier", "paymentData": {}}}})
print(paid["status"], paid["checkout"]["status"])  # 0 authorized

# The first parcel leaves. With a key of your own, the call can be repeated after a crash.
parcel = paysheet.capture_checkout(
    checkout["id"], {"items": [{"index": 0, "quantity": 2}]},
    idempotency_key=f"{checkout['id']}-parcel-1")
print(parcel["status"], parcel["amount"])  # succeeded 50.00

# The hat is sold out.
rest = paysheet.void_checkout(checkout["id"])
print(rest["status"], rest["authorizedAmount"], rest["capturedAmount"])  # captured 90.00 50.00
