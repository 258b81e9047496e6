"""The dashboard with lost answers, two windows, other time zones, and without a mouse."""

import pytest
from desk import lose
from selenium.webdriver.common.action_chains import ActionChains
from selenium.webdriver.common.by import By
from selenium.webdriver.common.keys import Keys


def test_a_refund_whose_answer_was_lost_is_made_once(desk):
    paid = desk.checkout("20.00")
    desk.sign_in().go(f"checkouts/{paid['id']}")
    desk.press("Refund")
    lose(desk, "/refunds")
    desk.fill(amount="5.00").press("Refund", "dialog")
    desk.says("Whether it was done is not known. Press again", "dialog")
    assert not desk.browser.find_element(By.CSS_SELECTOR, "dialog [name=amount]").is_enabled(), "it is that request, and no other"
    desk.press("Refund", "dialog")
    desk.says("It was done already", "#told")
    assert desk.state(paid)["refundedAmount"] == "5.00"


def test_a_refund_whose_answer_was_lost_is_visible_after_closing(desk):
    paid = desk.checkout("20.00")
    desk.sign_in().go(f"checkouts/{paid['id']}")
    desk.press("Refund")
    lose(desk, "/refunds")
    desk.fill(amount="5.00").press("Refund", "dialog")
    desk.says("not known", "dialog")
    desk.press("Close", "dialog")
    desk.wait(lambda: "Refunds" in desk.text(), "the page has looked again")
    desk.press("Refund")
    assert desk.browser.find_element(By.CSS_SELECTOR, "dialog [name=amount]").get_attribute("value") == "15.00"


@pytest.mark.parametrize(("second", "said"), [("5.00", "It was done already"), ("6.00", "Something was done already since this page was shown")])
def test_two_windows_that_show_the_same_state_refund_once(desk, second, said):
    paid = desk.checkout("20.00")
    desk.sign_in().go(f"checkouts/{paid['id']}")
    desk.press("Refund")
    desk.fill(amount=second)
    first = desk.browser.current_window_handle
    desk.browser.switch_to.new_window("tab")
    desk.browser.get(f"{desk.world.url}/dashboard#/checkouts/{paid['id']}")
    desk.press("Refund")
    desk.fill(amount="5.00").press("Refund", "dialog")
    desk.says("$5.00 was refunded.", "#told")
    desk.browser.close()
    desk.browser.switch_to.window(first)
    desk.press("Refund", "dialog")
    desk.says(said, "#told" if second == "5.00" else "dialog")
    assert desk.state(paid)["refundedAmount"] == "5.00"


def test_two_windows_credit_a_balance_once(desk):
    balance = desk.world.made("POST", "/v1/balances", desk.key, {"kind": "prepaid", "currencyCode": "USD", "amount": "5.00"})
    desk.sign_in().go(f"balances/{balance['id']}")
    desk.press("Credit")
    desk.fill(amount="10.00")
    first = desk.browser.current_window_handle
    desk.browser.switch_to.new_window("tab")
    desk.browser.get(f"{desk.world.url}/dashboard#/balances/{balance['id']}")
    desk.press("Credit")
    desk.fill(amount="10.00").press("Credit", "dialog")
    desk.says("$15.00")
    desk.browser.close()
    desk.browser.switch_to.window(first)
    desk.press("Credit", "dialog")
    desk.says("It was done already", "#told")
    assert desk.world.made("GET", f"/v1/balances/{balance['id']}", desk.key)["amount"] == "15.00"
    # A second credit on purpose, after the page has shown the first.
    desk.press("Credit")
    desk.fill(amount="10.00").press("Credit", "dialog")
    desk.says("$25.00")


def test_a_dialog_stays_open_while_its_request_is_sent(desk):
    paid = desk.checkout("20.00")
    desk.sign_in().go(f"checkouts/{paid['id']}")
    desk.press("Refund")
    desk.fill(amount="5.00")
    desk.browser.execute_script("""
        const real = fetch
        window.fetch = async (url, options) => {
          const answer = await real(url, options)
          if (String(url).endsWith('/refunds')) await new Promise(done => { window.release = done })
          return answer
        }""")
    desk.press("Refund", "dialog")
    desk.wait(lambda: desk.browser.execute_script("return Boolean(window.release)"), "the answer is on its way")
    for _ in range(3):
        ActionChains(desk.browser).send_keys(Keys.ESCAPE).perform()
    # The browser closes the dialog at the second Escape, and the page opens it again.
    desk.wait(lambda: desk.browser.execute_script("return document.querySelector('dialog').open"), "the dialog is there")
    desk.browser.execute_script("window.release()")
    desk.says("$5.00 was refunded.", "#told")


