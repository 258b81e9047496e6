"""The dashboard as its users work with it."""

import pytest
from dashboard import Dashboard
from selenium.webdriver.common.by import By
from selenium.webdriver.support.ui import Select
from test_pages import faults
from world import CONTACT


def test_a_key_signs_in_and_a_wrong_one_does_not(dashboard):
    dashboard.sign_in("sk_1_wrong")
    dashboard.says("this API key is unknown")
    dashboard.sign_in(dashboard.merchant["publishableKey"])
    dashboard.says("begins with sk_")
    dashboard.sign_in()
    dashboard.says("Overview")
    assert dashboard.text("#merchant") == "Toast & <b>Tea</b>"
    assert dashboard.key not in dashboard.browser.page_source
    assert dashboard.browser.execute_script("return document.cookie") == "", "no script reads the session"
    assert dashboard.browser.execute_script("return localStorage.length + sessionStorage.length") == 0
    assert dashboard.key not in dashboard.browser.current_url
    dashboard.press("Sign out")
    dashboard.wait(lambda: dashboard.shown() == "sign-in", "it is closed")
    dashboard.browser.refresh()
    dashboard.wait(lambda: dashboard.shown() == "sign-in", "and stays so")


def test_a_payment_is_captured_in_part_and_refunded(dashboard):
    held = dashboard.checkout("20.00", captureMethod="manual", reference="order-1")
    dashboard.sign_in().go(f"checkouts/{held['id']}")
    dashboard.says("$20.00")
    dashboard.press("Capture")
    dashboard.fill(amount="25.00").press("Capture", "dialog")
    dashboard.says("at most 20.00 can still be captured", "dialog")
    dashboard.fill(amount="12.50").press("Capture", "dialog")
    dashboard.says("$12.50 was captured.", "#announcement")
    assert dashboard.state(held)["capturedAmount"] == "12.50"
    dashboard.press("Refund")
    dashboard.fill(amount="2.00", reason="It came <late>").press("Refund", "dialog")
    dashboard.says("It came <late>")
    state = dashboard.state(held)
    assert (state["refundedAmount"], state["refunds"][0]["reason"]) == ("2.00", "It came <late>")
    dashboard.press("Void")
    dashboard.press("Void", "dialog")
    dashboard.wait(lambda: dashboard.state(held)["status"] == "captured", "the rest is given back")


def test_a_refund_pressed_twice_is_made_once(dashboard):
    paid = dashboard.checkout("20.00")
    dashboard.sign_in().go(f"checkouts/{paid['id']}")
    dashboard.press("Refund")
    dashboard.fill(amount="5.00")
    dashboard.browser.execute_script(
        "const form = document.querySelector('dialog form'); form.requestSubmit(); form.querySelector('[type=submit]').disabled = false; form.requestSubmit()")
    dashboard.says("$5.00 was refunded.", "#announcement")
    dashboard.wait(lambda: dashboard.state(paid)["refundedAmount"] == "5.00", "it is refunded")
    assert len(dashboard.state(paid)["refunds"]) == 1


def test_lists_are_searched_and_filtered(dashboard):
    dashboard.checkout("20.00", reference="order-1")
    dashboard.checkout("30.00", reference="order-2", pay=False)
    dashboard.checkout("40.00", reference="order-3", sandbox={"outcome": "insufficient_funds"})
    dashboard.sign_in().go("payments")
    assert [row.split()[-1] for row in dashboard.rows()] == ["order-3", "order-1"]
    assert "insufficient funds" in dashboard.rows()[0]
    Select(dashboard.browser.find_element(By.CSS_SELECTOR, ".filters [name=status]")).select_by_value("captured")
    dashboard.wait(lambda: len(dashboard.rows()) == 1 and "order-1" in dashboard.rows()[0], "only what was captured")
    dashboard.browser.back()
    dashboard.wait(lambda: len(dashboard.rows()) == 2, "the way back leads back")
    search = dashboard.search()
    search.send_keys("order-2")
    dashboard.press("Search")
    dashboard.wait(lambda: dashboard.shown() == "checkouts" and len(dashboard.rows()) == 1 and "order-2" in dashboard.rows()[0], "the reference is found")
    search.clear()
    search.send_keys("0000")
    dashboard.press("Search")
    dashboard.says("No payments match this search.")


