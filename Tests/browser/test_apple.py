"""Apple's sheet, played by a session that refuses all that Apple's refuses."""

import pytest

JOEL = {"givenName": "Joël", "familyName": "Appleseed", "addressLines": ["1 Example Park Way"], "locality": "Cupertino",
        "administrativeArea": "CA", "postalCode": "95014", "country": "United States", "countryCode": "us"}
TOKEN = {"paymentMethod": {"displayName": "Visa 1234", "network": "Visa", "type": "debit"},
         "transactionIdentifier": "Simulated Identifier", "paymentData": {}}


def fire(shop, event, detail):
    """Plays the buyer, and gives back what the session was told."""
    count = shop.browser.execute_script("return window.told.length")
    shop.browser.execute_script("window.session.fire(...arguments)", event, detail)
    shop.wait(lambda: shop.browser.execute_script("return window.told.length") > count, f"an answer to {event}")
    assert shop.browser.execute_script("return window.refusals") == []
    return shop.browser.execute_script("return window.told.at(-1)")


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


def test_a_browser_without_errors_is_told_a_status(shop):
    begun(shop, version=2)
    _, status, methods, total, lines = fire(shop, "onshippingcontactselected", {"shippingContact": {**JOEL, "postalCode": "9"}})
    assert (status, total["amount"]) == (3, "30.00")
    _, status, methods, total, lines = fire(shop, "onshippingcontactselected", {"shippingContact": JOEL})
    assert (status, len(methods)) == (0, 2)
    assert fire(shop, "onpaymentmethodselected", {"paymentMethod": {}})[1]["amount"] == "30.00"
    assert fire(shop, "onshippingmethodselected", {"shippingMethod": {"identifier": "express"}})[1] == 0
    assert fire(shop, "onpaymentauthorized", {"payment": {"token": TOKEN, "shippingContact": JOEL}})[1] == 0


def test_a_declined_card_closes_the_sheet_with_a_reason_on_the_page(shop):
    begun(shop)
    token = TOKEN | {"paymentData": {"sandbox": {"outcome": "decline"}}}
    _, result = fire(shop, "onpaymentauthorized", {"payment": {"token": token, "shippingContact": JOEL}})
    assert result == {"status": 1, "errors": []}
    shop.wait(lambda: shop.said, "the page says why")


@pytest.mark.parametrize("kind", ["plain", "buy", "setUp", "donate"])
def test_the_button_is_of_the_kind_that_was_asked_for(shop, kind):
    sheet = shop.open(apple=14, options={"type": kind, "style": "outlined"})
    assert "apple" in sheet.button.get_attribute("class")
    assert sheet.button.accessible_name
