"""The dashboard as its users work with it."""

import pytest
from desk import Desk
from selenium.webdriver.common.by import By
from selenium.webdriver.support.ui import Select
from test_pages import faults
from world import CONTACT


def test_a_key_signs_in_and_a_wrong_one_does_not(desk):
    desk.sign_in("sk_1_wrong")
    desk.says("this API key is unknown")
    desk.sign_in(desk.merchant["publishableKey"])
    desk.says("begins with sk_")
    desk.sign_in()
    desk.says("Overview")
    assert desk.text("#merchant") == "Toast & <b>Tea</b>"
    assert desk.key not in desk.browser.page_source
    assert desk.browser.execute_script("return document.cookie") == "", "no script reads the session"
    assert desk.browser.execute_script("return localStorage.length + sessionStorage.length") == 0
    assert desk.key not in desk.browser.current_url
    desk.press("Sign out")
    desk.wait(lambda: desk.shown() == "sign-in", "it is closed")
    desk.browser.refresh()
    desk.wait(lambda: desk.shown() == "sign-in", "and stays so")


def test_a_payment_is_captured_in_part_and_refunded(desk):
    held = desk.checkout("20.00", captureMethod="manual", reference="order-1")
    desk.sign_in().go(f"checkouts/{held['id']}")
    desk.says("$20.00")
    desk.press("Capture")
    desk.fill(amount="25.00").press("Capture", "dialog")
    desk.says("at most 20.00 can still be captured", "dialog")
    desk.fill(amount="12.50").press("Capture", "dialog")
    desk.says("$12.50 was captured.", "#told")
    assert desk.state(held)["capturedAmount"] == "12.50"
    desk.press("Refund")
    desk.fill(amount="2.00", reason="It came <late>").press("Refund", "dialog")
    desk.says("It came <late>")
    state = desk.state(held)
    assert (state["refundedAmount"], state["refunds"][0]["reason"]) == ("2.00", "It came <late>")
    desk.press("Void")
    desk.press("Void", "dialog")
    desk.wait(lambda: desk.state(held)["status"] == "captured", "the rest is given back")


def test_a_refund_pressed_twice_is_made_once(desk):
    paid = desk.checkout("20.00")
    desk.sign_in().go(f"checkouts/{paid['id']}")
    desk.press("Refund")
    desk.fill(amount="5.00")
    desk.browser.execute_script(
        "const form = document.querySelector('dialog form'); form.requestSubmit(); form.querySelector('[type=submit]').disabled = false; form.requestSubmit()")
    desk.says("$5.00 was refunded.", "#told")
    desk.wait(lambda: desk.state(paid)["refundedAmount"] == "5.00", "it is refunded")
    assert len(desk.state(paid)["refunds"]) == 1


def test_lists_are_searched_and_filtered(desk):
    desk.checkout("20.00", reference="order-1")
    desk.checkout("30.00", reference="order-2", pay=False)
    desk.checkout("40.00", reference="order-3", sandbox={"outcome": "insufficient_funds"})
    desk.sign_in().go("payments")
    assert [row.split("\n")[0].split(" ")[0] for row in desk.rows()] == ["order-3", "order-1"]
    assert "insufficient funds" in desk.rows()[0]
    Select(desk.browser.find_element(By.CSS_SELECTOR, ".filters [name=status]")).select_by_value("captured")
    desk.wait(lambda: len(desk.rows()) == 1 and "order-1" in desk.rows()[0], "only what was captured")
    desk.browser.back()
    desk.wait(lambda: len(desk.rows()) == 2, "the way back leads back")
    search = desk.browser.find_element(By.ID, "needle")
    search.send_keys("order-2")
    desk.press("Search")
    desk.wait(lambda: desk.shown() == "checkouts" and len(desk.rows()) == 1 and "order-2" in desk.rows()[0], "the reference is found")
    search.clear()
    search.send_keys("0000")
    desk.press("Search")
    desk.says("No payment is like that.")


def test_the_timeline_shows_errors(desk):
    opened = desk.checkout("20.00", pay=False, requiredShippingContactFields=["postalAddress"])
    desk.world.made("POST", f"/v1/checkouts/{opened['id']}/shipping-contact", opened["clientSecret"], {"shippingContact": CONTACT | {"postalCode": "9"}})
    desk.sign_in().go(f"checkouts/{opened['id']}")
    desk.says("Postal code: Shipping contact invalid")
    assert "Toast <img src=x onerror=alert(1)>" in desk.text()


def test_figures_show_sales_declines_and_fields(desk):
    for amount in ("20.00", "30.00"):
        desk.checkout(amount)
    desk.checkout("40.00", sandbox={"outcome": "insufficient_funds"})
    desk.sign_in()
    desk.says("$50.00 captured")
    assert "66.7%" in desk.text() and "2 of 3 opened" in desk.text()
    assert "Insufficient funds" in desk.text()
    bars = desk.browser.find_elements(By.CSS_SELECTOR, "figure svg rect.bar.good")
    assert any(float(bar.get_attribute("height") or 0) > 10 for bar in bars)
    desk.checkout("25.00")
    desk.wait(lambda: "$75.00 captured" in desk.text(), "the figures come anew by themselves", 15)


