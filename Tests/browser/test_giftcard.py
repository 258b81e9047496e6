"""The demo's gift card in Wallet: issued with one press, used for payments, and updated by
itself."""

import re

import pytest
from selenium.webdriver.common.keys import Keys
from sheet import Sheet, Shop
from test_pages import choose, faults, text

LANGUAGES = ["fr", "de", "es", "it", "pt", "nl", "ja", "zh-Hans", "zh-Hant", "ko"]


@pytest.fixture
def gift(world, browser):
    return Gift(Shop.at_scene(world, browser, "wallet"))


class Gift:
    def __init__(self, shop):
        self.shop, self.browser, self.sheet = shop, shop.browser, Sheet(shop)

    def issue(self):
        self.press("issue")
        return self.sells()

    def sells(self):
        self.shop.wait(lambda: self.browser.find_element("id", "use").is_enabled(), "the card may pay")
        return self

    def balance(self):
        return text(self.shop, "#pass .strip dd")

    def shows(self, balance, seconds=10):
        self.shop.wait(lambda: self.balance() == balance, f"the pass shows {balance}", seconds)

    def tap(self):
        """Opens the sheet of a toast, which the card pays as far as it can."""
        self.press("use")
        self.shop.wait(self.sheet.is_open, "the sheet opens")
        self.sheet.ready()
        return self.sheet

    def pay(self):
        self.tap().pay()
        self.shop.wait(lambda: text(self.shop, ".said") == "Thank you. $9.50 is paid.", "it is paid")
        self.sheet.closes()

    def press(self, button):
        self.shop.wait(lambda: self.browser.find_element("id", button).is_displayed(), button)
        self.browser.find_element("id", button).click()

    def focused(self):
        return self.browser.execute_script("return document.activeElement.id")

    @property
    def link(self):
        return self.browser.execute_script("return JSON.parse(sessionStorage.getItem('paysheet-demo-gift')).link")


def test_one_press_issues_a_card_that_is_drawn_as_in_wallet(gift, world):
    gift.issue()
    card = gift.browser.find_element("id", "pass")
    assert card.get_attribute("aria-label") == "Gift card of Demo Toast"
    assert gift.balance() == "$25.00"
    assert text(gift.shop, "#pass .logo") == "Demo Toast"
    code = text(gift.shop, "#pass .paper span")
    assert re.fullmatch("(?:[2-9A-HJ-NP-Z]{4}-?){4}", code)
    assert text(gift.shop, "#pass .top dd") == "•••• " + code[-4:]
    assert [word.text for word in gift.browser.find_elements("css selector", "#pass .row dd")] == ["All that we toast", "Without an end"]
    assert not gift.browser.find_element("css selector", "#pass .void").is_displayed()
    # The template's own color, and its pictures.
    assert gift.browser.execute_script("return getComputedStyle(arguments[0]).backgroundColor", card) == "rgb(35, 74, 44)"
    assert gift.browser.execute_script("return [...document.querySelectorAll('#pass img')].every(picture => picture.complete && picture.naturalWidth > 0)")
    # The page shows the same pass that a phone would get.
    package = world.session.get(gift.browser.find_element("id", "add").get_attribute("href"))
    assert (package.status_code, package.headers["Content-Type"]) == (200, "application/vnd.apple.pkpass")
    assert "a certificate from Apple" in text(gift.shop, "#honest")
    # The log panel shows neither the code nor the link.
    panel = gift.browser.execute_script("return document.querySelector('aside').textContent")
    assert code not in panel and gift.link not in panel and "POST /demo/passes (your server)" in panel


def test_the_shown_pass_updates_when_it_pays(gift):
    gift.issue()
    gift.browser.execute_script("window.same = document.querySelector('#pass .strip dd')")
    gift.tap()
    lines = gift.sheet.amounts()
    assert any(line.startswith("Gift card") and line.endswith("-$9.50") for line in lines) and lines[-1].endswith("$0.00")
    gift.sheet.pay()
    gift.sheet.closes()
    gift.shows("$15.50", 2)
    gift.shop.wait(lambda: text(gift.shop, "#banner .message") == "Your balance is now $15.50", "a lock screen's words", 2)
    assert "Demo Toast" in text(gift.shop, "#banner")
    assert gift.browser.execute_script("return window.same.isConnected"), "nothing was reloaded"
    gift.pay()
    gift.shows("$6.00")
    # The rest of the balance, and a card for the remainder.
    gift.tap()
    assert any(line.startswith("Gift card") and line.endswith("-$6.00") for line in gift.sheet.amounts())
    assert gift.sheet.amounts()[-1].endswith("$3.50")
    gift.sheet.pay()
    gift.sheet.closes()
    gift.shows("$0.00")
    # The balance is empty, so the card pays for the toast alone.
    gift.tap()
    assert gift.sheet.amounts()[-1].endswith("$9.50")
    gift.sheet.pay()
    gift.sheet.closes()
    assert gift.balance() == "$0.00"


