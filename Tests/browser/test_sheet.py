"""Paysheet's own sheet, as a buyer of a test merchant sees it."""

import pytest
from selenium.webdriver.common.action_chains import ActionChains
from selenium.webdriver.common.keys import Keys

ALL = {"requiredShippingContactFields": ["postalAddress", "name", "email", "phone"]}


def test_a_buyer_pays_in_two_clicks(shop):
    sheet = shop.open()
    sheet.tap()
    assert sheet.amounts() == ["Subtotal $25.00", "Shipping $5.00", "Fuzz browser $30.00"]
    sheet.pay()
    shop.wait(lambda: shop.said == "Thank you!", "the page says that it is paid")
    sheet.closes()
    assert shop.state()["status"] == "captured"
    assert sheet.button.is_displayed() is False


def test_a_whole_purchase_works_by_keyboard_alone(shop):
    shop.open(**ALL)
    keys = lambda *pressed: ActionChains(shop.browser).send_keys(*pressed).perform()
    keys(Keys.TAB, Keys.ENTER)
    sheet = Sheet_of(shop)
    sheet.ready()
    # The pay button has the focus, so Enter pays; leaving the sheet moves the focus on.
    keys(Keys.ENTER)
    shop.wait(lambda: shop.said == "Thank you!", "the page says that it is paid")


def test_escape_closes_the_sheet_and_the_focus_returns(shop):
    sheet = shop.open()
    sheet.tap()
    ActionChains(shop.browser).send_keys(Keys.ESCAPE).perform()
    sheet.closes()
    shop.wait(lambda: shop.browser.execute_script("return document.activeElement.localName") == "paysheet-button", "the focus is back")
    assert shop.state()["status"] == "open"
    sheet.tap()


def test_address_and_method_change_the_total(shop):
    sheet = shop.open(**ALL)
    sheet.tap()
    express = next(radio for radio in sheet.all("input[name=method]") if radio.get_attribute("value") == "express")
    express.click()
    sheet.ready()
    assert "Shipping $12.00" in sheet.amounts()
    sheet.pay()
    shop.wait(lambda: shop.said == "Thank you!", "it is paid")
    assert shop.state()["total"] == "37.00"


@pytest.mark.parametrize(
    ("note", "field", "words", "mended"),
    [
        ("postal code 9", "postalCode", "postal code", "95014"),
        ("ZIP of another state", "postalCode", "Cupertino, CA", "02108"),
        ("phone too short", "phoneNumber", "too short", "408 996 1010"),
        ("no street", "addressLines", "street", "1 Infinite Loop"),
    ],
)
def test_each_error_is_at_its_field_and_is_corrected_in_place(shop, note, field, words, mended):
    sheet = shop.open(**ALL)
    sheet.tap()
    sheet.contact(note)
    if sheet.error(field) is None:
        sheet.pay()
    shop.wait(lambda: sheet.error(field), f"an error at {field}")
    assert words in sheet.error(field)
    assert [name for name in ("givenName", "emailAddress", "locality", "administrativeArea") if sheet.error(name)] == []
    sheet.type(field, mended)
    sheet.part("[data-part=status]").click()
    sheet.ready()
    sheet.pay()
    shop.wait(lambda: shop.said == "Thank you!", "it is paid")


@pytest.mark.parametrize("note", ["Californie", "no state", "Massachussetts", "jo@gmial.com", "Hawaï", "東京", "London"])
def test_unusual_spellings_of_a_contact_are_accepted(shop, note):
    sheet = shop.open(**ALL)
    sheet.tap()
    sheet.contact(note)
    sheet.pay()
    shop.wait(lambda: shop.said == "Thank you!", "it is paid")


def test_a_coupon_is_applied_and_a_wrong_one_explained(shop, world):
    world.call("POST", "/v1/coupons", world.secret("browser"), {"code": "TENTH", "percentOff": "10"})
    sheet = shop.open()
    sheet.tap()
    sheet.type("coupon", "NOSUCH")
    sheet.part("[data-part=coupon] button").click()
    shop.wait(lambda: sheet.error("coupon"), "the coupon is refused")
    sheet.type("coupon", "tenth")
    sheet.part("[data-part=coupon] button").click()
    shop.wait(lambda: "Fuzz browser $27.50" in sheet.amounts(), "the coupon counts")
    assert sheet.error("coupon") is None


def test_a_declined_card_leaves_the_checkout_open_for_another(shop):
    sheet = shop.open()
    sheet.tap()
    sheet.card("declined")
    sheet.pay()
    shop.wait(lambda: "card" in shop.said.lower(), "the page says why")
    sheet.closes()
    sheet.tap()
    sheet.pay()
    shop.wait(lambda: shop.said == "Thank you!", "another card pays")


def test_the_sheet_waits_for_a_slow_bank(shop):
    sheet = shop.open()
    sheet.tap()
    sheet.card("slow bank")
    sheet.pay()
    assert sheet.part("[data-part=status]").text == "One moment…"
    shop.wait(lambda: shop.said == "Thank you!", "it is paid", 15)


