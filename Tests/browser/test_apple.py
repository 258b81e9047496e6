"""Apple's sheet, simulated by a session that refuses the same requests as Apple's."""

import pytest

JOEL = {"givenName": "Joël", "familyName": "Appleseed", "addressLines": ["1 Example Park Way"], "locality": "Cupertino",
        "administrativeArea": "CA", "postalCode": "95014", "country": "United States", "countryCode": "us"}
TOKEN = {"paymentMethod": {"displayName": "Visa 1234", "network": "Visa", "type": "debit"},
         "transactionIdentifier": "Simulated Identifier", "paymentData": {}}
GOODS = {"shippingMethods": None, "requiredShippingContactFields": None}
UNAVAILABLE = "onUnavailable: problem => window.heard.push([problem.code, problem.message]), onPaid: () => window.heard.push(['paid'])"
TOO_OLD = "This browser is too old for this payment. Please update it, or pay on another device."


def fire(shop, event, detail):
    """Simulates a buyer's action and returns the session's recorded call."""
    count = shop.browser.execute_script("return window.calls.length")
    shop.browser.execute_script("window.session.fire(...arguments)", event, detail)
    shop.wait(lambda: shop.browser.execute_script("return window.calls.length") > count, f"an answer to {event}")
    assert shop.browser.execute_script("return window.refusals") == []
    return shop.browser.execute_script("return window.calls[window.calls.length - 1]")


def begun(shop, version=14, **checkout):
    sheet = shop.open(apple=version, **checkout)
    sheet.button.click()
    assert shop.browser.execute_script("return window.refusals") == []
    return sheet


def test_the_sheet_is_apples_where_the_browser_has_it(shop):
    begun(shop)
    assert shop.browser.execute_script("return window.placed.sheet") == "apple"
    event, update = fire(shop, "onpaymentmethodselected", {"paymentMethod": {"type": "debit", "network": "Visa"}})
    assert update["newTotal"]["amount"] == "30.00"
    assert "checkout" not in update
    _, update = fire(shop, "onshippingcontactselected", {"shippingContact": {**JOEL, "givenName": "", "familyName": "", "addressLines": []}})
    assert (update["errors"], len(update["newShippingMethods"])) == ([], 2)
    _, update = fire(shop, "onshippingmethodselected", {"shippingMethod": {"identifier": "express"}})
    assert update["newTotal"]["amount"] == "37.00"
    assert "errors" not in update
    _, result = fire(shop, "onpaymentauthorized", {"payment": {"token": TOKEN, "shippingContact": JOEL}})
    assert result == {"status": 0, "errors": []}
    shop.wait(lambda: shop.said == "Thank you!", "it is paid")
    assert shop.state()["capturedAmount"] == "37.00"


def test_errors_are_apple_pay_errors_at_their_field(shop):
    begun(shop)
    _, update = fire(shop, "onshippingcontactselected", {"shippingContact": {**JOEL, "postalCode": "9"}})
    assert [(error["code"], error["contactField"]) for error in update["errors"]] == [("shippingContactInvalid", "postalCode")]
    assert update["newTotal"]["amount"] == "30.00"
    _, update = fire(shop, "oncouponcodechanged", {"couponCode": "NOSUCH"})
    assert update["errors"][0]["code"] == "couponCodeInvalid"
    _, result = fire(shop, "onpaymentauthorized", {"payment": {"token": TOKEN, "shippingContact": {**JOEL, "addressLines": []}}})
    assert (result["status"], result["errors"][0]["contactField"]) == (1, "addressLines")
    _, result = fire(shop, "onpaymentauthorized", {"payment": {"token": TOKEN, "shippingContact": JOEL}})
    assert result["status"] == 0


def test_a_browser_without_errors_gets_a_status(shop):
    begun(shop, version=2)
    _, status, methods, total, lines = fire(shop, "onshippingcontactselected", {"shippingContact": {**JOEL, "postalCode": "9"}})
    assert (status, total["amount"]) == (3, "30.00")
    _, status, methods, total, lines = fire(shop, "onshippingcontactselected", {"shippingContact": JOEL})
    assert (status, len(methods)) == (0, 2)
    assert fire(shop, "onpaymentmethodselected", {"paymentMethod": {}})[1]["amount"] == "30.00"
    assert fire(shop, "onshippingmethodselected", {"shippingMethod": {"identifier": "express"}})[1] == 0
    assert fire(shop, "onpaymentauthorized", {"payment": {"token": TOKEN, "shippingContact": JOEL}})[1] == 0