def test_the_timeline_shows_errors(dashboard):
    opened = dashboard.checkout("20.00", pay=False, requiredShippingContactFields=["postalAddress"])
    dashboard.world.made("POST", f"/v1/checkouts/{opened['id']}/shipping-contact", opened["clientSecret"], {"shippingContact": CONTACT | {"postalCode": "9"}})
    dashboard.sign_in().go(f"checkouts/{opened['id']}")
    dashboard.says("Postal code: Shipping contact invalid")
    assert "Toast <img src=x onerror=alert(1)>" in dashboard.text()


def test_figures_show_sales_declines_and_fields(dashboard):
    for amount in ("20.00", "30.00"):
        dashboard.checkout(amount)
    dashboard.checkout("40.00", sandbox={"outcome": "insufficient_funds"})
    dashboard.sign_in()
    dashboard.says("$50.00 captured")
    assert "66.7%" in dashboard.text() and "2 of 3 opened" in dashboard.text()
    assert "Insufficient funds" in dashboard.text()
    bars = dashboard.browser.find_elements(By.CSS_SELECTOR, "figure svg rect.bar.good")
    assert any(float(bar.get_attribute("height") or 0) > 10 for bar in bars)
    dashboard.checkout("25.00")
    dashboard.wait(lambda: "$75.00 captured" in dashboard.text(), "the figures come anew by themselves", 15)


def test_a_balance_is_created_credited_and_frozen(dashboard):
    dashboard.sign_in().go("balances")
    dashboard.press("New balance")
    dashboard.fill(amount="25.00", reference="gift-1").press("Create", "dialog")
    code = dashboard.text("#secret")
    dashboard.press("Close", "dialog")
    dashboard.says("$25.00")
    dashboard.press("Credit")
    dashboard.fill(amount="abc").press("Credit", "dialog")
    dashboard.says("decimal string", "dialog")
    dashboard.fill(amount="5.00").press("Credit", "dialog")
    dashboard.says("$30.00")
    dashboard.press("Freeze")
    dashboard.press("Freeze", "dialog")
    dashboard.says("Frozen")
    dashboard.go("balances").press("Look up a code")
    dashboard.fill(code=code.lower()).press("Look up", "dialog")
    dashboard.wait(lambda: "#/balances/bal_" in dashboard.browser.current_url, "the card is found")
    dashboard.says("$30.00", "h1")
    # A freeze after an unfreeze is a new operation.
    for verb in ("Unfreeze", "Freeze"):
        dashboard.press(verb)
        dashboard.press(verb, "dialog")
        dashboard.says("The balance was changed.", "#announcement")
        dashboard.says("Frozen" if verb == "Freeze" else "Active", "h1")


def test_a_coupon_is_created_and_archived(dashboard):
    dashboard.sign_in().go("coupons")
    dashboard.press("New coupon")
    dashboard.press("Create", "dialog")
    dashboard.says("required", "dialog")
    dashboard.fill(code="save10", percentOff="10").press("Create", "dialog")
    dashboard.says("SAVE10")
    dashboard.press("Archive SAVE10")
    dashboard.press("Archive", "dialog")
    dashboard.says("No coupons yet.")


# A log line as phones write it, with an invented device.
PHONE_LINE = ("Get serial #123 task (for device 8f2d, pass type TYPE, last updated (null); with web service url https://pay.example/passkit) "
              "encountered error: Unexpected response code 401")


def test_log_lines_of_phones_are_shown_for_each_pass_type(dashboard):
    dashboard.sign_in().go("passes")
    dashboard.says("No pass types yet. Create them with the API.")
    gift, ticket = dashboard.pass_type("gift"), dashboard.pass_type("ticket")
    dashboard.phones_write(gift, PHONE_LINE, PHONE_LINE, "<img src=x onerror=alert(1)> is slow")
    dashboard.go("passes")
    sections = {one.find_element(By.TAG_NAME, "h2").text: one for one in dashboard.browser.find_elements(By.CSS_SELECTOR, "#content section")}
    assert sections.keys() == {gift, ticket}
    assert "No log lines about these passes." in sections[ticket].text
    rows = {row.find_element(By.TAG_NAME, "td").text: row for row in sections[gift].find_elements(By.CSS_SELECTOR, "tbody tr")}
    line = next(text for text in rows if text.endswith("encountered error: Unexpected response code 401"))
    assert "123" not in line and "8f2d" not in line
    assert rows[line].find_elements(By.TAG_NAME, "td")[1].text == "2"
    assert len(rows[line].find_elements(By.TAG_NAME, "time")) == 2, "first and last"
    assert not dashboard.browser.find_elements(By.CSS_SELECTOR, "#content img"), "what a stranger writes is text"


