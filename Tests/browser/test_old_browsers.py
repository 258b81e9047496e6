"""The oldest browser that a buyer's pages support, Safari 12.1: the syntax of their scripts, and
payments in a browser without newer interfaces."""

import pathlib
import re

import pytest
from friends import Friend
from pygments.lexers.javascript import JavascriptLexer
from pygments.token import Comment, String
from selenium.webdriver.common.by import By
from sheet import Sheet
from test_apple import GOODS, JOEL, LATER, TOKEN, TOO_OLD, UNAVAILABLE, begun, fire

HERE = pathlib.Path(__file__).resolve().parent
PAGES = HERE.parents[1] / "pages"
OLD_SAFARI = (HERE / "old_safari.js").read_text()

# The first Safari with each, by MDN's compatibility data.
NEWER = {
    "13: numeric separator": r"\b\d+_\d",
    "13.1: ?.": r"\?\.(?!\d)",
    "13.1: ??": r"\?\?",
    "14: logical assignment": r"(\|\||&&|\?\?)=",
    "14: replaceChildren": r"\.replaceChildren\b",
    "14: BigInt": r"\b\d+n\b|\bBigInt\b",
    "14.1: class field": r"^\s+(static\s+)?[\w$]+\s*(=[^=>].*)?;$|^\s+static\s+[\w$]+\s*(=|$)",
    "14.1: private name": r"#[\w$]+",
    "16.4: static block": r"\bstatic\s*\{",
    "13.1: replaceAll": r"\.replaceAll\b",
    "13: matchAll, allSettled": r"\.(matchAll|allSettled)\b",
    "15.4: at, findLast, hasOwn": r"\.(at|findLast|findLastIndex|hasOwn)\(",
    "15.4: structuredClone": r"\bstructuredClone\b",
    "15.5: inert": r"\.inert\b",
    "15.4: randomUUID": r"\brandomUUID\b",
    "16: AbortSignal.timeout and any": r"\bAbortSignal\.(timeout|any)\b",
    "16: toSorted and the like": r"\.(toSorted|toReversed|toSpliced)\b",
    "17.4: groupBy, withResolvers": r"\.(groupBy|withResolvers)\b",
}
# Searched in the complete source, because code_of empties regular expressions. Code inside of a
# function is indented.
NEWER_IN_TEXT = {
    "16.4: lookbehind": r"\(\?<[=!]",
    "15: await outside of a function": r"^await\b",
}
# Used only where the browser has them.
DETECTED = {
    "adoptedStyleSheets": "if (!('adoptedStyleSheets' in root)) return", "showModal": "'showModal' in document.createElement('dialog')",
    "ResizeObserver": "if (window.ResizeObserver)"}
SOURCES = [path for folder in ("paysheet", "pay", "shared") for path in sorted((PAGES / folder).glob("*.js"))]


def code_of(source):
    """The source with empty comments, strings and templates. Expressions in templates stay."""
    kept = []
    for kind, text in JavascriptLexer().get_tokens(source):
        is_text = kind in Comment or kind in String and kind not in String.Interpol
        kept.append(re.sub(r"[^\n]+", " ", text) if is_text else text)
    return "".join(kept)


def newer(source):
    """The names of all newer syntax and interfaces in a source."""
    code = code_of(source)
    return [name for text, names in ((code, NEWER), (source, NEWER_IN_TEXT))
            for name, pattern in names.items() if re.search(pattern, text, re.M)]


@pytest.mark.parametrize("path", SOURCES, ids=lambda path: f"{path.parent.name}/{path.name}")
def test_the_scripts_use_the_syntax_of_the_oldest_browser(path):
    source = path.read_text()
    assert newer(source) == []


def test_the_scripts_detect_what_only_newer_browsers_have():
    all_sources = "".join(path.read_text() for path in SOURCES)
    for word, check in DETECTED.items():
        assert word in all_sources and check in all_sources


@pytest.mark.parametrize(("source", "name"), [
    ("const a = b?.c", "13.1: ?."), ("const a = `${b ?? c}`", "13.1: ??"), ("a ||= b", "14: logical assignment"), ("const a = 29_000", "13: numeric separator"),
    ("class A {\n  static kind = 1\n}", "14.1: class field"), ("class A {\n  #b() {}\n}", "14.1: private name"),
    ("class A { static { go() } }", "16.4: static block"), ("list.at(-1)", "15.4: at, findLast, hasOwn"), ("fetch(a, { signal: AbortSignal.timeout(1) })", "16: AbortSignal.timeout and any"),
    ("/(?<=a)b/.test(c)", "16.4: lookbehind"), ("await go()", "15: await outside of a function"), ("refill(structuredClone(a))", "15.4: structuredClone")])
def test_newer_syntax_is_found(source, name):
    assert name in newer(source)


@pytest.mark.parametrize("source", ["const a = b ? .5 : c", "// a ?? b\nconst a = 'b?.c'", "const a = b ? [1] : `?? ${c}`", "const color = '#fff'", "const text = 'at(1)'"])
def test_older_syntax_is_not_taken_for_newer(source):
    assert newer(source) == []


@pytest.fixture
def old(shop):
    """A shop in a browser without the interfaces that Safari 12.1 lacks."""
    shop.before(OLD_SAFARI)
    # The browser's log covers all tabs. Reading it discards the entries of earlier tests.
    shop.browser.get_log("browser")
    return shop


