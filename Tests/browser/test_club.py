"""The demo's subscription: joined, changed, paused, canceled, and charged while weeks pass."""

import pytest
from selenium.webdriver.common.keys import Keys
from sheet import Sheet, Shop
from test_pages import choose, faults, text


@pytest.fixture
def club(world, browser):
    return Club(Shop.at_scene(world, browser, "club"))


class Club:
    def __init__(self, shop):
        self.shop, self.browser, self.sheet = shop, shop.browser, Sheet(shop)

    def join(self, card=None):
        self.sheet.tap()
        if card:
            self.sheet.card(card)
        self.pay()
        self.shop.wait(lambda: text(self.shop, ".said") == "Thank you. $4.50 is paid.", "it is paid")
        return self

    def opens(self):
        """Opens the sheet of a change or of an overdue amount, whose button arrives with the
        quote."""
        self.shop.wait(lambda: self.sheet.button.is_enabled(), "its button is there")
        self.sheet.tap()

    def pay(self):
        self.sheet.pay()
        self.shop.wait(lambda: not self.sheet.is_open(), "the sheet closes")

    def rows(self):
        """The rows of the calendar without their days: each week's price and status."""
        return self.browser.execute_script(
            "return [...document.querySelectorAll('.club tbody tr')].map(row => [...row.cells].slice(1).map(cell => cell.textContent).join(' '))")

    def days(self):
        return self.browser.execute_script("return [...document.querySelectorAll('.club tbody tr')].map(row => row.cells[0].textContent)")

    def has_status(self, words):
        self.shop.wait(lambda: text(self.shop, "#subscription-status") == words, words)

    def shows(self, rows, what):
        self.shop.wait(lambda: self.rows()[:len(rows)] == rows, f"{what}: {rows}, not {self.rows()}", 20)

    def rests(self):
        self.shop.wait(lambda: not self.browser.find_elements("css selector", ".club[aria-busy]"), "it is done with the thing before")

    def press(self, button):
        """Presses a button once the clock has stopped and no request is pending."""
        self.rests()
        self.browser.find_element("id", button).click()

    def label(self, button):
        found = self.browser.find_element("id", button)
        return found.text if found.is_displayed() else None

    def push(self, weeks):
        """Moves the slider forward by this many weeks."""
        slider = self.browser.find_element("id", "week")
        for _ in range(weeks):
            slider.send_keys(Keys.ARROW_RIGHT)


def test_a_visitor_joins_and_weeks_pass(club):
    assert text(club.shop, "h2") == "The toast club"
    club.sheet.tap()
    lines = club.sheet.amounts()
    assert lines[-1].endswith("$4.50")
    assert lines[0] == "Toast club $4.50"
    # A later charge shows its interval and its first day.
    assert [line.split("/ ")[1].split(" · ")[0] for line in lines[1:-1]] == ["1 week"] * 2
    assert all("20" in line.split(" · ")[1] for line in lines[1:-1])
    club.pay()
    club.has_status("Active")
    club.shows(["$4.50 Paid", "$4.50 Planned", "$9.00 Planned", "$9.00 Planned", "$9.00 Planned"], "the calendar")
    first = text(club.shop, "#today")
    club.push(3)
    club.shows(["$4.50 Paid", "$4.50 Paid", "$9.00 Paid", "$9.00 Paid", "$9.00 Planned"], "three weeks later")
    assert club.days()[0] == first
    assert text(club.shop, "#today") == club.days()[3]
    assert club.browser.execute_script("return document.activeElement.id") == "week"
    club.push(17)
    club.shop.wait(lambda: club.browser.execute_script("return document.getElementById('week').value") == "20", "twenty weeks")
    club.shows(["$9.00 Paid"] * 8 + ["$9.00 Planned"], "the last eight, and what comes")


