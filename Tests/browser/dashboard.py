"""The dashboard as its users see it, in words."""

import os

import device
from selenium.webdriver.common.by import By
from selenium.webdriver.support.ui import Select
from sheet import Shop
from world import CONTACT, PLAN, payment


class Dashboard:
    """The dashboard of a merchant that the test creates."""

    def __init__(self, world, browser, name="Toast & <b>Tea</b>"):
        self.world, self.browser = world, browser
        self.merchant = world.made("POST", "/v1/merchants", world.operator, {"name": name, "countryCode": "US"})
        self.key = self.merchant["secretKey"]
        self.wait = Shop(world, browser).wait

    def sign_in(self, key=None):
        self.browser.get(f"{self.world.url}/dashboard")
        self.wait(lambda: self.shown() in ("sign-in", "overview"), "the page is there")
        if self.shown() == "overview":
            self.press("Sign out")
            self.wait(lambda: self.shown() == "sign-in", "nobody is signed in")
        self.browser.find_element(By.ID, "key").send_keys(key or self.key)
        self.press("Sign in")
        return self

    def search(self):
        """The search field, once the overview is shown after a sign-in."""
        self.wait(lambda: self.shown() not in (None, "", "sign-in"), "a page is shown")
        return self.browser.find_element(By.ID, "needle")

    def shown(self):
        return self.browser.execute_script("return document.documentElement.dataset.shown")

    def go(self, place):
        self.browser.execute_script("document.documentElement.dataset.shown = ''; location.hash = '#/none'; location.hash = arguments[0]", f"#/{place}")
        name = place.split("/")[0].split("?")[0]
        self.wait(lambda: self.shown() == name, place)
        return self

    def press(self, name, within="body"):
        """Clicks a button. A live page may replace it between the search and the click."""
        def pressed():
            for one in self.browser.find_elements(By.CSS_SELECTOR, f"{within} button"):
                if one.is_displayed() and name in (one.text, one.get_attribute("aria-label")):
                    one.click()
                    return True
            return False

        self.wait(pressed, f"a button {name}")

    def fill(self, **values):
        for name, value in values.items():
            field = self.wait(lambda: self.browser.find_element(By.CSS_SELECTOR, f"dialog [name={name}], .settings [name={name}]"), name)
            if field.tag_name == "select":
                Select(field).select_by_value(value)
            elif field.get_attribute("type") == "checkbox":
                field.click()
            else:
                field.clear()
                field.send_keys(value)
        return self

    def text(self, selector="#content"):
        return self.wait(lambda: self.browser.find_element(By.CSS_SELECTOR, selector), selector).text

    def says(self, words, selector="#content"):
        self.wait(lambda: words in self.text(selector), f"{selector}: {words}")

    def rows(self):
        return [row.text for row in self.browser.find_elements(By.CSS_SELECTOR, "tbody tr")]

    def checkout(self, amount="20.00", pay=True, sandbox=None, **more):
        opened = self.world.made("POST", "/v1/checkouts", self.key, {
            "countryCode": "US", "currencyCode": "USD", "lineItems": [{"label": "Toast <img src=x onerror=alert(1)>", "amount": amount}]} | more)
        if pay:
            self.world.made("POST", f"/v1/checkouts/{opened['id']}/authorize", opened["clientSecret"], {"payment": payment(sandbox)})
        return opened

    def account(self, **more):
        """A paid checkout, and the customer that its buyer became."""
        fields = ["postalAddress", "name", "email", "phone"]
        opened = self.checkout(pay=False, requiredShippingContactFields=fields, **more)
        paid = self.world.made("POST", f"/v1/checkouts/{opened['id']}/authorize", opened["clientSecret"], {"payment": payment() | {"shippingContact": CONTACT}})
        assert paid["status"] == 0, paid
        made = self.world.made("POST", f"/v1/checkouts/{opened['id']}/customer", opened["clientSecret"], {"consent": True})
        return opened, made

    def subscription(self, **terms):
        """A subscription on a test clock, so that it does not change by itself."""
        plan = self.world.made("POST", "/v1/plans", self.key, PLAN | terms)
        clock = self.world.made("POST", "/v1/test-clocks", self.key, {})
        opened = self.world.made("POST", "/v1/checkouts", self.key, {"currencyCode": "USD", "countryCode": "US", "plan": plan["id"], "testClock": clock["id"]})
        paid = self.world.made("POST", f"/v1/checkouts/{opened['id']}/authorize", opened["clientSecret"], {"payment": payment()})
        assert paid["status"] == 0, paid
        return self.world.made("GET", f"/v1/subscriptions?checkout={opened['id']}", self.key)["data"][0]

    def pass_type(self, word):
        """Creates a pass type and returns its identifier."""
        name = f"pass.example.{self.merchant['id']}.{word}"
        devices = device.Devices(os.environ["PAYSHEET_DEVICES"])
        devices.issue_pass_type(name)
        self.world.made("POST", "/v1/certificates", self.key, devices.creation(name, "passType"))
        self.world.made("POST", "/v1/pass-types", self.key, {"passTypeIdentifier": name})
        return name

    def phones_write(self, name, *lines):
        """Sends log lines, a hundred in a call; `TYPE` becomes the pass type."""
        texts = [line.replace("TYPE", name) if "TYPE" in line else f"{line}, pass type {name}" for line in lines]
        for first in range(0, len(texts), 100):
            assert self.world.call("POST", "/passkit/v1/log", body={"logs": texts[first:first + 100]}).ok

    def state(self, checkout):
        return self.world.made("GET", f"/v1/checkouts/{checkout['id']}", self.key)


LOSE = """
    const real = window.fetch
    window.fetch = async (url, options) => {
      const answer = await real(url, options)
      if (options.method !== 'POST' || !String(url).includes(arguments_)) return answer
      window.fetch = real
      throw new TypeError('lost')
    }"""


def lose(dashboard, path):
    """Drops the next answer for that path."""
    dashboard.browser.execute_script(LOSE.replace("arguments_", repr(path)))