def test_too_many_kinds_of_log_lines_are_merged_into_one(dashboard):
    gift = dashboard.pass_type("gift")
    letters = "abcdefghijk"
    dashboard.phones_write(gift, *(f"{one}{other} failed" for one in letters for other in letters[:10]))
    dashboard.sign_in().go("passes")
    dashboard.says("All further kinds of log lines")
    assert len(dashboard.rows()) == 101


def test_a_webhook_is_added_and_an_event_delivered_again(dashboard):
    dashboard.sign_in().go("webhooks")
    dashboard.press("New endpoint")
    dashboard.fill(url="http://127.0.0.1:9/hook").press("Add endpoint", "dialog")
    assert dashboard.text("#secret").startswith("whsec_")
    dashboard.press("Close", "dialog")
    endpoint = dashboard.wait(lambda: dashboard.browser.current_url.partition("#/webhooks/")[2], "its page")
    dashboard.checkout("20.00")
    path = f"/v1/webhook-endpoints/{endpoint}/deliveries"
    made = dashboard.wait(lambda: dashboard.world.made("GET", path, dashboard.key)["data"], "a delivery was made")
    dashboard.go(f"webhooks/{endpoint}/{made[0]['event']}")
    dashboard.says("checkout.captured")
    assert dashboard.text("pre").startswith("{")
    dashboard.press("Redeliver")
    dashboard.press("Redeliver", "dialog")
    dashboard.says("The event will be delivered again.", "#announcement")


def test_keys_are_created_and_revoked(dashboard):
    dashboard.sign_in().go("keys")
    dashboard.press("New key")
    dashboard.fill(kind="read").press("Create", "dialog")
    made = dashboard.text("#secret")
    dashboard.press("Close", "dialog")
    assert dashboard.world.call("GET", "/v1/checkouts", made).status_code == 200
    dashboard.says(made[-4:])
    dashboard.press(f"Revoke the key that ends in {made[-4:]}")
    dashboard.press("Revoke", "dialog")
    dashboard.says("The key was revoked.", "#announcement")
    dashboard.wait(lambda: dashboard.world.call("GET", "/v1/checkouts", made).status_code == 401, "the revoked key gets 401")


def test_a_subscription_is_paused_resumed_and_canceled(dashboard):
    one = dashboard.subscription(name="Weekly <b>toast</b>")
    path = f"/v1/subscriptions/{one['id']}"
    dashboard.sign_in().go("subscriptions")
    dashboard.says("Weekly <b>toast</b>")
    dashboard.go(f"subscriptions/{one['id']}")
    dashboard.says("Upcoming charges")
    assert dashboard.rows()[0].count("$9.00") == 1
    assert len(dashboard.rows()) == 7, "an invoice, and six charges to come"
    dashboard.press("Pause")
    dashboard.press("Pause", "dialog")
    dashboard.says("The subscription was paused.", "#announcement")
    assert dashboard.world.made("GET", path, dashboard.key)["status"] == "paused"
    dashboard.press("Resume")
    dashboard.press("Resume", "dialog")
    dashboard.says("The subscription was resumed.", "#announcement")
    assert dashboard.world.made("GET", path, dashboard.key)["status"] == "active"
    dashboard.press("Cancel")
    dashboard.press("Cancel the subscription", "dialog")
    dashboard.says("The subscription will end with its period.", "#announcement")
    assert "cancelAt" in dashboard.world.made("GET", path, dashboard.key)
    dashboard.press("Cancel")
    dashboard.fill(at="now").press("Cancel the subscription", "dialog")
    dashboard.says("The subscription was canceled.", "#announcement")
    assert dashboard.world.made("GET", path, dashboard.key)["status"] == "canceled"
    dashboard.go("subscriptions?status=active")
    dashboard.says("No subscriptions match this search.")


