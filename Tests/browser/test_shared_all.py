"""The page of a shared order without scripts, by keyboard, in each language, and with any user
text."""

import re

import pytest
from friends import Friend, Order
from selenium.webdriver.common.keys import Keys
from test_pages import faults

LANGUAGES = ["en", "fr", "de", "es", "it", "pt", "nl", "ja", "zh-Hans", "zh-Hant", "ko"]
TRICKS = ["<script>window.hacked = 1</script>", "<img src=x onerror='window.hacked=1'>", "\"><b id=planted>b</b>", "עברית <b id=planted>", "&lt;b&gt; {name}"]


@pytest.mark.parametrize("trick", TRICKS)
def test_texts_of_participants_are_shown_as_plain_text(world, browser, other_chrome, trick):
    menu = [{"id": "a", "name": trick, "description": trick, "price": "1.00", "options": [
        {"id": "o", "name": trick, "minimum": 1, "choices": [{"id": "c", "name": trick}, {"id": "d", "name": trick}]}]}]
    order = Order(world, title=trick, menu=menu, host={"name": trick}, fees=[{"label": trick, "amount": "1.00"}],
                  tax={"label": trick, "percentage": "10"})
    browser.get_log("browser")
    ada, bob = Friend(order, browser).open(order.credential), Friend(order, other_chrome).open().join(trick)
    bob.press(f"Choose: {trick}")
    bob.browser.find_element("css selector", "dialog input").click()
    bob.press("Add", "dialog")
    bob.sheet_closes()
    for friend in (ada, bob):
        friend.wait(lambda: friend.browser.execute_script("""
            return [...document.querySelectorAll('#chosen bdi')].filter(one => one.textContent === arguments[0]).length >= 3""", trick), "it is there as text")
        assert friend.browser.execute_script("return [window.hacked, document.querySelectorAll('#planted, main img, main script').length]") == [None, 0]
        assert friend.browser.find_element("css selector", "h1").text == trick
        assert friend.browser.title == trick


def test_a_participants_text_does_not_change_the_direction_of_its_neighbors(world, browser):
    order = Order(world, title="abc \u202e fdp", menu=[{"id": "a", "name": "קפה", "price": "1.00"}], host={"name": "עדה"})
    ada = Friend(order, browser).open(order.credential)
    ada.press("Add: קפה")
    ada.sees("קפה", "#chosen")
    # The amount stays on its own side of the name.
    places = browser.execute_script("""
        const line = document.querySelector('#chosen .choice .line')
        return [line.querySelector('bdi').getBoundingClientRect().right, line.querySelector('.amount').getBoundingClientRect().left]""")
    assert places[0] <= places[1]
    assert browser.execute_script("return getComputedStyle(document.querySelector('h1 bdi')).unicodeBidi") == "isolate"


def test_the_page_is_readable_without_javascript(world, browser, pictures):
    order = Order(world, fees=[{"label": "Delivery", "amount": "2.00"}])
    bob = order.join("Bob")
    order.ask("PUT", "/choices/a", {"item": "cone", "options": {"scoop": ["mango"], "size": ["small"]}}, bob)
    browser.execute_cdp_cmd("Emulation.setScriptExecutionDisabled", {"value": True})
    try:
        browser.get(order.page)
        said = " ".join(browser.find_element("tag name", "body").text.split())
        for words in ["Ice cream in the park", "Open until", "Bob $5.50", "Cone Mango, Small $3.50", "Delivery $2.00", "Total $5.50", "Ada Host", "Sundae",
                      "Turn on JavaScript", "Nothing chosen yet."]:
            assert words in said, (words, said)
        assert not [one for one in browser.find_elements("css selector", "button, input") if one.is_displayed()]
        browser.save_screenshot(str(pictures / "shared-no-script.png"))
    finally:
        browser.execute_cdp_cmd("Emulation.setScriptExecutionDisabled", {"value": False})


