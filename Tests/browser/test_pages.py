"""The demo: what it weighs, how it looks, whether everybody can use it."""

import gzip

import pytest
from axe_core_python.selenium import Axe
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
def test_an_invoice_is_paid_at_a_page_of_its_own(demo, world, pictures, look):
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
    demo.wait(lambda: text(demo, "#said") == "✓", "it is paid")
    browser.refresh()
    demo.wait(lambda: text(demo, "#said") == "This checkout is no longer open.", "the page says that it is over")


@pytest.mark.parametrize("token", ["nonsense", "cs_0_0_0_0", "%3Cscript%3E"])
def test_a_link_that_is_wrong_says_so(demo, world, token):
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
def test_everybody_can_use_it(demo, pictures, look, size, width, height):
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
def test_the_sheet_speaks_the_buyers_language(demo, pictures, language):
    sheet = demo.scene("cart")
    demo.browser.execute_script(
        "const chosen = document.getElementById('language'); chosen.value = arguments[0]; chosen.dispatchEvent(new Event('change'))", language)
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


def test_the_pages_leave_nothing_in_the_console(demo):
    demo.browser.get_log("browser")
    sheet = demo.scene("cart")
    sheet.tap()
    assert demo.browser.get_log("browser") == []


@pytest.mark.parametrize(
    ("body", "status"), [({}, 400), ({"scene": "nope"}, 400), ({"scene": "toast", "more": 1}, 400), ({"scene": "ride", "tip": "9.00"}, 201), ({"scene": "card", "balance": "x"}, 400)])
def test_the_demos_shop_takes_its_own_scenes_only(world, body, status):
    assert world.call("POST", "/demo/checkouts", body=body).status_code == status


def test_another_sites_page_opens_nothing_here(world):
    answer = world.call("POST", "/demo/checkouts", body={"scene": "toast"}, Origin="https://evil.example")
    assert (answer.status_code, answer.json()["code"]) == (403, "origin_not_allowed")
    assert "frame-ancestors 'none'" in world.call("GET", "/demo").headers["Content-Security-Policy"]


def test_a_timeline_is_its_own_buyers_at_the_demo_only(world):
    opened = world.made("POST", "/demo/checkouts", None, {"scene": "toast"})
    path = f"/demo/checkouts/{opened['id']}/timeline"
    assert world.call("GET", path, opened["clientSecret"]).status_code == 200
    other = world.new_checkout("browser")
    assert world.call("GET", path, other["clientSecret"]).status_code == 404
    assert world.call("GET", f"/demo/checkouts/{other['id']}/timeline", other["clientSecret"]).status_code == 404
    assert world.call("GET", path, world.secret("browser")).status_code == 403