def test_closing_the_sheet_releases_the_hold(gift):
    gift.issue()
    gift.tap()
    # The amount is held for this sheet only.
    gift.shows("$15.50")
    gift.sheet.part("[data-part=close]").click()
    gift.shows("$25.00")
    assert text(gift.shop, ".said") == ""
    gift.shop.wait(lambda: gift.focused() == "use", "the focus is back")
    gift.pay()
    gift.shows("$15.50")


def test_the_pass_shows_a_payment_from_another_checkout(gift, world):
    gift.issue()
    opened = world.made("POST", "/demo/checkouts", None, {"scene": "donation"})
    code = text(gift.shop, "#pass .paper span")
    world.made("POST", f"/v1/checkouts/{opened['id']}/balances", opened["clientSecret"], {"code": code})
    world.made("POST", f"/v1/checkouts/{opened['id']}/authorize", opened["clientSecret"], {"payment": {"token": {"paymentData": {}}}})
    gift.shows("$20.00")


def test_a_lost_card_is_void_until_it_is_found(gift):
    gift.issue()
    gift.press("lost")
    gift.shop.wait(lambda: text(gift.shop, "#pass .void") == "VOID", "it is void", 3)
    assert not gift.browser.find_element("css selector", "#pass .paper").is_displayed()
    assert not gift.browser.find_element("id", "use").is_enabled()
    assert text(gift.shop, "#lost") == "The card is found"
    gift.press("lost")
    gift.shop.wait(lambda: not gift.browser.find_element("css selector", "#pass .void").is_displayed(), "the pass is valid again", 3)
    gift.sells().pay()
    gift.shows("$15.50")


def test_a_reload_keeps_the_card_and_another_one_is_different(gift):
    gift.issue()
    link = gift.link
    gift.browser.refresh()
    gift.sells()
    assert (gift.balance(), gift.link) == ("$25.00", link)
    gift.press("other")
    gift.issue()
    assert gift.link != link


def test_the_gift_card_works_by_keyboard_alone(gift):
    gift.browser.execute_script("document.getElementById('gift').focus()")
    gift.browser.switch_to.active_element.send_keys(Keys.TAB)
    assert gift.focused() == "issue"
    gift.browser.switch_to.active_element.send_keys(Keys.ENTER)
    gift.sells()
    gift.shop.wait(lambda: gift.focused() == "gift", "the focus is above what has come")
    gift.browser.switch_to.active_element.send_keys(Keys.TAB)
    assert gift.focused() == "add"
    gift.browser.switch_to.active_element.send_keys(Keys.TAB)
    assert gift.focused() == "use"
    gift.browser.switch_to.active_element.send_keys(Keys.ENTER)
    gift.shop.wait(gift.sheet.is_open, "the sheet opens")
    gift.sheet.ready()
    gift.sheet.part("[data-part=pay]").send_keys(Keys.ENTER)
    gift.sheet.closes()
    gift.shows("$15.50")
    gift.shop.wait(lambda: gift.focused() == "use", "the focus is where it was")
    gift.browser.switch_to.active_element.send_keys(Keys.TAB)
    assert gift.focused() == "lost"
    gift.browser.switch_to.active_element.send_keys(Keys.ENTER)
    gift.shop.wait(lambda: text(gift.shop, "#pass .void"), "it is void")
    assert gift.focused() == "lost"


