"""Sell digital goods: the card's billing address decides the tax."""

import os

from paysheet import Paysheet, Sheet

paysheet = Paysheet(os.environ["PAYSHEET_SECRET_KEY"], os.environ["PAYSHEET_URL"])
settings = paysheet.change_settings({"taxRates": [
    {"label": "Sales tax", "countryCode": "US", "region": "US-CA", "percent": "8.25"},
    {"label": "MwSt.", "countryCode": "DE", "percent": "19", "inclusion": "included"}]})
print([rate["label"] for rate in settings["taxRates"]])  # ['Sales tax', 'MwSt.']

checkout = paysheet.create_checkout({
    "countryCode": "US", "currencyCode": "USD",
    "items": [{"name": "Knitting pattern", "unitPrice": "10.00", "requiresShipping": False}],
    "requiredBillingContactFields": ["postalAddress"],
    "requiredShippingContactFields": ["email"]})

# The page's part: the sheet reports the chosen card with the place of its billing address.
sheet = Sheet(checkout["clientSecret"], os.environ["PAYSHEET_URL"])
place = {
    "locality": "Cupertino", "administrativeArea": "CA", "postalCode": "95014", "countryCode": "US"}
update = sheet.select_payment_method(
    checkout["id"], {"paymentMethod": {"type": "credit", "billingContact": place}})
for line in update["newLineItems"]:
    print(line["label"], line["amount"])  # Subtotal 10.00, Sales tax 0.83
print(update["newTotal"]["amount"])  # 10.83

paid = sheet.authorize_checkout(checkout["id"], {"payment": {
    "token": {"transactionIdentifier": "Simulated Identifier", "paymentData": {}},
    "shippingContact": {"emailAddress": "joel@example.com"},
    "billingContact": place | {
        "givenName": "Joel", "familyName": "Appleseed", "addressLines": ["1 Example Park Way"]}}})
print(paid["status"], paid["checkout"]["status"], paid["checkout"]["total"])  # 0 captured 10.83