def faults(shop):
    return [entry["message"] for entry in shop.browser.get_log("browser") if entry["source"] == "javascript" or "TypeError" in entry["message"]]


@pytest.mark.parametrize("version", [3, 6, 10, 12])
def test_an_old_browser_pays_with_its_sheet(old, version):
    begun(old, version=version, supportedNetworks=["bancontact", "visa"])
    assert old.browser.execute_script("return window.placed.sheet") == "apple"
    assert old.browser.execute_script("return window.session.request.supportedNetworks") == ["visa"]
    _, update = fire(old, "onpaymentmethodselected", {"paymentMethod": {"type": "debit", "network": "Visa"}})
    assert update["newTotal"]["amount"] == "30.00"
    _, update = fire(old, "onshippingcontactselected", {"shippingContact": {**JOEL, "postalCode": "9"}})
    assert [(error["code"], error["contactField"]) for error in update["errors"]] == [("shippingContactInvalid", "postalCode")]
    _, update = fire(old, "onshippingcontactselected", {"shippingContact": JOEL})
    assert len(update["newShippingMethods"]) == 2
    _, update = fire(old, "onshippingmethodselected", {"shippingMethod": {"identifier": "express"}})
    assert update["newTotal"]["amount"] == "37.00"
    _, result = fire(old, "onpaymentauthorized", {"payment": {"token": TOKEN, "shippingContact": JOEL}})
    assert result == {"status": 0, "errors": []}
    old.wait(lambda: old.said == "Thank you!", "it is paid")
    assert old.state()["capturedAmount"] == "37.00"
    assert faults(old) == []


def test_an_old_browser_of_version_2_pays_with_its_sheet(old):
    begun(old, version=2)
    assert fire(old, "onshippingcontactselected", {"shippingContact": JOEL})[1] == 0
    assert fire(old, "onpaymentauthorized", {"payment": {"token": TOKEN, "shippingContact": JOEL}})[1] == 0
    old.wait(lambda: old.said == "Thank you!", "it is paid")


def test_an_old_browser_whose_sheet_shows_no_agreement_gets_a_message(old):
    old.open(apple=10, hooks=UNAVAILABLE, **LATER)
    assert old.heard == [["client_version", TOO_OLD]]


def test_an_old_browser_without_any_sheet_gets_a_message(old):
    old.open(hooks=UNAVAILABLE)
    assert old.heard == [["no_sheet", TOO_OLD]]


@pytest.fixture
def link(old):
    """Opens a checkout's payment page in an old browser."""
    def opened(apple=None):
        if apple:
            old.before(f"window.appleVersion = {apple};\n" + (HERE / "apple.js").read_text())
        checkout = old.world.new_checkout("browser", **GOODS)
        old.checkout = checkout["id"]
        old.browser.get(f"{old.world.url}/pay/{checkout['clientSecret']}")
        old.wait(lambda: old.browser.execute_script("return document.documentElement.dataset.ready") == "pay", "the page is ready")
        return old

    return opened


def test_a_payment_link_is_paid_in_an_old_browser(link):
    shop = link(apple=10)
    assert shop.browser.find_element(By.CSS_SELECTOR, "#lines .total").text
    shop.browser.find_element(By.CSS_SELECTOR, "paysheet-button").shadow_root.find_element(By.CSS_SELECTOR, "button").click()
    assert fire(shop, "onpaymentauthorized", {"payment": {"token": TOKEN}})[1] == {"status": 0, "errors": []}
    assert shop.state()["status"] == "captured"


@pytest.mark.parametrize("lack", ["Object.defineProperty(window, 'Paysheet', { get() {}, set() {} })", "delete Object.fromEntries"])
def test_a_payment_link_in_a_browser_too_old_for_the_script_says_so(link, old, lack):
    old.before(lack)
    shop = link()
    assert shop.said == TOO_OLD


def test_friends_order_and_pay_in_an_old_browser(old, order):
    old.before("window.appleVersion = 10;\n" + (HERE / "apple.js").read_text())
    order.join("Bob")
    ada = Friend(order, old.browser).open(order.credential)
    ada.choose_cone("Vanilla")
    ada.press("Change: Cone")
    ada.press("More", "dialog")
    ada.press("Save", "dialog")
    ada.sheet_closes()
    ada.sees("2 × Cone Vanilla, Small $6.00", "#chosen")
    assert ada.focused.startswith("change ")
    ada.press("More about Bob")
    ada.press("Remove from the order", "dialog")
    ada.press("Remove from the order", "dialog")
    ada.misses("Bob", "#chosen")
    ada.press("Finish choosing and pay")
    sheet = Sheet(old)
    old.wait(lambda: sheet.button.is_enabled(), "the button is there")
    old.browser.execute_script("arguments[0].scrollIntoView({block: 'center'})", sheet.button)
    sheet.button.click()
    assert fire(old, "onpaymentauthorized", {"payment": {"token": TOKEN}})[1] == {"status": 0, "errors": []}
    ada.wait(lambda: [one["status"] for one in order.state()["payments"]] in (["authorized"], ["captured"], ["paid"]), "it is paid")
    assert faults(old) == []
