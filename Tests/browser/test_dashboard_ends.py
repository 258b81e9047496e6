"""The dashboard with lost answers, two windows, other time zones, and without a mouse."""

import pytest
from dashboard import lose
from selenium.webdriver.common.action_chains import ActionChains
from selenium.webdriver.common.by import By
from selenium.webdriver.common.keys import Keys


def test_a_refund_whose_answer_was_lost_is_made_once(dashboard):
    paid = dashboard.checkout("20.00")
    dashboard.sign_in().go(f"checkouts/{paid['id']}")
    dashboard.press("Refund")
    lose(dashboard, "/refunds")
    dashboard.fill(amount="5.00").press("Refund", "dialog")
    dashboard.says("The server may have done this already. Press the button again", "dialog")
    assert not dashboard.browser.find_element(By.CSS_SELECTOR, "dialog [name=amount]").is_enabled(), "it is that request, and no other"
    dashboard.press("Refund", "dialog")
    dashboard.says("This was done already", "#announcement")
    assert dashboard.state(paid)["refundedAmount"] == "5.00"


def test_a_refund_whose_answer_was_lost_is_visible_after_closing(dashboard):
    paid = dashboard.checkout("20.00")
    dashboard.sign_in().go(f"checkouts/{paid['id']}")
    dashboard.press("Refund")
    lose(dashboard, "/refunds")
    dashboard.fill(amount="5.00").press("Refund", "dialog")
    dashboard.says("may have done this already", "dialog")
    dashboard.press("Close", "dialog")
    dashboard.wait(lambda: "Refunds" in dashboard.text(), "the page has looked again")
    dashboard.press("Refund")
    assert dashboard.browser.find_element(By.CSS_SELECTOR, "dialog [name=amount]").get_attribute("value") == "15.00"


@pytest.mark.parametrize(("second", "said"), [("5.00", "This was done already"), ("6.00", "Another change was made since this page was loaded")])
def test_two_windows_that_show_the_same_state_refund_once(dashboard, second, said):
    paid = dashboard.checkout("20.00")
    dashboard.sign_in().go(f"checkouts/{paid['id']}")
    dashboard.press("Refund")
    dashboard.fill(amount=second)
    first = dashboard.browser.current_window_handle
    dashboard.browser.switch_to.new_window("tab")
    dashboard.browser.get(f"{dashboard.world.url}/dashboard#/checkouts/{paid['id']}")
    dashboard.press("Refund")
    dashboard.fill(amount="5.00").press("Refund", "dialog")
    dashboard.says("$5.00 was refunded.", "#announcement")
    dashboard.browser.close()
    dashboard.browser.switch_to.window(first)
    dashboard.press("Refund", "dialog")
    dashboard.says(said, "#announcement" if second == "5.00" else "dialog")
    assert dashboard.state(paid)["refundedAmount"] == "5.00"


def test_two_windows_credit_a_balance_once(dashboard):
    balance = dashboard.world.made("POST", "/v1/balances", dashboard.key, {"kind": "prepaid", "currencyCode": "USD", "amount": "5.00"})
    dashboard.sign_in().go(f"balances/{balance['id']}")
    dashboard.press("Credit")
    dashboard.fill(amount="10.00")
    first = dashboard.browser.current_window_handle
    dashboard.browser.switch_to.new_window("tab")
    dashboard.browser.get(f"{dashboard.world.url}/dashboard#/balances/{balance['id']}")
    dashboard.press("Credit")
    dashboard.fill(amount="10.00").press("Credit", "dialog")
    dashboard.says("$15.00")
    dashboard.browser.close()
    dashboard.browser.switch_to.window(first)
    dashboard.press("Credit", "dialog")
    dashboard.says("This was done already", "#announcement")
    assert dashboard.world.made("GET", f"/v1/balances/{balance['id']}", dashboard.key)["amount"] == "15.00"
    # A second credit on purpose, after the page has shown the first.
    dashboard.press("Credit")
    dashboard.fill(amount="10.00").press("Credit", "dialog")
    dashboard.says("$25.00")


def test_a_dialog_stays_open_while_its_request_is_sent(dashboard):
    paid = dashboard.checkout("20.00")
    dashboard.sign_in().go(f"checkouts/{paid['id']}")
    dashboard.press("Refund")
    dashboard.fill(amount="5.00")
    dashboard.browser.execute_script("""
        const real = fetch
        window.fetch = async (url, options) => {
          const answer = await real(url, options)
          if (String(url).endsWith('/refunds')) await new Promise(done => { window.release = done })
          return answer
        }""")
    dashboard.press("Refund", "dialog")
    dashboard.wait(lambda: dashboard.browser.execute_script("return Boolean(window.release)"), "the answer is on its way")
    for _ in range(3):
        ActionChains(dashboard.browser).send_keys(Keys.ESCAPE).perform()
    # The browser closes the dialog at the second Escape, and the page opens it again.
    dashboard.wait(lambda: dashboard.browser.execute_script("return document.querySelector('dialog').open"), "the dialog is there")
    dashboard.browser.execute_script("window.release()")
    dashboard.says("$5.00 was refunded.", "#announcement")


