"""A shared order's page as one friend sees and uses it, in words."""

from selenium.webdriver.common.by import By
from sheet import Shop

MENU = [
    {"id": "cone", "name": "Cone", "description": "Crisp, and baked this morning", "price": "3.00", "options": [
        {"id": "scoop", "name": "Scoop", "minimum": 1, "maximum": 3, "choices": [
            {"id": "vanilla", "name": "Vanilla"}, {"id": "mango", "name": "Mango", "price": "0.50"}, {"id": "pistachio", "name": "Pistachio", "price": "0.80"}]},
        {"id": "size", "name": "Size", "minimum": 1, "maximum": 1, "choices": [
            {"id": "small", "name": "Small"}, {"id": "large", "name": "Large", "price": "1.00"}]}]},
    {"id": "water", "name": "Water", "price": "1.00"},
    {"id": "cake", "name": "The last cake", "price": "4.00", "stock": 1},
    {"id": "sundae", "name": "Sundae", "price": "5.00", "joint": True, "options": [
        {"id": "cup", "name": "Cup", "minimum": 1, "choices": [{"id": "glass", "name": "Glass"}, {"id": "bowl", "name": "Bowl"}]},
        {"id": "ball", "name": "Ball", "minimum": 1, "choices": [{"id": "lemon", "name": "Lemon", "price": "1.00"}]},
        {"id": "top", "name": "Topping", "minimum": 0, "choices": [{"id": "cream", "name": "Cream"}]}]},
]


def bare(words):
    """Removes the marks that isolate user texts (UAX 9)."""
    return " ".join((words or "").replace("\u2068", "").replace("\u2069", "").split())


class Order:
    """A shared order that a merchant's server has started, with the host's credential."""

    def __init__(self, world, **changes):
        self.world = world
        self.secret = world.secret("shared")
        # A payment sheet needs a country.
        world.made("PATCH", "/v1/merchant", self.secret, {"countryCode": "US"})
        body = {"title": "Ice cream in the park", "currencyCode": "USD", "menu": MENU, "freeItems": {"maximumPrice": "20.00"}, "host": {"name": "Ada"}}
        self.started = world.made("POST", "/v1/shared-orders", self.secret, body | changes)
        self.token, self.credential = self.started["token"], self.started["credential"]
        self.page = f"{world.url}/s/{self.token}"
        self.path = f"/v1/shared/{self.token}"

    def state(self):
        return self.world.made("GET", self.path, None)

    def lines(self):
        """Each participant's choices by number, as `1 2 Cone`."""
        return [f"{one['participant']} {one['quantity']} {one['name']}" for one in self.state()["choices"]]

    def ask(self, method, path, body=None, key=None):
        return self.world.made(method, self.path + path, key or self.credential, body)

    def join(self, name):
        return self.world.made("POST", self.path + "/participants", None, {"name": name})["credential"]


class Friend:
    """A participant with a browser of their own."""

    def __init__(self, order, browser):
        self.order, self.browser = order, browser
        self.shop = Shop(order.world, browser)

    def open(self, credential=None):
        self.browser.get("about:blank")
        self.browser.get(self.order.page + (f"#{credential}" if credential else ""))
        self.wait(lambda: self.browser.execute_script("return document.documentElement.dataset.ready"), "the page is alive")
        return self

    def wait(self, condition, what, seconds=10):
        return self.shop.wait(condition, what, seconds)

    def all(self, selector):
        return self.browser.find_elements(By.CSS_SELECTOR, selector)

    def text(self, selector):
        return bare(self.browser.find_element(By.CSS_SELECTOR, selector).text)

    def sees(self, words, selector="body", seconds=10):
        self.wait(lambda: words in self.text(selector), f"{selector} says {words}", seconds)

    def misses(self, words, selector="body"):
        self.wait(lambda: words not in self.text(selector), f"{selector} no longer says {words}")

    def press(self, name, within="body"):
        """Clicks the button with that name: its text, or its accessible name."""
        def one():
            for button in self.all(f"{within} button"):
                if button.is_displayed() and name in (bare(button.get_attribute("aria-label")), bare(button.text).split(" · ")[0]):
                    return button
        button = self.wait(one, f"a button {name}")
        self.browser.execute_script("arguments[0].scrollIntoView({block: 'center'})", button)
        button.click()

    def join(self, name=""):
        self.wait(lambda: self.browser.find_element(By.ID, "name").is_displayed(), "one may join")
        self.browser.find_element(By.ID, "name").send_keys(name)
        self.press("Join", "#join")
        self.wait(lambda: not self.all("#join"), "one has joined")
        return self

    @property
    def kept(self):
        return self.browser.execute_script("return JSON.parse(localStorage.getItem(arguments[0]))", f"paysheet-shared-{self.order.token}")

    def sheet_closes(self):
        self.wait(lambda: not self.all("dialog[open]"), "the sheet closes")

    def choose_cone(self, *scoops, size="Small", quantity=1):
        self.press("Choose: Cone")
        for scoop in scoops:
            self.press(f"More: {scoop}", "dialog")
        self.pick(size)
        for _ in range(quantity - 1):
            self.press("More", "dialog")
        self.press("Add", "dialog")
        self.sheet_closes()

    def pick(self, option):
        next(label for label in self.all("dialog label") if label.text.split("\n")[0].strip() == option).click()

    def pick_payers(self, words):
        self.wait(lambda: self.all("#ending label"), "one may end the choosing")
        label = next(label for label in self.all("#ending label") if label.text.strip() == words)
        self.browser.execute_script("arguments[0].scrollIntoView({block: 'center'})", label)
        label.click()

    @property
    def focused(self):
        return self.browser.execute_script("""
            const one = document.activeElement
            return one.dataset.key ?? one.id ?? one.localName""")