def test_a_balance_is_created_credited_and_frozen(desk):
    desk.sign_in().go("balances")
    desk.press("New balance")
    desk.fill(amount="25.00", reference="gift-1").press("Make it", "dialog")
    code = desk.text("#secret")
    desk.press("Close", "dialog")
    desk.says("$25.00")
    desk.press("Credit")
    desk.fill(amount="abc").press("Credit", "dialog")
    desk.says("decimal string", "dialog")
    desk.fill(amount="5.00").press("Credit", "dialog")
    desk.says("$30.00")
    desk.press("Freeze")
    desk.press("Freeze", "dialog")
    desk.says("Frozen")
    desk.go("balances").press("Look a code up")
    desk.fill(code=code.lower()).press("Look up", "dialog")
    desk.wait(lambda: "#/balances/bal_" in desk.browser.current_url, "the card is found")
    desk.says("$30.00", "h1")
    # A freeze after an unfreeze is a new operation.
    for verb in ("Unfreeze", "Freeze"):
        desk.press(verb)
        desk.press(verb, "dialog")
        desk.says("The balance was changed.", "#told")
        desk.says("Frozen" if verb == "Freeze" else "Active", "h1")


def test_a_coupon_is_created_and_archived(desk):
    desk.sign_in().go("coupons")
    desk.press("New coupon")
    desk.press("Make it", "dialog")
    desk.says("required", "dialog")
    desk.fill(code="save10", percentOff="10").press("Make it", "dialog")
    desk.says("SAVE10")
    desk.press("Archive SAVE10")
    desk.press("Archive", "dialog")
    desk.says("No coupon yet.")


# A log line as phones write it, with an invented device.
PHONE_LINE = ("Get serial #123 task (for device 8f2d, pass type TYPE, last updated (null); with web service url https://pay.example/passkit) "
              "encountered error: Unexpected response code 401")


def test_log_lines_of_phones_are_shown_for_each_pass_type(desk):
    desk.sign_in().go("passes")
    desk.says("No pass type yet, and no phone has written anything.")
    gift, ticket = desk.pass_type("gift"), desk.pass_type("ticket")
    desk.phones_write(gift, PHONE_LINE, PHONE_LINE, "<img src=x onerror=alert(1)> is slow")
    desk.go("passes")
    sections = {one.find_element(By.TAG_NAME, "h2").text: one for one in desk.browser.find_elements(By.CSS_SELECTOR, "#content section")}
    assert sections.keys() == {gift, ticket}
    assert "No phone has written anything about these passes." in sections[ticket].text
    rows = {row.find_element(By.TAG_NAME, "td").text: row for row in sections[gift].find_elements(By.CSS_SELECTOR, "tbody tr")}
    told = next(text for text in rows if text.endswith("encountered error: Unexpected response code 401"))
    assert "123" not in told and "8f2d" not in told
    assert rows[told].find_elements(By.TAG_NAME, "td")[1].text == "2"
    assert len(rows[told].find_elements(By.TAG_NAME, "time")) == 2, "first and last"
    assert not desk.browser.find_elements(By.CSS_SELECTOR, "#content img"), "what a stranger writes is text"


def test_too_many_kinds_of_log_lines_are_merged_into_one(desk):
    gift = desk.pass_type("gift")
    letters = "abcdefghijk"
    desk.phones_write(gift, *(f"{one}{other} failed" for one in letters for other in letters[:10]))
    desk.sign_in().go("passes")
    desk.says("Other lines, of more kinds than are told apart")
    assert len(desk.rows()) == 101


def test_a_webhook_is_added_and_an_event_delivered_again(desk):
    desk.sign_in().go("webhooks")
    desk.press("New endpoint")
    desk.fill(url="http://127.0.0.1:9/hook").press("Add it", "dialog")
    assert desk.text("#secret").startswith("whsec_")
    desk.press("Close", "dialog")
    endpoint = desk.wait(lambda: desk.browser.current_url.partition("#/webhooks/")[2], "its page")
    desk.checkout("20.00")
    path = f"/v1/webhook-endpoints/{endpoint}/deliveries"
    made = desk.wait(lambda: desk.world.made("GET", path, desk.key)["data"], "a delivery was made")
    desk.go(f"webhooks/{endpoint}/{made[0]['event']}")
    desk.says("checkout.captured")
    assert desk.text("pre").startswith("{")
    desk.press("Redeliver")
    desk.press("Redeliver", "dialog")
    desk.says("It is on its way.", "#told")


def test_keys_are_created_and_revoked(desk):
    desk.sign_in().go("keys")
    desk.press("New key")
    desk.fill(scope="read").press("Make it", "dialog")
    made = desk.text("#secret")
    desk.press("Close", "dialog")
    assert desk.world.call("GET", "/v1/checkouts", made).status_code == 200
    desk.says(made[-4:])
    desk.press(f"Revoke the key that ends in {made[-4:]}")
    desk.press("Revoke", "dialog")
    desk.says("The key was revoked.", "#told")
    desk.wait(lambda: desk.world.call("GET", "/v1/checkouts", made).status_code == 401, "it works no more")