def test_an_open_invoice_is_voided_and_another_is_retried(dashboard):
    terms = {"phases": [{"kind": "regular", "type": "pending", "interval": {"unit": "week"}}], "maximumAmount": "20.00"}
    for button, said, status in [("Void", "The invoice was voided.", "void"), ("Retry", "The invoice is being charged.", "open")]:
        one = dashboard.subscription(**terms)
        invoice = dashboard.world.made("GET", f"/v1/invoices?subscription={one['id']}", dashboard.key)["data"][0]
        dashboard.world.made("POST", f"/v1/invoices/{invoice['id']}/finalize", dashboard.key, {"amount": "12.34"})
        dashboard.sign_in().go(f"subscriptions/{one['id']}")
        dashboard.says("$12.34")
        dashboard.press(f"{button} {invoice['id']}")
        dashboard.press(button, "dialog")
        dashboard.says(said, "#announcement")
        assert dashboard.world.made("GET", f"/v1/invoices/{invoice['id']}", dashboard.key)["status"] in (status, "paid")


def test_a_customer_has_a_page_with_all_that_they_bought(dashboard):
    paid, customer = dashboard.account(reference="order-77")
    dashboard.sign_in().go("customers")
    dashboard.says(CONTACT["emailAddress"])
    dashboard.go(f"customers/{customer['id']}")
    dashboard.says("order-77")
    dashboard.says(CONTACT["familyName"])
    dashboard.go(f"checkouts/{paid['id']}")
    dashboard.says(customer["id"])
    dashboard.world.call("DELETE", f"/v1/customers/{customer['id']}", dashboard.key)
    dashboard.go(f"customers/{customer['id']}")
    dashboard.says("Erased customer")
    assert CONTACT["familyName"] not in dashboard.text()


def test_the_search_finds_customers_and_subscriptions_by_identifier(dashboard):
    one = dashboard.subscription()
    dashboard.sign_in()
    dashboard.search().send_keys(one["id"] + "\n")
    dashboard.wait(lambda: dashboard.shown() == "subscriptions", "its page is shown")
    dashboard.says("Avocado toast")


def test_a_restricted_key_sees_and_changes_only_what_it_may(dashboard):
    paid = dashboard.checkout("20.00")
    dashboard.sign_in().go("keys")
    dashboard.press("New key")
    dashboard.fill(kind="restricted", name="Support").press("Create", "dialog")
    dashboard.says("/scopes", "#field-kind-bad")
    dashboard.fill(payments="payments:read", refunds="refunds:write").press("Create", "dialog")
    made = dashboard.text("#secret")
    dashboard.press("Close", "dialog")
    dashboard.says("Secret, Payments: read, Refunds: read and write")
    dashboard.press("Sign out")
    dashboard.sign_in(made)
    assert dashboard.text("#nav").split() == ["Overview", "Checkouts", "Payments"]
    dashboard.go(f"checkouts/{paid['id']}")
    dashboard.says("$20.00")
    names = [button.text for button in dashboard.browser.find_elements(By.CSS_SELECTOR, ".title button")]
    assert names == ["Refund"]


def test_settings_are_changed_and_errors_are_at_their_fields(dashboard):
    dashboard.sign_in().go("settings")
    dashboard.fill(domains="shop.example\nnot a domain", taxRates="[{]").press("Save")
    dashboard.says("This is not JSON")
    dashboard.fill(taxRates="[]").press("Save")
    dashboard.says("a domain name in lower case", "#field-domains-bad")
    dashboard.fill(domains="shop.example").press("Save")
    dashboard.says("The settings were saved.", "#announcement")
    assert dashboard.world.made("GET", "/v1/merchant", dashboard.key)["domains"] == ["shop.example"]


def test_a_read_only_key_has_no_buttons_that_change_data(dashboard):
    key = dashboard.world.made("POST", "/v1/keys", dashboard.key, {"kind": "secret", "scope": "read"})["secret"]
    paid = dashboard.checkout("20.00")
    dashboard.sign_in(key).go(f"checkouts/{paid['id']}")
    dashboard.says("$20.00")
    names = [button.text for button in dashboard.browser.find_elements(By.CSS_SELECTOR, "#content button") if button.is_displayed()]
    assert names == []