def test_a_lost_secret_is_reported(desk):
    desk.sign_in().go("keys")
    desk.press("New key")
    lose(desk, "/keys")
    desk.press("Make it", "dialog")
    desk.says("Press again", "dialog")
    desk.press("Make it", "dialog")
    desk.says("its secret is lost", "dialog")
    desk.says("Revoke the key that ends in", "dialog")


@pytest.mark.parametrize(("zone", "days"), [
    ("America/Vancouver", "7"), ("America/Santiago", "90"), ("America/Havana", "90"), ("Asia/Calcutta", "30"), ("Pacific/Kiritimati", "7"), ("Africa/Casablanca", "7")])
def test_figures_lose_no_sale_in_any_time_zone(desk, zone, days):
    desk.checkout("20.00")
    desk.browser.execute_cdp_cmd("Emulation.setTimezoneOverride", {"timezoneId": zone})
    try:
        desk.sign_in().go(f"overview?days={days}")
        desk.says("$20.00 captured")
        heights = [float(bar.get_attribute("height")) for bar in desk.browser.find_elements(By.CSS_SELECTOR, "figure > svg .bar.good")]
        assert len(heights) == 2 and min(heights) > 10, "volume and tries have their bar"
    finally:
        desk.browser.execute_cdp_cmd("Emulation.setTimezoneOverride", {"timezoneId": ""})


def test_the_search_finds_links_and_references_of_four_digits(desk):
    first = desk.checkout("20.00", reference="1042")
    desk.sign_in()
    search = desk.browser.find_element(By.ID, "needle")
    search.send_keys("1042")
    desk.press("Search")
    desk.wait(lambda: len(desk.rows()) == 1 and "1042" in desk.rows()[0], "the reference is found")
    search.clear()
    search.send_keys(f"{desk.world.url}/pay/{first['clientSecret']}")
    desk.press("Search")
    desk.wait(lambda: desk.browser.current_url.endswith(f"#/checkouts/{first['id']}"), "the link leads to its checkout")
    desk.says("$20.00")
    search.send_keys(desk.key)
    desk.press("Search")
    desk.says("it is not looked for", "#told")
    assert desk.key not in desk.browser.current_url and search.get_attribute("value") == ""


def test_signing_out_is_reported_only_when_it_succeeds(desk):
    desk.sign_in()
    desk.browser.execute_script("const real = fetch; window.fetch = (url, options) => options.method === 'DELETE' ? Promise.reject(new TypeError('lost')) : real(url, options)")
    desk.press("Sign out")
    desk.says("You are still signed in.", "#told")
    assert desk.shown() == "overview"


def test_the_keyboard_keeps_its_place_and_never_loses_the_focus(desk):
    paid = desk.checkout("20.00")
    desk.sign_in().go("checkouts")
    active = lambda: desk.browser.execute_script("return document.activeElement.name ?? document.activeElement.id ?? document.activeElement.localName")
    select = desk.browser.find_element(By.CSS_SELECTOR, ".filters [name=status]")
    select.send_keys(Keys.ARROW_DOWN)
    desk.says("No checkout is like that.")
    desk.wait(lambda: active() == "status", "the filter keeps the focus")
    ActionChains(desk.browser).send_keys(Keys.ARROW_DOWN).perform()
    desk.wait(lambda: "status=authorizing" in desk.browser.current_url and active() == "status", "and goes on")
    desk.go(f"checkouts/{paid['id']}").press("Refund")
    desk.fill(amount="5.00")
    ActionChains(desk.browser).send_keys(Keys.ENTER).perform()
    desk.says("$5.00 was refunded.", "#told")
    desk.wait(lambda: active() == "content", "after a dialog the focus is on the page")


def test_no_page_scrolls_sideways_at_four_hundred_percent(desk):
    desk.browser.execute_cdp_cmd("Emulation.setDeviceMetricsOverride", {"width": 320, "height": 256, "deviceScaleFactor": 1, "mobile": False})
    paid = desk.checkout("20.00")
    desk.sign_in()
    for place in ("overview", "checkouts", f"checkouts/{paid['id']}", "payments", "keys", "settings"):
        desk.go(place)
        assert desk.browser.execute_script("return document.documentElement.scrollWidth") <= 320, place