def test_a_lost_secret_is_reported(dashboard):
    dashboard.sign_in().go("keys")
    dashboard.press("New key")
    lose(dashboard, "/keys")
    dashboard.press("Create", "dialog")
    dashboard.says("Press the button again", "dialog")
    dashboard.press("Create", "dialog")
    dashboard.says("the secret is lost", "dialog")
    dashboard.says("Revoke the key that ends in", "dialog")


@pytest.mark.parametrize(("zone", "days"), [
    ("America/Vancouver", "7"), ("America/Santiago", "90"), ("America/Havana", "90"), ("Asia/Calcutta", "30"), ("Pacific/Kiritimati", "7"), ("Africa/Casablanca", "7")])
def test_figures_lose_no_sale_in_any_time_zone(dashboard, zone, days):
    dashboard.checkout("20.00")
    dashboard.browser.execute_cdp_cmd("Emulation.setTimezoneOverride", {"timezoneId": zone})
    try:
        dashboard.sign_in().go(f"overview?days={days}")
        dashboard.says("$20.00 captured")
        heights = [float(bar.get_attribute("height")) for bar in dashboard.browser.find_elements(By.CSS_SELECTOR, "figure > svg .bar.good")]
        assert len(heights) == 2 and min(heights) > 10, "volume and tries have their bar"
    finally:
        dashboard.browser.execute_cdp_cmd("Emulation.setTimezoneOverride", {"timezoneId": ""})


def test_the_search_finds_links_and_references_of_four_digits(dashboard):
    first = dashboard.checkout("20.00", reference="1042")
    search = dashboard.sign_in().search()
    search.send_keys("1042")
    dashboard.press("Search")
    dashboard.wait(lambda: len(dashboard.rows()) == 1 and "1042" in dashboard.rows()[0], "the reference is found")
    search.clear()
    search.send_keys(f"{dashboard.world.url}/pay/{first['clientSecret']}")
    dashboard.press("Search")
    dashboard.wait(lambda: dashboard.browser.current_url.endswith(f"#/checkouts/{first['id']}"), "the link leads to its checkout")
    dashboard.says("$20.00")
    search.send_keys(dashboard.key)
    dashboard.press("Search")
    dashboard.says("This is a key.", "#announcement")
    assert dashboard.key not in dashboard.browser.current_url and search.get_attribute("value") == ""


def test_typing_in_the_search_goes_on_while_a_page_loads(dashboard):
    search = dashboard.sign_in().search()
    dashboard.browser.execute_script("""
        const real = fetch
        window.fetch = async (url, options) => {
          const answer = await real(url, options)
          await new Promise(done => { window.release = done })
          return answer
        }
        location.hash = '#/coupons'""")
    dashboard.wait(lambda: dashboard.browser.execute_script("return Boolean(window.release)"), "the answer is on its way")
    search.send_keys("10")
    dashboard.browser.execute_script("window.release()")
    dashboard.wait(lambda: dashboard.shown() == "coupons", "the page is shown")
    ActionChains(dashboard.browser).send_keys("42").perform()
    assert search.get_attribute("value") == "1042", "the search field keeps the focus"


def test_signing_out_is_reported_only_when_it_succeeds(dashboard):
    dashboard.sign_in()
    dashboard.browser.execute_script("const real = fetch; window.fetch = (url, options) => options.method === 'DELETE' ? Promise.reject(new TypeError('lost')) : real(url, options)")
    dashboard.press("Sign out")
    dashboard.says("You are still signed in.", "#announcement")
    dashboard.wait(lambda: dashboard.shown() == "overview", "the overview is shown")


def test_the_keyboard_keeps_its_place_and_never_loses_the_focus(dashboard):
    paid = dashboard.checkout("20.00")
    dashboard.sign_in().go("checkouts")
    active = lambda: dashboard.browser.execute_script("return document.activeElement.name ?? document.activeElement.id ?? document.activeElement.localName")
    select = dashboard.browser.find_element(By.CSS_SELECTOR, ".filters [name=status]")
    select.send_keys(Keys.ARROW_DOWN)
    dashboard.says("No checkouts match this search.")
    dashboard.wait(lambda: active() == "status", "the filter keeps the focus")
    ActionChains(dashboard.browser).send_keys(Keys.ARROW_DOWN).perform()
    dashboard.wait(lambda: "status=authorizing" in dashboard.browser.current_url and active() == "status", "and goes on")
    dashboard.go(f"checkouts/{paid['id']}").press("Refund")
    dashboard.fill(amount="5.00")
    ActionChains(dashboard.browser).send_keys(Keys.ENTER).perform()
    dashboard.says("$5.00 was refunded.", "#announcement")
    dashboard.wait(lambda: active() == "content", "after a dialog the focus is on the page")


def test_no_page_scrolls_sideways_at_four_hundred_percent(dashboard):
    dashboard.browser.execute_cdp_cmd("Emulation.setDeviceMetricsOverride", {"width": 320, "height": 256, "deviceScaleFactor": 1, "mobile": False})
    paid = dashboard.checkout("20.00")
    dashboard.sign_in()
    for place in ("overview", "checkouts", f"checkouts/{paid['id']}", "payments", "keys", "settings"):
        dashboard.go(place)
        assert dashboard.browser.execute_script("return document.documentElement.scrollWidth") <= 320, place