def test_an_upgrade_asks_in_the_sheet_and_a_downgrade_does_not(club):
    club.join()
    assert club.label("plan") == "Change to two toasts"
    club.press("plan")
    club.shop.wait(lambda: "$11.50 now, then $16.00 each week." in text(club.shop, "#offer"), "what it costs")
    club.opens()
    assert club.sheet.amounts()[-1].endswith("$11.50")
    club.pay()
    club.shop.wait(lambda: club.label("plan") == "Change to one toast", "it is changed")
    club.shop.wait(lambda: club.browser.execute_script("return document.activeElement.id") == "plan", "the focus is there")
    club.shows(["$4.50 Paid", "$11.50 Paid", "$16.00 Planned"], "the new price")
    club.press("plan")
    club.shop.wait(lambda: "Nothing to pay now: $7.00 is kept" in text(club.shop, "#offer"), "nothing is due")
    assert not club.browser.find_elements("css selector", "#offer paysheet-button")
    club.press("change")
    club.shop.wait(lambda: club.label("plan") == "Change to two toasts", "it is changed back")
    assert not club.browser.find_elements("css selector", "paysheet-sheet dialog")
    club.push(1)
    club.shows(["$4.50 Paid", "$11.50 Paid", "$9.00 Paid", "$9.00 Planned"], "the week after")


def test_closing_the_sheet_does_not_change_the_plan(club):
    club.join()
    club.press("plan")
    club.opens()
    club.sheet.part("[data-part=close]").click()
    club.press("leave")
    assert text(club.shop, "#offer") == ""
    assert club.browser.execute_script("return document.activeElement.id") == "plan"
    assert club.label("plan") == "Change to two toasts"
    club.push(1)
    club.shows(["$4.50 Paid", "$4.50 Paid", "$9.00 Planned"], "the old price")


def test_a_paused_subscription_is_not_charged(club):
    club.join()
    club.press("rest")
    club.has_status("Paused")
    assert (club.label("plan"), club.label("rest")) == (None, "Resume")
    club.push(3)
    club.shop.wait(lambda: club.browser.execute_script("return document.getElementById('week').value") == "3", "three weeks")
    assert [row for row in club.rows() if "Paid" in row] == ["$4.50 Paid"]
    club.press("rest")
    club.has_status("Active")
    club.push(1)
    club.shop.wait(lambda: len([row for row in club.rows() if "Paid" in row]) >= 2, "it goes on", 20)


def test_a_cancellation_is_revoked_or_takes_effect(club):
    club.join()
    club.press("end")
    club.shop.wait(lambda: text(club.shop, "#subscription-status").startswith("Ends on "), "the date of the end")
    assert club.rows() == ["$4.50 Paid"]
    assert text(club.shop, "#end") == "Keep the subscription"
    club.press("end")
    club.has_status("Active")
    club.press("end")
    club.shop.wait(lambda: text(club.shop, "#subscription-status").startswith("Ends on "), "the date of the end")
    club.push(1)
    club.has_status("Canceled")
    assert [club.label(button) for button in ("plan", "rest", "end", "owe")] == [None] * 4
    club.press("again")
    club.shop.wait(lambda: club.sheet.button.is_enabled(), "the sheet to join again")


def test_a_failing_card_is_replaced_in_a_sheet(club):
    club.join("declines later charges")
    club.push(2)
    club.has_status("The card was declined")
    club.shows(["$4.50 Paid", "$4.50 Paid", "$9.00 Owed"], "what is owed")
    club.press("owe")
    club.opens()
    assert club.sheet.amounts()[-1].endswith("$9.00")
    club.pay()
    club.has_status("Active")
    club.shows(["$4.50 Paid", "$4.50 Paid", "$9.00 Paid", "$9.00 Planned"], "nothing is owed")


def test_a_reload_keeps_the_member_and_another_tab_is_a_visitor(club, world):
    club.join().push(1)
    club.shows(["$4.50 Paid", "$4.50 Paid"], "a week later")
    club.browser.refresh()
    club.shows(["$4.50 Paid", "$4.50 Paid", "$9.00 Planned"], "the same member")
    assert "cs_1" not in club.browser.page_source
    own = club.browser.current_window_handle
    club.browser.switch_to.new_window("tab")
    club.browser.get(f"{world.url}/demo#club")
    club.shop.wait(lambda: club.sheet.button.is_enabled(), "a visitor's sheet")
    club.browser.close()
    club.browser.switch_to.window(own)


def test_the_club_works_by_keyboard_alone(club):
    club.sheet.button.send_keys(Keys.ENTER)
    club.sheet.ready()
    club.sheet.part("[data-part=pay]").send_keys(Keys.ENTER)
    club.has_status("Active")
    club.shop.wait(lambda: club.browser.execute_script("return document.activeElement.className") == "said good", "the focus is where it is said")
    focused = lambda: club.browser.execute_script("return document.activeElement.id")
    seen = []
    # The focus must stay inside the page, from its top to its last button.
    club.browser.execute_script("document.getElementById('club').focus()")
    for _ in range(5):
        club.browser.switch_to.active_element.send_keys(Keys.TAB)
        seen.append(focused())
    assert seen[:4] == ["week", "plan", "rest", "end"]
    club.browser.find_element("id", "rest").send_keys(Keys.ENTER)
    club.has_status("Paused")
    assert focused() == "rest"