def test_another_merchants_checkout_is_not_found(dashboard, world):
    other = world.new_checkout("browser")
    dashboard.sign_in().go(f"checkouts/{other['id']}")
    dashboard.says("This merchant has no object with this identifier.")
    dashboard.go("checkouts/../keys")
    dashboard.says("This merchant has no object with this identifier.")


def test_a_page_of_another_session_changes_no_data(dashboard, world):
    paid = dashboard.checkout("20.00")
    dashboard.sign_in().go(f"checkouts/{paid['id']}")
    dashboard.press("Refund")
    first = dashboard.browser.current_window_handle
    dashboard.browser.switch_to.new_window("tab")
    Dashboard(world, dashboard.browser, "Another").sign_in()
    dashboard.says("Overview")
    dashboard.browser.close()
    dashboard.browser.switch_to.window(first)
    dashboard.press("Refund", "dialog")
    dashboard.says("Another session was opened")
    assert dashboard.state(paid)["refundedAmount"] == "0.00"


def test_signing_in_again_returns_to_the_page_of_the_expired_session(dashboard):
    paid = dashboard.checkout("20.00")
    dashboard.sign_in().go(f"checkouts/{paid['id']}")
    dashboard.browser.delete_all_cookies()
    dashboard.press("Refund")
    dashboard.press("Refund", "dialog")
    dashboard.says("Your session has ended")
    dashboard.browser.find_element(By.ID, "key").send_keys(dashboard.key)
    dashboard.press("Sign in")
    dashboard.says("$20.00")


def test_a_payment_link_is_created(dashboard):
    dashboard.sign_in().go("checkouts")
    dashboard.press("New payment link")
    dashboard.fill(label="Invoice 7", amount="12").press("Create link", "dialog")
    link = dashboard.text("#secret")
    assert "/pay/cs_" in link
    dashboard.press("Close", "dialog")
    dashboard.says("Invoice 7")


@pytest.mark.parametrize("look", ["light", "dark"])
@pytest.mark.parametrize(("size", "width", "height"), [("desktop", 1280, 1000), ("phone", 390, 844)])
def test_the_dashboard_is_accessible(dashboard, pictures, look, size, width, height):
    browser = dashboard.browser
    browser.execute_cdp_cmd("Emulation.setDeviceMetricsOverride", {"width": width, "height": height, "deviceScaleFactor": 1, "mobile": size == "phone"})
    browser.execute_cdp_cmd("Emulation.setEmulatedMedia", {"features": [{"name": "prefers-color-scheme", "value": look}]})
    paid = dashboard.checkout("20.00")
    balance = dashboard.world.made("POST", "/v1/balances", dashboard.key, {"kind": "gift_card", "currencyCode": "USD", "amount": "25.00"})
    dashboard.world.made("POST", "/v1/coupons", dashboard.key, {"code": "SAVE", "percentOff": "10"})
    endpoint = dashboard.world.made("POST", "/v1/webhook-endpoints", dashboard.key, {"url": "https://shop.example/events"})
    dashboard.phones_write(dashboard.pass_type("gift"), PHONE_LINE, PHONE_LINE, "cut off while fetching")
    dashboard.pass_type("ticket")
    browser.get(f"{dashboard.world.url}/dashboard")
    dashboard.wait(lambda: dashboard.shown() == "sign-in", "the page is there")
    assert faults(browser) == []
    subscription = dashboard.subscription()
    _, customer = dashboard.account()
    dashboard.sign_in()
    browser.get_log("browser")
    places = ["overview", "checkouts", f"checkouts/{paid['id']}", "payments", "customers", f"customers/{customer['id']}",
              "subscriptions", f"subscriptions/{subscription['id']}", "balances", f"balances/{balance['id']}", "coupons",
              "passes", "webhooks", f"webhooks/{endpoint['id']}", "keys", "settings"]
    for place in places:
        dashboard.go(place)
        browser.save_screenshot(str(pictures / f"dashboard-{place.split('_')[0].replace('/', '-')}-{size}-{look}.png"))
        assert faults(browser) == [], place
        assert browser.execute_script("return document.documentElement.scrollWidth <= innerWidth"), place
    dashboard.go(f"checkouts/{paid['id']}").press("Refund")
    browser.save_screenshot(str(pictures / f"dashboard-refund-{size}-{look}.png"))
    assert faults(browser) == []
    assert browser.get_log("browser") == []