def test_the_page_works_by_keyboard_alone(order, browser):
    ada = Friend(order, browser).open()

    def tab(until, most=30):
        for _ in range(most):
            if ada.focused == until:
                return
            browser.switch_to.active_element.send_keys(Keys.TAB)
        raise AssertionError(f"no way to {until}, but to {ada.focused}")

    tab("name")
    browser.switch_to.active_element.send_keys("Kay", Keys.ENTER)
    ada.wait(lambda: ada.focused == "menu-title", "the focus is where one goes on")
    tab("open cone")
    browser.switch_to.active_element.send_keys(Keys.ENTER)
    ada.wait(lambda: ada.all("dialog[open]"), "the sheet is open")
    # The focus stays in the dialog, and Escape returns it.
    for _ in range(20):
        browser.switch_to.active_element.send_keys(Keys.TAB)
        assert browser.execute_script("return document.activeElement === document.body || document.querySelector('dialog').contains(document.activeElement)")
    browser.switch_to.active_element.send_keys(Keys.ESCAPE)
    ada.wait(lambda: ada.focused == "open cone", "the focus is where it was")
    browser.switch_to.active_element.send_keys(Keys.ENTER)
    ada.wait(lambda: ada.all("dialog[open]"), "the sheet is open")
    for _ in range(30):
        label = browser.switch_to.active_element.get_attribute("aria-label") or ""
        if label == "More: Vanilla":
            browser.switch_to.active_element.send_keys(Keys.ENTER)
            break
        browser.switch_to.active_element.send_keys(Keys.TAB)
    for _ in range(30):
        if browser.switch_to.active_element.get_attribute("type") == "radio":
            browser.switch_to.active_element.send_keys(Keys.SPACE)
            break
        browser.switch_to.active_element.send_keys(Keys.TAB)
    browser.switch_to.active_element.send_keys(Keys.ENTER)
    ada.sheet_closes()
    ada.sees("Cone Vanilla, Small $3.00", "#chosen")
    name = ada.browser.find_element("css selector", "[data-do=remove]").get_attribute("data-key")
    tab(name)
    browser.switch_to.active_element.send_keys(Keys.ENTER)
    ada.misses("Vanilla", "#chosen")
    ada.wait(lambda: browser.execute_script("return document.activeElement.id") == "people-title", "the focus is above what is gone")


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_page_is_in_the_readers_language(order, browser, language):
    order.ask("PUT", "/choices/a", {"item": "water"})
    browser.execute_cdp_cmd("Network.setExtraHTTPHeaders", {"headers": {"Accept-Language": language}})
    try:
        ada = Friend(order, browser).open(order.credential)
    finally:
        browser.execute_cdp_cmd("Network.setExtraHTTPHeaders", {"headers": {}})
    assert browser.execute_script("return document.documentElement.lang") == language
    said = ada.text("body")
    assert "{" not in said and "undefined" not in said
    assert not re.search(r"\b(state|menu|people|amounts|pay|join|choose|me|live)\.[a-z]", said)
    assert ("Who chose what" in said) == (language == "en")


@pytest.mark.parametrize("look", ["light", "dark"])
@pytest.mark.parametrize(("size", "width", "height"), [("desktop", 1280, 1000), ("phone", 390, 844)])
def test_the_page_is_accessible(ada, order, pictures, look, size, width, height):
    browser = ada.browser
    browser.execute_cdp_cmd("Emulation.setDeviceMetricsOverride", {"width": width, "height": height, "deviceScaleFactor": 2, "mobile": size == "phone"})
    browser.execute_cdp_cmd("Emulation.setEmulatedMedia", {"features": [{"name": "prefers-color-scheme", "value": look}]})

    def look_at(name, whole=False):
        if whole:
            ada.browser.execute_script("scrollTo(0, 0)")
        browser.save_screenshot(str(pictures / f"shared-{name}-{size}-{look}.png"))
        assert faults(browser) == []
        assert browser.execute_script("return document.documentElement.scrollWidth <= innerWidth")

    bob, eve = order.join("Bob"), order.join("Eve with a long name that goes on for quite a while")
    order.ask("PUT", "/choices/a", {"item": "cone", "quantity": 2, "options": {"scoop": ["mango", "mango", "vanilla"], "size": ["large"]}}, bob)
    order.ask("PUT", "/choices/a", {"item": "sundae", "options": {"cup": ["bowl"]}}, eve)
    order.ask("PUT", "/choices/b", {"item": "cake"}, eve)
    order.ask("PUT", "/choices/a", {"item": "water"})
    ada.sees("Water", "#chosen")
    look_at("host", whole=True)
    browser.execute_script("document.getElementById('people').scrollIntoView()")
    look_at("people")
    ada.press("Choose: Cone")
    ada.press("Add", "dialog")
    look_at("choose")
    browser.switch_to.active_element.send_keys(Keys.ESCAPE)
    ada.press("More about Bob")
    look_at("question")
    browser.switch_to.active_element.send_keys(Keys.ESCAPE)
    browser.execute_script("localStorage.clear()")
    ada.open()
    look_at("guest", whole=True)
    order.ask("POST", "/cancel")
    ada.sees("Canceled", "#state")
    look_at("canceled", whole=True)
    browser.get(f"{order.world.url}/s/nothing")
    look_at("missing")
