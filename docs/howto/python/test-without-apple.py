"""Test without Apple: a decline, a lost answer of the processor, and a dispute."""

import os
import time

from paysheet import Paysheet, Sheet

paysheet = Paysheet(os.environ["PAYSHEET_SECRET_KEY"], os.environ["PAYSHEET_URL"])
checkout = paysheet.create_checkout({
    "countryCode": "US", "currencyCode": "USD", "items": [{"name": "Scarf", "unitPrice": "25.00"}]})
sheet = Sheet(checkout["clientSecret"], os.environ["PAYSHEET_URL"])


def pay(**sandbox):
    data = {"sandbox": sandbox} if sandbox else {}
    return sheet.authorize_checkout(checkout["id"], {"payment": {"token": {
        "transactionIdentifier": "Simulated Identifier", "paymentData": data}}})


declined = pay(outcome="insufficient_funds")["checkout"]
print(declined["status"], declined["decline"]["code"])  # open insufficient_funds

# The processor charges the card and its answer is lost: a worker finds the charge and voids it.
lost = pay(outcome="unknown")
print(lost["errors"][0]["messageCode"], lost["checkout"]["status"])  # payment.checking authorizing
while sheet.get_checkout(checkout["id"])["lastAttempt"]["code"] == "checking":
    time.sleep(1)
state = sheet.get_checkout(checkout["id"])
print(state["status"], state["lastAttempt"]["code"])  # open voided

print(pay()["checkout"]["status"])  # captured
dispute = paysheet.open_sandbox_dispute(
    checkout["id"], {"amount": "4.00", "reason": "product_not_received"})
paysheet.win_sandbox_dispute(dispute["reference"])
for dispute in paysheet.get_checkout(checkout["id"])["disputes"]:
    print(dispute["status"], dispute["amount"])  # won 4.00
