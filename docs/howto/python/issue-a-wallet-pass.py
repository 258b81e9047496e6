"""Issue a Wallet pass: a gift card's pass shows its balance, and follows it."""

import os
import time

from paysheet import Paysheet

paysheet = Paysheet(os.environ["PAYSHEET_SECRET_KEY"], os.environ["PAYSHEET_URL"])
pass_type = next(paysheet.list_pass_types(), None)
if pass_type is None:
    raise SystemExit("this merchant has no pass type: see docs/howto/issue-a-wallet-pass.md")
card = paysheet.create_balance({"kind": "gift_card", "currencyCode": "USD", "amount": "25.00"})
issued = paysheet.issue_pass({"passType": pass_type["id"], "balance": card["id"]})
print(issued["passTypeIdentifier"], issued["voided"])  # pass.example.paysheet.demo False
# The link for the buyer's phone, for example in an email.
print(issued["url"])  # http…/wallet/pas_…

# An app adds the file to Wallet itself. It is a zip archive.
package = paysheet.get_pass_package(issued["id"])
print(package[:2].decode())  # PK


def shown():
    return paysheet.get_pass_fields(issued["id"])["fields"]["balance"]["value"]


print(shown())  # 25
paysheet.debit_balance(card["id"], {"amount": "5.00", "currencyCode": "USD"})
# A worker updates the pass and notifies the phones that have it.
while shown() == 25:
    time.sleep(1)
print(shown())  # 20
