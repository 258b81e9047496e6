"""A buyer's wait for the demo's first view and for its sheet, in headless Chromium: a table for
bench/PAGES.md.

pages.py URL SECRET_KEY: the server must run with PAYSHEET_DEMO=on.
"""

import datetime
import json
import os
import statistics
import sys
import time
import urllib.request

from selenium import webdriver
from selenium.webdriver.chrome.options import Options
from selenium.webdriver.chrome.service import Service

RUNS = 15
# Records when the button can be pressed, and when the sheet is visible after the press.
WATCH = """
    const inside = (host, selector) => document.querySelector(host)?.shadowRoot?.querySelector(selector)
    const look = () => {
      const button = inside('paysheet-button', 'button')
      if (button && !button.disabled && !window.ready) {
        window.ready = performance.now()
        button.addEventListener('click', () => { window.tapped = performance.now() }, { capture: true })
      }
      if (window.tapped && !window.seen && inside('paysheet-sheet', 'dialog')?.open) {
        requestAnimationFrame(() => setTimeout(() => { window.seen = performance.now() }))
      }
      if (!window.seen) requestAnimationFrame(look)
    }
    document.addEventListener('DOMContentLoaded', look)
"""


def chromium():
    options = Options()
    options.binary_location = "/usr/bin/chromium"
    for argument in ("--headless=new", "--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage", "--lang=en", "--window-size=1280,1000"):
        options.add_argument(argument)
    return webdriver.Chrome(options=options, service=Service("/usr/bin/chromedriver"))


def until(browser, script):
    for _ in range(2000):
        if (value := browser.execute_script(f"return {script}")) is not None:
            return value
        time.sleep(0.005)
    raise SystemExit(f"pages.py: waited ten seconds for {script}")


def view(browser, url):
    """One first view and one tap: bytes, and milliseconds to the first paint, the button and the
    sheet."""
    browser.get("about:blank")
    browser.get(f"{url}/demo#toast")
    ready = until(browser, "window.ready")
    entries = "[...performance.getEntriesByType('resource'), ...performance.getEntriesByType('navigation')]"
    weight = browser.execute_script(f"return {entries}.reduce((sum, entry) => sum + entry.transferSize, 0)")
    paint = browser.execute_script("return performance.getEntriesByName('first-contentful-paint')[0].startTime")
    browser.execute_script("document.querySelector('paysheet-button').shadowRoot.querySelector('button').click()")
    until(browser, "window.seen")
    return weight, paint, ready, browser.execute_script("return window.seen - window.tapped")


def figures(url, key):
    """Milliseconds for ninety days of figures."""
    start = datetime.datetime.now(datetime.UTC) - datetime.timedelta(days=90)
    request = urllib.request.Request(f"{url}/v1/figures?from={start:%Y-%m-%dT%H:%M:%SZ}", headers={"Authorization": f"Bearer {key}"})
    begun = time.perf_counter()
    with urllib.request.urlopen(request) as answer:
        opened = json.load(answer)["checkouts"]["opened"]
    return (time.perf_counter() - begun) * 1000, opened


def main(url, key):
    browser = chromium()
    try:
        browser.execute_cdp_cmd("Network.enable", {})
        browser.execute_cdp_cmd("Network.setCacheDisabled", {"cacheDisabled": True})
        browser.execute_cdp_cmd("Page.addScriptToEvaluateOnNewDocument", {"source": WATCH})
        view(browser, url)
        views = [view(browser, url) for _ in range(RUNS)]
        version = browser.capabilities["browserVersion"]
    finally:
        browser.quit()
    asked = [figures(url, key) for _ in range(RUNS)]
    print(f"# Pages\n\nMade by `bin/bench pages` on {datetime.datetime.now(datetime.UTC):%Y-%m-%d %H:%M} UTC: Chromium {version} beside the server and a durable "
          f"Postgres on {os.cpu_count()} cores, nothing cached, {RUNS} runs.\n\n| | median | slowest | wanted | |\n|---|---|---|---|---|")
    for name, values, unit, wanted in (
            ("demo's first view, with headers", [row[0] / 1000 for row in views], "kB", 100),
            ("to its first paint", [row[1] for row in views], "ms", None), ("until its button may be pressed", [row[2] for row in views], "ms", 500),
            ("from the tap to the sheet on the screen", [row[3] for row in views], "ms", 100),
            (f"figures of ninety days, {asked[0][1]:,} checkouts", [row[0] for row in asked], "ms", None)):
        slowest = max(values)
        verdict = "" if wanted is None else "met" if slowest <= wanted else "missed"
        print(f"| {name} | {statistics.median(values):,.0f} {unit} | {slowest:,.0f} {unit} | {f'≤ {wanted} {unit}' if wanted else ''} | {verdict} |")


main(*sys.argv[1:])
