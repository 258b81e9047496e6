"""Fixtures: a browser, a local shop, and the Paysheet server behind it."""

import functools
import http.server
import json
import os
import pathlib
import sys
import threading

import pytest
from selenium import webdriver
from selenium.webdriver.chrome.options import Options
from selenium.webdriver.chrome.service import Service

ROOT = pathlib.Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT / "Tests/contract/support"))

from dashboard import Dashboard  # noqa: E402
from friends import Friend, Order  # noqa: E402
from sheet import Shop  # noqa: E402
from world import World  # noqa: E402


@pytest.fixture(scope="session")
def world():
    if "PAYSHEET_URL" not in os.environ:
        pytest.skip("needs a live server: PAYSHEET_URL")
    return World()


def chromium(*arguments):
    options = Options()
    options.binary_location = "/usr/bin/chromium"
    for argument in ("--headless=new", "--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage", "--lang=en",
                     "--window-size=1280,1000", "--hide-scrollbars", "--force-prefers-reduced-motion", *arguments):
        options.add_argument(argument)
    options.set_capability("goog:loggingPrefs", {"browser": "ALL"})
    return webdriver.Chrome(options=options, service=Service("/usr/bin/chromedriver"))


@pytest.fixture(scope="session")
def chrome():
    driver = chromium()
    yield driver
    driver.quit()


@pytest.fixture
def browser(chrome):
    """A new tab, as a new buyer has it."""
    chrome.switch_to.new_window("tab")
    chrome.execute_cdp_cmd("Network.enable", {})
    yield chrome
    chrome.execute_cdp_cmd("Network.emulateNetworkConditions", {
        "offline": False, "latency": 0, "downloadThroughput": -1, "uploadThroughput": -1})
    chrome.execute_cdp_cmd("Emulation.clearDeviceMetricsOverride", {})
    chrome.execute_cdp_cmd("Emulation.setEmulatedMedia", {"features": []})
    chrome.close()
    chrome.switch_to.window(chrome.window_handles[0])


class Pages(http.server.BaseHTTPRequestHandler):
    """The shop of docs/examples, with a strict policy, and the checkout that a test has opened."""

    def __init__(self, shop, *arguments):
        self.shop = shop
        super().__init__(*arguments)

    def log_message(self, *_):
        pass

    def answer(self, kind, body):
        self.send_response(200)
        self.send_header("Content-Type", kind)
        origin = self.shop.world.url
        self.send_header("Content-Security-Policy",
                         f"default-src 'none'; script-src 'self' {origin}; connect-src 'self' {origin}; style-src 'self'")
        self.end_headers()
        self.wfile.write(body)

    def do_GET(self):
        name = self.path.split("?")[0]
        if name == "/apple.js":
            body = (pathlib.Path(__file__).parent / "apple.js").read_bytes()
            return self.answer("text/javascript", b"window.appleVersion = %d;\n" % self.shop.apple + body)
        if name == "/page.js":
            return self.answer("text/javascript", self.shop.script.encode())
        self.answer("text/html; charset=utf-8", self.shop.page.encode())

    def do_POST(self):
        self.answer("application/json", json.dumps({"clientSecret": self.shop.secret}).encode())


@pytest.fixture
def shop(world, browser):
    shop = Shop(world, browser)
    server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), functools.partial(Pages, shop))
    shop.url = f"http://127.0.0.1:{server.server_port}"
    threading.Thread(target=server.serve_forever, daemon=True).start()
    yield shop
    server.shutdown()


@pytest.fixture(scope="session")
def pictures():
    """The folder in which screenshots are kept for inspection."""
    folder = ROOT / ".paysheet/pictures"
    folder.mkdir(parents=True, exist_ok=True)
    return folder


@pytest.fixture
def dashboard(world, browser):
    dashboard = Dashboard(world, browser)
    yield dashboard
    browser.delete_all_cookies()


@pytest.fixture(scope="session")
def other_chrome():
    """A second browser with its own storage, for a friend."""
    driver = chromium()
    yield driver
    driver.quit()


@pytest.fixture
def order(world):
    return Order(world)


@pytest.fixture
def ada(order, browser):
    """The host, who opened the link of the host's own app."""
    return Friend(order, browser).open(order.credential)


@pytest.fixture
def bob(order, other_chrome):
    return Friend(order, other_chrome).open()
