"""A buyer's view and actions in a shop's page, in words."""

import json
import pathlib
import re

from selenium.common.exceptions import NoSuchElementException, NoSuchShadowRootException, StaleElementReferenceException
from selenium.webdriver.common.by import By
from selenium.webdriver.support.ui import Select, WebDriverWait

EXAMPLE = pathlib.Path(__file__).resolve().parents[2] / "docs/examples/storefront.html"


class Shop:
    def __init__(self, world, browser):
        self.world, self.browser = world, browser
        self.apple = 0
        self.url = self.secret = None
        self.options, self.hooks = {}, None

    @classmethod
    def at_scene(cls, world, browser, name):
        """Opens the demo at one of its scenes."""
        shop = cls(world, browser)
        browser.get("about:blank")
        browser.get(f"{world.url}/demo#{name}")
        shop.wait(lambda: browser.execute_script("return document.documentElement.dataset.ready") == name, f"the scene {name} is there")
        return shop

    def open(self, apple=0, options=None, hooks=None, secret=None, **checkout):
        """Opens a checkout and the page that sells it; `hooks` are the page's own callbacks, by
        default the example's."""
        self.apple, self.options, self.hooks = apple, options or {}, hooks
        if secret is None:
            opened = self.world.new_checkout("browser", **checkout)
            self.checkout, secret = opened["id"], opened["clientSecret"]
        self.secret = secret
        self.browser.get(self.url)
        self.wait(lambda: self.browser.execute_script("return window.placed"), "the button is placed")
        return Sheet(self)

    @property
    def page(self):
        """The example, with its script in a separate file, as a strict policy requires."""
        page = EXAMPLE.read_text().replace("http://127.0.0.1:8080", self.world.url)
        page = re.sub(r"<script>.*?</script>", '<script src="/page.js"></script>', page, flags=re.S)
        return page.replace("<script src", '<script src="/apple.js"></script>\n<script src', 1) if self.apple else page

    @property
    def script(self):
        script = re.search(r"<script>(.*?)</script>", EXAMPLE.read_text(), re.S).group(1)
        script = script.replace("clientSecret, type: 'buy',", f"clientSecret, type: 'buy', ...{json.dumps(self.options)},")
        if self.hooks is not None:
            script = "window.heard = []\n" + re.sub(r"onPaid:.*?\n    }\)\)", lambda _: self.hooks + "\n    }))", script, flags=re.S)
        return script.rstrip() + ".then(placed => { window.placed = placed })\n"

    def wait(self, condition, what, seconds=10):
        def seen(_):
            try:
                return condition()
            except (NoSuchElementException, NoSuchShadowRootException, StaleElementReferenceException):
                return False

        return WebDriverWait(self.browser, seconds, 0.05).until(seen, f"waited {seconds} s: {what}")

    @property
    def heard(self):
        """The calls that the page's callbacks recorded, in order."""
        return self.browser.execute_script("return window.heard")

    def before(self, script):
        """Runs a script in each page of this tab before the page's own scripts."""
        self.browser.execute_cdp_cmd("Page.addScriptToEvaluateOnNewDocument", {"source": script})

    def slow(self, milliseconds):
        self.browser.execute_cdp_cmd("Network.emulateNetworkConditions", {
            "offline": False, "latency": milliseconds, "downloadThroughput": -1, "uploadThroughput": -1})

    @property
    def said(self):
        return self.browser.find_element(By.ID, "said").text

    def state(self):
        return self.world.made("GET", f"/v1/checkouts/{self.checkout}", self.world.secret("browser"))


class Sheet:
    def __init__(self, shop):
        self.shop, self.browser = shop, shop.browser

    @property
    def button(self):
        return self.inside("paysheet-button", "button")

    def inside(self, host, selector):
        return self.browser.find_element(By.CSS_SELECTOR, host).shadow_root.find_element(By.CSS_SELECTOR, selector)

    def part(self, selector):
        return self.inside("paysheet-sheet", selector)

    def all(self, selector):
        return self.browser.find_element(By.CSS_SELECTOR, "paysheet-sheet").shadow_root.find_elements(By.CSS_SELECTOR, selector)

    def tap(self):
        self.button.click()
        self.ready()
        return self

    def ready(self, seconds=10):
        """Waits until no sheet update is pending, so that the buyer may pay."""
        self.shop.wait(lambda: self.part("[data-part=pay]").get_attribute("aria-disabled") == "false", "the sheet is ready", seconds)

    def card(self, name):
        select = Select(self.part("select[name=card]"))
        select.select_by_visible_text(next(option.text for option in select.options if name in option.text))
        self.ready()

    def contact(self, note, role="shipping"):
        select = Select(self.part(f"[data-part={role}] select"))
        select.select_by_visible_text(next(option.text for option in select.options if note in option.text))
        self.ready()

    def entry(self, field):
        return self.all(f"[data-part=shipping] input[name={field}], input[name=coupon][name={field}]")[0]

    def type(self, field, text):
        entry = self.entry(field)
        entry.clear()
        entry.send_keys(text)

    def error(self, field):
        entry = self.entry(field)
        if entry.get_attribute("aria-invalid") != "true":
            return None
        return self.part("#" + entry.get_attribute("aria-describedby")).text

    def amounts(self):
        return [line.text.replace("\n", " ") for line in self.all("[data-part=amounts] > div")]

    def pay(self):
        self.part("[data-part=pay]").click()

    def is_open(self):
        return bool(self.browser.find_elements(By.CSS_SELECTOR, "paysheet-sheet"))

    def closes(self, seconds=10):
        self.shop.wait(lambda: not self.is_open(), "the sheet closes", seconds)