@pytest.mark.parametrize("look", ["light", "dark"])
@pytest.mark.parametrize(("size", "width", "height"), [("desktop", 1280, 1000), ("phone", 390, 844)])
def test_the_club_is_accessible(club, pictures, look, size, width, height):
    browser = club.browser
    browser.execute_cdp_cmd("Emulation.setDeviceMetricsOverride", {"width": width, "height": height, "deviceScaleFactor": 1, "mobile": size == "phone"})
    browser.execute_cdp_cmd("Emulation.setEmulatedMedia", {"features": [{"name": "prefers-color-scheme", "value": look}]})
    picture = lambda name: browser.save_screenshot(str(pictures / f"club-{name}-{size}-{look}.png"))
    assert faults(browser) == []
    picture("visitor")
    club.sheet.tap()
    picture("sheet")
    assert faults(browser) == []
    club.sheet.part("[data-part=close]").click()
    club.join("declines later charges").push(1)
    club.shows(["$4.50 Paid", "$4.50 Paid"], "a week later")
    for step, shown in [("rest", "#subscription-status"), ("rest", "#subscription-status"), ("plan", "#offer p")]:
        club.press(step)
        club.shop.wait(lambda: text(club.shop, shown), shown)
        # Disabled buttons are pale.
        club.rests()
        assert faults(browser) == []
    club.shop.wait(lambda: club.sheet.button.is_enabled(), "the sheet of the change")
    browser.execute_script("document.getElementById('offer').scrollIntoView({ block: 'end' })")
    picture("change")
    club.push(1)
    club.has_status("The card was declined")
    club.rests()
    assert faults(browser) == []
    browser.execute_script("document.getElementById('club').scrollIntoView()")
    picture("owed")
    assert browser.execute_script("return document.documentElement.scrollWidth <= innerWidth")
    assert browser.get_log("browser") == []


@pytest.mark.parametrize("language", ["fr", "de", "es", "it", "pt", "nl", "ja", "zh-Hans", "zh-Hant", "ko"])
def test_the_club_is_in_the_buyers_language(club, pictures, language):
    club.join()
    choose(club.shop, language)
    club.shop.wait(lambda: text(club.shop, "#subscription-status") not in ("", "Active"), "its words")
    assert text(club.shop, "#plan") != "Change to two toasts"
    club.press("plan")
    club.shop.wait(lambda: club.sheet.button.is_enabled(), "the sheet of the change")
    said = club.browser.find_element("id", "scene").text
    assert "undefined" not in said and "{" not in said and "NaN" not in said
    club.browser.save_screenshot(str(pictures / f"club-{language}.png"))


def test_a_member_is_identified_by_the_secret_of_the_first_checkout(world):
    opened = world.made("POST", "/demo/checkouts", None, {"scene": "club"})
    assert world.call("GET", "/demo/club", opened["clientSecret"]).status_code == 404
    assert world.call("GET", "/demo/club").status_code == 401
    assert world.call("GET", "/demo/club", world.secret("browser")).status_code == 403
    other = world.new_checkout("browser")
    assert world.call("GET", "/demo/club", other["clientSecret"]).status_code == 404
    world.made("POST", f"/v1/checkouts/{opened['id']}/authorize", opened["clientSecret"], {"payment": {"token": {"paymentData": {}}, "shippingContact": {
        "givenName": "Ada", "familyName": "Toast", "emailAddress": "ada@example.com"}}})
    known = world.made("GET", "/demo/club", opened["clientSecret"])
    assert (known["subscription"]["status"], known["clock"]["status"], len(known["plans"])) == ("active", "ready", 2)
    for path, body in [("change", {"plan": "pln_x"}), ("advance", {"to": "1999-01-01T00:00:00Z"}), ("advance", {}), ("change", {})]:
        answer = world.call("POST", f"/demo/club/{path}", opened["clientSecret"], body)
        assert 400 <= answer.status_code < 500, path
    assert world.made("GET", "/demo/club", opened["clientSecret"])["subscription"] == known["subscription"]