def test_a_browser_of_version_12_gets_a_request_of_version_12(shop):
    begun(shop, version=12, supportedNetworks=["bancontact", "visa"])
    request = shop.browser.execute_script("return window.session.request")
    assert request["supportedNetworks"] == ["visa"]
    _, result = fire(shop, "onpaymentauthorized", {"payment": {"token": TOKEN, "shippingContact": JOEL}})
    assert result["status"] == 0


LATER = {"recurringPaymentRequest": {
    "paymentDescription": "Club", "managementURL": "https://shop.example/m",
    "regularBilling": {"label": "Fee", "amount": "9.00", "paymentTiming": "recurring"}}}


@pytest.mark.parametrize(("version", "checkout"), [(10, LATER), (13, {"supportedNetworks": ["bancontact"]})])
def test_a_browser_whose_sheet_cannot_show_the_request_gets_a_message(shop, version, checkout):
    shop.open(apple=version, hooks=UNAVAILABLE, **checkout)
    assert shop.heard == [["client_version", TOO_OLD]]
    assert shop.browser.execute_script("return window.calls") == []


def test_a_browser_of_version_14_shows_later_charges(shop):
    begun(shop, version=14, **LATER)
    request = shop.browser.execute_script("return window.session.request")
    assert request["recurringPaymentRequest"]["regularBilling"]["amount"] == "9.00"


def with_balance(shop, version, **checkout):
    """Opens a checkout that one balance pays in full."""
    world = shop.world
    balance = world.made("POST", "/v1/balances", world.secret("browser"), {"kind": "prepaid", "currencyCode": "USD", "amount": "100.00"})
    opened = world.new_checkout("browser", **GOODS | checkout)
    world.made("POST", f"/v1/checkouts/{opened['id']}/balances", world.secret("browser"), {"balanceId": balance["id"]})
    shop.checkout = opened["id"]
    return shop.open(apple=version, options={"balances": True}, hooks=UNAVAILABLE, secret=opened["clientSecret"])


def test_a_sheet_too_old_for_a_total_of_zero_does_not_pay_without_the_contact(shop):
    with_balance(shop, 3, requiredShippingContactFields=["email"])
    assert shop.heard == [["client_version", TOO_OLD]]
    assert shop.state()["status"] == "open"


@pytest.mark.parametrize("version", [3, 12])
def test_balances_pay_without_a_sheet_if_no_contact_is_required(shop, version):
    with_balance(shop, version).button.click()
    shop.wait(lambda: shop.heard == [["paid"]], "the balance has paid")
    assert shop.state()["status"] == "captured"
    assert shop.browser.execute_script("return window.calls") == []


def test_a_sheet_of_version_4_asks_for_the_contact_at_a_total_of_zero(shop):
    with_balance(shop, 4, requiredShippingContactFields=["email"]).button.click()
    assert shop.browser.execute_script("return window.refusals") == []
    assert shop.browser.execute_script("return window.session.request.requiredShippingContactFields") == ["email"]


def test_a_declined_card_closes_the_sheet_with_a_reason_on_the_page(shop):
    begun(shop)
    token = TOKEN | {"paymentData": {"sandbox": {"outcome": "decline"}}}
    _, result = fire(shop, "onpaymentauthorized", {"payment": {"token": token, "shippingContact": JOEL}})
    assert result == {"status": 1, "errors": []}
    shop.wait(lambda: shop.said, "the page says why")


@pytest.mark.parametrize("kind", ["plain", "buy", "setUp", "donate"])
def test_the_button_is_of_the_requested_kind(shop, kind):
    sheet = shop.open(apple=14, options={"type": kind, "style": "outlined"})
    assert "apple" in sheet.button.get_attribute("class")
    assert sheet.button.accessible_name
