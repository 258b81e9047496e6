"""The demo: its size, its appearance and its accessibility."""

import gzip

import pytest
from axe_core_python.selenium import Axe
from conftest import chromium
from selenium.webdriver.common.keys import Keys
from sheet import Sheet, Shop

SCENES = ["toast", "cart", "card", "ride", "donation"]


@pytest.fixture
def demo(world, browser):
    shop = Shop(world, browser)

    def open_scene(scene):
        browser.get("about:blank")
        browser.get(f"{world.url}/demo#{scene}")
        shop.wait(lambda: browser.execute_script("return document.documentElement.dataset.ready") == scene, scene)
        return Sheet(shop)

    shop.scene = open_scene
    return shop


def faults(browser):
    found = Axe().run(browser, options={"runOnly": ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"]})
    return [(rule["id"], [node["html"][:120] for node in rule["nodes"]]) for rule in found["violations"]]


@pytest.mark.parametrize("scene", SCENES)
def test_each_scene_ends_in_a_payment(demo, scene):
    sheet = demo.scene(scene)
    sheet.tap()
    sheet.pay()
    said = lambda: demo.browser.find_element("css selector", ".said").text
    demo.wait(lambda: said().startswith("Thank you"), "it is paid")
    demo.wait(lambda: demo.browser.find_elements("css selector", "#timeline li"), "the timeline is shown")
    calls = [call.text for call in demo.browser.find_elements("css selector", "#calls summary")]
    assert any(call.endswith("POST /demo/checkouts (your server)") for call in calls)
    assert any("/authorize" in call for call in calls)
    assert "cs_1" not in demo.browser.page_source


@pytest.mark.parametrize("look", ["light", "dark"])
def test_an_invoice_is_paid_at_its_own_page(demo, world, pictures, look):
    opened = world.new_checkout(
        "browser", items=None, shippingMethods=None, requiredShippingContactFields=["email"],
        lineItems=[{"label": "Invoice 2041 <b>", "amount": "120.00"}])
    browser = demo.browser
    browser.execute_cdp_cmd("Emulation.setEmulatedMedia", {"features": [{"name": "prefers-color-scheme", "value": look}]})
    browser.get(f"{world.url}/pay/{opened['clientSecret']}")
    demo.wait(lambda: browser.execute_script("return document.documentElement.dataset.ready") == "pay", "the page is ready")
    assert "Invoice 2041 <b>" in text(demo, "#lines")
    browser.save_screenshot(str(pictures / f"pay-{look}.png"))
    assert faults(browser) == []
    sheet = Sheet(demo)
    sheet.tap()
    sheet.pay()
    paid = lambda: sheet.inside("paysheet-button", "[role=status]").text == "Paid"
    demo.wait(paid, "it is paid")
    assert not sheet.button.is_displayed()
    demo.wait(lambda: browser.execute_script("return document.activeElement.localName") == "paysheet-button", "the focus is where it is said")
    assert faults(browser) == []
    browser.refresh()
    demo.wait(lambda: text(demo, "#said") == "Paid", "whoever comes back reads that it is paid")
    assert "$120.00" in text(demo, "#lines")


@pytest.mark.parametrize(
    ("currency", "price", "shown"), [("HUF", "400.25", "HUF 400.25"), ("IDR", "10.60", "IDR 10.60"), ("JPY", "300", "¥300"), ("KWD", "1.250", "KWD 1.250")])
def test_the_page_shows_the_charged_amount(demo, world, currency, price, shown):
    opened = world.new_checkout(
        "browser", shippingMethods=None, requiredShippingContactFields=None, currencyCode=currency, items=[{"name": "Coffee", "quantity": 2, "unitPrice": price}])
    demo.browser.get(f"{world.url}/pay/{opened['clientSecret']}")
    demo.wait(lambda: text(demo, "#lines .item dt") == "2 × Coffee", "the cart is there")
    total = opened["total"]
    assert text(demo, "#lines .total dd").replace("\u00a0", " ") == shown.replace(price, total)
    sheet = Sheet(demo)
    sheet.tap()
    assert sheet.amounts()[-1].replace("\u00a0", " ").endswith(shown.replace(price, total))


def test_a_page_restored_during_the_payment_shows_its_end(demo, world):
    opened = world.new_checkout("browser", shippingMethods=None, requiredShippingContactFields=None, items=[{"name": "Coffee", "quantity": 1, "unitPrice": "3.00"}])
    demo.browser.get(f"{world.url}/pay/{opened['clientSecret']}")
    sheet = Sheet(demo)
    demo.wait(lambda: sheet.button.is_enabled(), "the button is there")
    sheet.tap()
    sheet.card("slow bank")
    sheet.pay()
    demo.wait(lambda: world.made("GET", f"/v1/checkouts/{opened['id']}", opened["clientSecret"])["status"] == "authorizing", "the bank thinks")
    demo.browser.refresh()
    demo.wait(lambda: sheet.inside("paysheet-button", "[role=status]").text == "We are checking your payment…", "it is being checked")
    demo.wait(lambda: text(demo, "#said") == "Paid", "it is paid", 15)


def test_a_canceled_invoice_requests_no_payment(demo, world):
    opened = world.new_checkout("browser")
    world.made("POST", f"/v1/checkouts/{opened['id']}/cancel", world.secret("browser"))
    demo.browser.get(f"{world.url}/pay/{opened['clientSecret']}")
    demo.wait(lambda: text(demo, "#said") == "This checkout is no longer open.", "it says so")
    assert "$" not in text(demo, "#lines").replace("$25.00", "", 1)
    assert not demo.browser.find_elements("css selector", "#lines .total")


def test_the_invoice_of_the_demo_is_paid_at_its_own_page(demo):
    browser = demo.browser
    browser.get("about:blank")
    browser.get(f"{demo.world.url}/demo#invoice")
    demo.wait(lambda: browser.find_elements("css selector", "#invoice"), "the link is there")
    shop = browser.current_window_handle
    browser.find_element("css selector", "#invoice").click()
    demo.wait(lambda: len(browser.window_handles) == 3, "its page opens")
    browser.switch_to.window(browser.window_handles[-1])
    sheet = Sheet(demo)
    demo.wait(lambda: sheet.button.is_enabled(), "the button is there")
    assert "12 × Breakfast for the office" in text(demo, "#lines")
    sheet.tap()
    sheet.pay()
    demo.wait(lambda: sheet.inside("paysheet-button", "[role=status]").text == "Paid", "it is paid")
    browser.close()
    browser.switch_to.window(shop)
    demo.wait(lambda: text(demo, ".said").startswith("Thank you"), "the shop hears of it")


def test_the_gift_cards_code_is_kept_and_carried_over(demo):
    sheet = demo.scene("card")
    sheet.tap()
    sheet.pay()
    demo.wait(lambda: text(demo, "#code"), "the code is shown")
    code = text(demo, "#code")
    choose(demo, "de")
    demo.wait(lambda: demo.browser.execute_script("return document.documentElement.lang") == "de", "the page is German")
    assert text(demo, "#code") == code
    demo.browser.find_element("css selector", "#use").click()
    demo.wait(lambda: "10,00" in sheet.inside("paysheet-button", ".codes li").text, "it pays its part of the breakfast")


def choose(demo, language):
    demo.browser.execute_script(
        "const chosen = document.getElementById('language'); chosen.value = arguments[0]; chosen.dispatchEvent(new Event('change'))", language)


def test_the_keyboard_keeps_its_place(demo):
    demo.scene("toast")
    scene = demo.browser.find_element("css selector", "[data-scene=ride]")
    scene.send_keys(Keys.ENTER)
    demo.wait(lambda: demo.browser.execute_script("return document.documentElement.dataset.ready") == "ride", "the ride is there")
    assert demo.browser.execute_script("return document.activeElement.dataset.scene") == "ride"
    tip = demo.browser.find_element("css selector", "#tip")
    tip.send_keys(Keys.ARROW_DOWN)
    demo.wait(lambda: demo.browser.execute_script("return document.activeElement.id + document.activeElement.value") == "tip2.00", "the tip keeps the focus")


@pytest.mark.parametrize("anchor", ["toString", "__proto__", "constructor", "%3Cimg%3E"])
def test_an_unknown_scene_shows_the_first(demo, anchor):
    demo.browser.get("about:blank")
    demo.browser.get(f"{demo.world.url}/demo#{anchor}")
    demo.wait(lambda: text(demo, "h2") == "Avocado toast", "the first scene")


@pytest.mark.parametrize(("language", "title"), [("de-DE", "Test: es fließt kein Geld."), ("ar", "Test: no money moves.")])
def test_a_link_is_in_the_buyers_language(world, language, title):
    opened = world.new_checkout("browser")
    driver = chromium(f"--accept-lang={language}")
    try:
        driver.get(f"{world.url}/pay/{opened['clientSecret']}")
        demo = Shop(world, driver)
        demo.wait(lambda: text(demo, "#test") == title, "what is said")
        assert driver.execute_script("return document.documentElement.lang") == ("de" if language == "de-DE" else "en")
    finally:
        driver.quit()


@pytest.mark.parametrize("token", ["nonsense", "cs_0_0_0_0", "%3Cscript%3E"])
def test_a_wrong_link_says_so(demo, world, token):
    demo.browser.get(f"{world.url}/pay/{token}")
    demo.wait(lambda: text(demo, "#said") == "This checkout is no longer open.", "a plain message")


def text(demo, selector):
    return demo.browser.find_element("css selector", selector).text


def test_a_gift_card_is_bought_and_pays_what_it_can(demo):
    sheet = demo.scene("card")
    sheet.tap()
    sheet.pay()
    demo.wait(lambda: text(demo, "#code"), "the code is shown")
    code = text(demo, "#code")
    sheet = demo.scene("cart")
    field = lambda: sheet.inside("paysheet-button", "input[name=code]")
    apply = lambda: sheet.inside("paysheet-button", ".codes form button").click()
    field().send_keys("WRONG-CODE-9999")
    apply()
    demo.wait(lambda: sheet.inside("paysheet-button", ".codes p").text not in ("", "One moment…"), "a wrong code is explained")
    field().clear()
    field().send_keys(code.lower())
    apply()
    demo.wait(lambda: "$10.00" in sheet.inside("paysheet-button", ".codes li").text, "the card pays its part")
    sheet.tap()
    assert any(line.startswith("Gift card") and line.endswith("-$10.00") for line in sheet.amounts())
    sheet.pay()
    demo.wait(lambda: text(demo, ".said").startswith("Thank you"), "the rest is paid by card")
    demo.browser.find_element("css selector", "#keep").click()
    demo.wait(lambda: text(demo, "#kept") == "We will remember you.", "the account is there")


@pytest.mark.parametrize("look", ["light", "dark"])
@pytest.mark.parametrize(("size", "width", "height"), [("desktop", 1280, 1000), ("phone", 390, 844)])
def test_the_pages_are_accessible(demo, pictures, look, size, width, height):
    browser = demo.browser
    browser.execute_cdp_cmd("Emulation.setDeviceMetricsOverride", {"width": width, "height": height, "deviceScaleFactor": 1, "mobile": size == "phone"})
    browser.execute_cdp_cmd("Emulation.setEmulatedMedia", {"features": [{"name": "prefers-color-scheme", "value": look}]})
    for scene in SCENES:
        sheet = demo.scene(scene)
        browser.save_screenshot(str(pictures / f"{scene}-{size}-{look}.png"))
        assert faults(browser) == []
        assert browser.execute_script("return document.documentElement.scrollWidth <= innerWidth")
        sheet.tap()
        browser.save_screenshot(str(pictures / f"{scene}-sheet-{size}-{look}.png"))
        assert faults(browser) == []


@pytest.mark.parametrize("language", ["fr", "de", "es", "it", "pt", "nl", "ja", "zh-Hans", "zh-Hant", "ko"])
def test_the_sheet_is_in_the_buyers_language(demo, pictures, language):
    sheet = demo.scene("cart")
    choose(demo, language)
    demo.wait(lambda: sheet.button.is_enabled() and sheet.browser.find_element("css selector", "paysheet-button").get_attribute("lang") == language, "the button is there")
    sheet.tap()
    assert sheet.part("[data-part=close]").text != "Close"
    assert demo.browser.execute_script("return document.documentElement.lang") == language
    assert text(demo, "h2") != "Breakfast for two"
    sheet.contact("postal code 9")
    demo.wait(lambda: sheet.error("postalCode"), "an error")
    assert "doesn’t" not in sheet.error("postalCode")
    demo.browser.save_screenshot(str(pictures / f"cart-sheet-{language}.png"))


def test_the_script_is_small_and_the_first_view_light(demo, world):
    script = world.call("GET", "/paysheet.js")
    assert script.headers["Access-Control-Allow-Origin"] == "*"
    assert len(gzip.compress(script.content)) < 30_000
    demo.browser.execute_cdp_cmd("Network.setCacheDisabled", {"cacheDisabled": True})
    demo.scene("toast")
    weights = demo.browser.execute_script(
        "return [...performance.getEntriesByType('resource'), ...performance.getEntriesByType('navigation')].map(entry => entry.transferSize)")
    assert 20_000 < sum(weights) < 100_000


def test_the_pages_log_nothing_to_the_console(demo):
    demo.browser.get_log("browser")
    sheet = demo.scene("cart")
    sheet.tap()
    assert demo.browser.get_log("browser") == []


@pytest.mark.parametrize(
    ("body", "status"), [({}, 400), ({"scene": "nope"}, 400), ({"scene": "toast", "more": 1}, 400), ({"scene": "ride", "tip": "9.00"}, 201), ({"scene": "card", "balance": "x"}, 400)])
def test_the_demos_shop_accepts_its_own_scenes_only(world, body, status):
    assert world.call("POST", "/demo/checkouts", body=body).status_code == status


def test_another_sites_page_opens_no_checkout(world):
    answer = world.call("POST", "/demo/checkouts", body={"scene": "toast"}, Origin="https://evil.example")
    assert (answer.status_code, answer.json()["code"]) == (403, "origin_not_allowed")
    assert "frame-ancestors 'none'" in world.call("GET", "/demo").headers["Content-Security-Policy"]


def test_a_timeline_is_visible_only_to_its_buyer_and_in_the_demo(world):
    opened = world.made("POST", "/demo/checkouts", None, {"scene": "toast"})
    path = f"/demo/checkouts/{opened['id']}/timeline"
    assert world.call("GET", path, opened["clientSecret"]).status_code == 200
    other = world.new_checkout("browser")
    assert world.call("GET", path, other["clientSecret"]).status_code == 404
    assert world.call("GET", f"/demo/checkouts/{other['id']}/timeline", other["clientSecret"]).status_code == 404
    assert world.call("GET", path, world.secret("browser")).status_code == 403
