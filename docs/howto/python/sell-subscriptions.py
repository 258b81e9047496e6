"""Sell subscriptions: two free weeks, then 9.00 a month; a test clock makes two charges at once."""

import os
import time

from paysheet import Paysheet, Sheet

paysheet = Paysheet(os.environ["PAYSHEET_SECRET_KEY"], os.environ["PAYSHEET_URL"])
plan = paysheet.create_plan({
    "name": "Club", "currencyCode": "USD", "managementURL": "https://shop.example/account",
    "phases": [{"kind": "trial", "interval": {"unit": "week"}, "cycles": 2},
               {"kind": "regular", "amount": "9.00", "interval": {"unit": "month"}}]})
# A test clock moves the calendar. Omit it in production.
clock = paysheet.create_test_clock({"now": "2026-12-01T10:00:00Z"})
checkout = paysheet.create_checkout({
    "countryCode": "US", "currencyCode": "USD", "plan": plan["id"], "testClock": clock["id"]})

# The page's part. The first renewal is approved, then the card is lost.
sheet = Sheet(checkout["clientSecret"], os.environ["PAYSHEET_URL"])
paid = sheet.authorize_checkout(checkout["id"], {"payment": {"token": {
    "transactionIdentifier": "Simulated Identifier",
    "paymentData": {"sandbox": {"renewals": ["approve", "lost_card"]}}}}})
print(paid["status"])  # 0
[subscription] = paysheet.list_subscriptions(checkout=checkout["id"])

paysheet.advance_test_clock(clock["id"], {"to": "2027-01-16T00:00:00Z"})
while paysheet.get_test_clock(clock["id"])["status"] != "ready":
    time.sleep(1)
invoices = list(paysheet.list_invoices(subscription=subscription["id"]))
for invoice in invoices[:2]:
    print(invoice["period"], invoice["status"], invoice["amount"])  # 3 open 9.00, 2 paid 9.00

# Send the buyer a sheet for the open invoice. The card that pays it is charged from then on.
print(sorted(paysheet.open_payment_sheet(subscription["id"])))  # ['checkout', 'clientSecret']