@pytest.mark.parametrize("look", ["light", "dark"])
@pytest.mark.parametrize(("size", "width", "height"), [("desktop", 1280, 1000), ("phone", 390, 844)])
def test_the_gift_card_is_accessible(gift, pictures, look, size, width, height):
    browser = gift.browser
    browser.execute_cdp_cmd("Emulation.setDeviceMetricsOverride", {"width": width, "height": height, "deviceScaleFactor": 2, "mobile": size == "phone"})
    browser.execute_cdp_cmd("Emulation.setEmulatedMedia", {"features": [{"name": "prefers-color-scheme", "value": look}]})
    browser.get_log("browser")

    def look_at(name):
        browser.save_screenshot(str(pictures / f"gift-{name}-{size}-{look}.png"))
        assert faults(browser) == []
        assert browser.execute_script("return document.documentElement.scrollWidth <= innerWidth")

    look_at("offer")
    gift.issue()
    browser.execute_script("document.getElementById('gift').scrollIntoView()")
    look_at("card")
    gift.pay()
    gift.shop.wait(lambda: browser.find_element("id", "banner").is_displayed(), "the banner")
    browser.execute_script("document.getElementById('gift').scrollIntoView()")
    look_at("banner")
    gift.press("lost")
    gift.shop.wait(lambda: text(gift.shop, "#pass .void"), "it is void")
    gift.shop.wait(lambda: not browser.find_element("id", "banner").is_displayed(), "the banner leaves", 12)
    browser.execute_script("document.getElementById('gift').scrollIntoView()")
    look_at("void")
    assert browser.get_log("browser") == []


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_gift_card_is_in_the_buyers_language(gift, pictures, language):
    gift.issue()
    choose(gift.shop, language)
    gift.shop.wait(lambda: text(gift.shop, "#lost") != "Report the card lost", "its words")
    gift.sells()
    # The card's texts come from the template, through the pass itself.
    assert gift.browser.find_element("css selector", "#pass .strip dt").text not in ("Balance", "")
    assert gift.browser.find_element("id", "pass").get_attribute("aria-label") != "Gift card of Demo Toast"
    assert "25" in gift.balance()
    gift.press("lost")
    gift.shop.wait(lambda: text(gift.shop, "#pass .void") not in ("", "VOID"), "it is void")
    said = gift.browser.find_element("id", "scene").text
    assert "undefined" not in said and "{" not in said and "%@" not in said
    gift.browser.save_screenshot(str(pictures / f"gift-{language}.png"))


def test_the_banner_is_in_the_buyers_language(gift):
    gift.issue()
    choose(gift.shop, "de")
    gift.shop.wait(lambda: text(gift.shop, "#lost") == "Karte als verloren melden", "German")
    gift.sells()
    gift.tap().pay()
    gift.shop.wait(lambda: text(gift.shop, "#banner .message").replace("\u00a0", " ") == "Dein Guthaben ist jetzt 15,50 $", "German", 6)


def test_a_shop_without_a_pass_type_shows_the_missing_certificate(gift):
    gift.browser.execute_script("""
        const ask = window.fetch
        window.fetch = (path, options) => path === '/demo/passes'
          ? Promise.resolve(new Response(JSON.stringify({ code: 'no_template', detail: 'none' }), { status: 409 })) : ask(path, options)""")
    gift.press("issue")
    gift.shop.wait(lambda: "no pass type with a certificate" in text(gift.shop, ".said"), "what is missing")
    assert gift.browser.find_element("id", "issue").is_enabled()


def test_a_pass_is_accessible_only_by_its_link(world):
    issued = world.made("POST", "/demo/passes", None)
    link = issued["link"]
    known = world.made("GET", f"/demo/passes/{link}?language=de", None)
    assert known["fields"]["balance"] == {"label": "Guthaben", "value": 25}
    assert not known["voided"] and known["url"].endswith("/wallet/" + link)
    for wrong in (link[:-1] + ("a" if link[-1] != "a" else "b"), issued["pass"], issued["pass"] + "_", "x", "pas_0_0"):
        for method, path in [("GET", ""), ("POST", "/freeze"), ("POST", "/unfreeze")]:
            assert world.call(method, f"/demo/passes/{wrong}{path}").status_code == 404, wrong
    # The link of another merchant's pass is not found.
    other = world.made("POST", "/v1/passes", world.secret("passes"), {"passType": world.pass_type()["id"]})
    assert world.call("GET", "/demo/passes/" + other["url"].split("/")[-1]).status_code == 404
    assert world.call("GET", f"/demo/passes/{link}?language=..").status_code == 400
    assert world.call("POST", "/demo/passes", Origin="https://evil.example").status_code == 403
    frozen = world.made("POST", f"/demo/passes/{link}/freeze", None)
    assert frozen["id"] == issued["balance"]