def test_settings_are_changed_and_errors_are_at_their_fields(desk):
    desk.sign_in().go("settings")
    desk.fill(domains="shop.example\nnot a domain", taxRates="[{]").press("Save")
    desk.says("This is not JSON")
    desk.fill(taxRates="[]").press("Save")
    desk.says("a domain name in lower case", "#field-domains-bad")
    desk.fill(domains="shop.example").press("Save")
    desk.says("The settings were saved.", "#told")
    assert desk.world.made("GET", "/v1/merchant", desk.key)["domains"] == ["shop.example"]


def test_a_read_only_key_has_no_buttons_that_change_data(desk):
    key = desk.world.made("POST", "/v1/keys", desk.key, {"kind": "secret", "scope": "read"})["secret"]
    paid = desk.checkout("20.00")
    desk.sign_in(key).go(f"checkouts/{paid['id']}")
    desk.says("$20.00")
    names = [button.text for button in desk.browser.find_elements(By.CSS_SELECTOR, "#content button") if button.is_displayed()]
    assert names == []


def test_another_merchants_checkout_is_not_found(desk, world):
    other = world.new_checkout("browser")
    desk.sign_in().go(f"checkouts/{other['id']}")
    desk.says("This merchant has nothing of that identifier.")
    desk.go("checkouts/../keys")
    desk.says("This merchant has nothing of that identifier.")


def test_a_page_of_another_session_does_nothing(desk, world):
    paid = desk.checkout("20.00")
    desk.sign_in().go(f"checkouts/{paid['id']}")
    desk.press("Refund")
    first = desk.browser.current_window_handle
    desk.browser.switch_to.new_window("tab")
    Desk(world, desk.browser, "Another").sign_in()
    desk.says("Overview")
    desk.browser.close()
    desk.browser.switch_to.window(first)
    desk.press("Refund", "dialog")
    desk.says("Another session was opened")
    assert desk.state(paid)["refundedAmount"] == "0.00"


def test_signing_in_again_returns_to_the_page_of_the_expired_session(desk):
    paid = desk.checkout("20.00")
    desk.sign_in().go(f"checkouts/{paid['id']}")
    desk.browser.delete_all_cookies()
    desk.press("Refund")
    desk.press("Refund", "dialog")
    desk.says("The session is over")
    desk.browser.find_element(By.ID, "key").send_keys(desk.key)
    desk.press("Sign in")
    desk.says("$20.00")


def test_a_payment_link_is_created(desk):
    desk.sign_in().go("checkouts")
    desk.press("New payment link")
    desk.fill(label="Invoice 7", amount="12").press("Make the link", "dialog")
    link = desk.text("#secret")
    assert "/pay/cs_" in link
    desk.press("Close", "dialog")
    desk.says("Invoice 7")


@pytest.mark.parametrize("look", ["light", "dark"])
@pytest.mark.parametrize(("size", "width", "height"), [("desktop", 1280, 1000), ("phone", 390, 844)])
def test_the_dashboard_is_accessible(desk, pictures, look, size, width, height):
    browser = desk.browser
    browser.execute_cdp_cmd("Emulation.setDeviceMetricsOverride", {"width": width, "height": height, "deviceScaleFactor": 1, "mobile": size == "phone"})
    browser.execute_cdp_cmd("Emulation.setEmulatedMedia", {"features": [{"name": "prefers-color-scheme", "value": look}]})
    paid = desk.checkout("20.00")
    balance = desk.world.made("POST", "/v1/balances", desk.key, {"kind": "gift_card", "currencyCode": "USD", "amount": "25.00"})
    desk.world.made("POST", "/v1/coupons", desk.key, {"code": "SAVE", "percentOff": "10"})
    endpoint = desk.world.made("POST", "/v1/webhook-endpoints", desk.key, {"url": "https://shop.example/events"})
    desk.phones_write(desk.pass_type("gift"), PHONE_LINE, PHONE_LINE, "cut off while fetching")
    desk.pass_type("ticket")
    browser.get(f"{desk.world.url}/dashboard")
    desk.wait(lambda: desk.shown() == "sign-in", "the page is there")
    assert faults(browser) == []
    desk.sign_in()
    browser.get_log("browser")
    places = ["overview", "checkouts", f"checkouts/{paid['id']}", "payments", "balances", f"balances/{balance['id']}", "coupons",
              "passes", "webhooks", f"webhooks/{endpoint['id']}", "keys", "settings"]
    for place in places:
        desk.go(place)
        browser.save_screenshot(str(pictures / f"dashboard-{place.split('_')[0].replace('/', '-')}-{size}-{look}.png"))
        assert faults(browser) == [], place
        assert browser.execute_script("return document.documentElement.scrollWidth <= innerWidth"), place
    desk.go(f"checkouts/{paid['id']}").press("Refund")
    browser.save_screenshot(str(pictures / f"dashboard-refund-{size}-{look}.png"))
    assert faults(browser) == []
    assert browser.get_log("browser") == []