def test_an_unknown_outcome_is_followed_and_charged_once(shop):
    sheet = shop.open()
    sheet.tap()
    sheet.card("answer is lost")
    sheet.pay()
    shop.wait(lambda: "twice" in sheet.part("[data-part=alert]").text, "the sheet says that the payment is being checked")
    shop.wait(lambda: shop.state().get("lastAttempt", {}).get("code") == "voided", "the late success is given back", 40)
    assert shop.state()["status"] == "open"
    sheet.ready()
    sheet.card("Visa 1234")
    sheet.pay()
    shop.wait(lambda: shop.said == "Thank you!", "another card pays")
    assert shop.state()["capturedAmount"] == "30.00"


def test_a_sheet_that_waits_too_long_fails_with_advice(shop):
    sheet = shop.open(options={"limitMilliseconds": 500})
    sheet.tap()
    sheet.card("slow bank")
    sheet.pay()
    shop.wait(lambda: "too long" in sheet.part("[data-part=status]").text, "the sheet gives up")
    sheet.closes()


def test_a_payment_survives_a_lost_connection(shop):
    sheet = shop.open()
    sheet.tap()
    network = lambda offline: shop.browser.execute_cdp_cmd("Network.emulateNetworkConditions", {
        "offline": offline, "latency": 0, "downloadThroughput": -1, "uploadThroughput": -1})
    network(True)
    sheet.pay()
    network(False)
    shop.wait(lambda: shop.said == "Thank you!", "it is paid once the connection is back", 20)
    assert shop.state()["attempts"] == 1


def test_two_tabs_of_one_checkout_pay_once(shop):
    sheet = shop.open()
    sheet.tap()
    first = shop.browser.current_window_handle
    shop.browser.switch_to.new_window("tab")
    other = shop.open(secret=shop.secret)
    other.tap()
    other.pay()
    shop.wait(lambda: shop.said == "Thank you!", "the second tab has paid")
    shop.browser.close()
    shop.browser.switch_to.window(first)
    sheet.pay()
    shop.wait(lambda: shop.said, "the first tab says something")
    assert shop.state()["attempts"] == 1
    assert shop.state()["capturedAmount"] == "30.00"


@pytest.mark.parametrize(("version", "has_coupon"), [(2, False), (3, False), (11, False), (12, True)])
def test_older_versions_of_the_sheet_are_supported(shop, version, has_coupon):
    sheet = shop.open(options={"version": version}, **ALL)
    sheet.tap()
    assert bool(sheet.all("[data-part=coupon]")) == has_coupon
    sheet.contact("postal code 9")
    shop.wait(lambda: sheet.error("addressLines" if version < 3 else "postalCode"), "the address is marked")
    sheet.contact("Massachussetts")
    sheet.pay()
    shop.wait(lambda: shop.said == "Thank you!", "it is paid")


def test_a_balance_that_pays_the_total_needs_no_sheet(shop, world):
    card = world.made("POST", "/v1/balances", world.secret("browser"), {"kind": "gift_card", "currencyCode": "USD", "amount": "40.00"})
    sheet = shop.open(options={"balances": True}, requiredShippingContactFields=[], shippingMethods=None)
    sheet.inside("paysheet-button", "input[name=code]").send_keys(card["code"])
    sheet.inside("paysheet-button", ".codes form button").click()
    shop.wait(lambda: "$25.00" in sheet.inside("paysheet-button", ".codes li").text, "the card is attached")
    sheet.inside("paysheet-button", ".codes li button").click()
    shop.wait(lambda: not sheet.browser.find_element("css selector", "paysheet-button").shadow_root.find_elements("css selector", ".codes li"), "it is taken away")
    sheet.inside("paysheet-button", "input[name=code]").send_keys(card["code"])
    sheet.inside("paysheet-button", ".codes form button").click()
    shop.wait(lambda: sheet.inside("paysheet-button", ".codes li"), "it is attached again")
    sheet.button.click()
    shop.wait(lambda: shop.said == "Thank you!", "it is paid without a sheet")
    assert not sheet.is_open()
    assert shop.state()["balances"][0]["amount"] == "25.00"


def test_pending_lines_have_no_amount(shop):
    sheet = shop.open(
        items=None, shippingMethods=None, requiredShippingContactFields=[], captureMethod="manual",
        lineItems=[{"label": "Fare", "type": "pending"}, {"label": "Tip", "amount": "2.00"}], authorizationAmount="20.00")
    sheet.tap()
    assert sheet.amounts() == ["Fare Pending", "Tip $2.00", "Fuzz browser Pending"]


@pytest.mark.parametrize(
    "secret", ["cs_0_0_0_0", "nonsense", "cs_1aaaaaaaaaaaaaaaaaaaaaaaaaaa_1_1_aaaaaaaaaaaaaaaaaaaaaaaaaa"])
def test_a_wrong_secret_shows_a_plain_message(shop, secret):
    shop.secret = secret
    shop.browser.get(shop.url)
    shop.wait(lambda: shop.said == "This checkout is no longer open.", "a plain message")


def test_hostile_names_are_shown_as_plain_text(shop):
    markup = "<img src=x onerror=alert(1)>\"'"
    sheet = shop.open(
        items=None, shippingMethods=None, requiredShippingContactFields=[], lineItems=[{"label": markup, "amount": "2.00"}])
    sheet.tap()
    assert sheet.amounts()[0] == markup + " $2.00"
    assert sheet.all("img") == []


def Sheet_of(shop):
    from sheet import Sheet

    return Sheet(shop)
