"""Sheets that are closed, slow or refused, or in a page that throws."""

import pytest
from selenium.webdriver.common.action_chains import ActionChains
from selenium.webdriver.common.keys import Keys

NOTES = """
      onPaid: () => heard.push('paid'), onCanceled: event => heard.push('canceled'),
      onDeclined: message => heard.push('declined ' + message), onFailed: problem => heard.push('failed ' + problem.code + ': ' + problem.message),
      onUnavailable: problem => heard.push('unavailable ' + problem.code),"""


def hold(shop, path):
    """Holds answers for that path until they are released."""
    shop.before("""
        const released = new Promise(done => { window.release = done })
        const open = window.fetch
        window.fetch = async (url, options) => {
          const answer = await open(url, options)
          if (new URL(url, location).pathname.endsWith(%r)) {
            window.held = true
            await released
          }
          return answer
        }""" % path)


def release(shop):
    shop.browser.execute_script("window.release()")


def is_held(shop):
    return shop.wait(lambda: shop.browser.execute_script("return window.held"), "the answer is on its way")


def escape(shop, times=3):
    for _ in range(times):
        ActionChains(shop.browser).send_keys(Keys.ESCAPE).perform()


def test_the_sheet_stays_open_while_the_payment_is_processed(shop):
    hold(shop, "/authorize")
    sheet = shop.open(hooks=NOTES)
    sheet.tap()
    sheet.pay()
    is_held(shop)
    assert sheet.part("[data-part=close]").is_enabled() is False
    escape(shop)
    # The browser closes the sheet at the second Escape, and the page opens it again.
    shop.wait(lambda: shop.browser.execute_script(
        "return document.querySelector('paysheet-sheet').shadowRoot.querySelector('dialog').open"), "the sheet is there")
    release(shop)
    shop.wait(lambda: shop.heard == ["paid"], "it is paid")
    escape(shop)
    sheet.closes()
    assert shop.heard == ["paid"], "and nothing else was said"
    assert sheet.inside("paysheet-button", "[role=status]").text == "Paid"


def test_a_declined_payment_is_not_canceled_as_well(shop):
    sheet = shop.open(hooks=NOTES)
    sheet.tap()
    sheet.card("2002")
    sheet.pay()
    shop.wait(lambda: shop.heard, "it is declined")
    escape(shop)
    sheet.closes()
    assert len(shop.heard) == 1 and shop.heard[0].startswith("declined"), shop.heard


def test_a_refused_payment_after_escape_can_be_corrected(shop):
    hold(shop, "/authorize")
    sheet = shop.open(hooks=NOTES, requiredShippingContactFields=["email", "phone"])
    sheet.tap()
    sheet.contact("phone too short")
    sheet.pay()
    is_held(shop)
    escape(shop)
    release(shop)
    shop.wait(lambda: sheet.error("phoneNumber"), "the error is at its field")
    assert sheet.is_open() and shop.heard == []


def test_a_late_answer_for_a_closed_sheet_is_dropped(shop):
    hold(shop, "/payment-method")
    sheet = shop.open(hooks=NOTES)
    sheet.button.click()
    is_held(shop)
    escape(shop, 1)
    shop.wait(lambda: shop.heard == ["canceled"], "the page hears that it was closed")
    release(shop)
    sheet.tap()
    assert shop.heard == ["canceled"], "and nothing of the answer that came late"
    assert len(shop.browser.find_elements("css selector", "paysheet-sheet")) == 1


def test_a_payment_that_outlasts_its_sheet_reports_its_end(shop):
    hold(shop, "/authorize")
    sheet = shop.open(hooks=NOTES, options={"limitMilliseconds": 3000})
    sheet.tap()
    sheet.pay()
    is_held(shop)
    sheet.closes()
    assert sheet.inside("paysheet-button", "[role=status]").text == "We are checking your payment…"
    assert shop.heard == [], "it was not canceled"
    release(shop)
    shop.wait(lambda: shop.heard == ["paid"], "the page gets the payment's outcome")


def test_an_invalid_answer_is_explained_in_plain_words(shop):
    shop.before("""
        const real = window.fetch
        window.fetch = async (url, options) => String(url).includes('/payment-method') ? new Response('{"x": 1}', { status: 200 }) : real(url, options)""")
    sheet = shop.open(hooks=NOTES)
    sheet.button.click()
    shop.wait(lambda: shop.heard == ["failed session: The payment was not completed."], "plain words")


@pytest.mark.parametrize("path", [r"/chk_[0-9a-z]+(\?|$)/", r"/payment-method/", r"/authorize(\?|$)/"])
def test_a_retry_after_header_is_respected(shop, path):
    shop.before("""
        const real = window.fetch
        window.fetch = async (url, options) => {
          if (!%s.test(url) || window.refused) return real(url, options)
          window.refused = true
          return new Response('{"code": "rate_limited", "detail": "slow down"}', { status: 429, headers: { 'Retry-After': '1' } })
        }""" % path)
    sheet = shop.open(hooks=NOTES)
    sheet.tap()
    sheet.pay()
    shop.wait(lambda: shop.heard == ["paid"], "it is paid")
    assert shop.browser.execute_script("return window.refused")


def test_a_page_that_throws_in_its_callbacks_breaks_no_payment(shop):
    sheet = shop.open(hooks="""
      onCall: () => { throw new Error('of the page') },
      onPaid: () => { heard.push('paid'); throw new Error('of the page') }, onFailed: problem => heard.push(problem.code),""")
    sheet.tap()
    sheet.pay()
    shop.wait(lambda: shop.heard == ["paid"], "it is paid")
    sheet.closes()
    assert shop.heard == ["paid"]
    assert "of the page" in str(shop.browser.get_log("browser")), "and its developer sees what broke"


def test_a_page_of_an_unregistered_domain_gets_the_reason(shop, world):
    live = world.made("POST", "/v1/merchants", world.operator, {"name": "Live Shop", "live": True})
    opened = world.made("POST", "/v1/checkouts", live["secretKey"], {
        "countryCode": "US", "currencyCode": "USD", "items": [{"name": "Scarf", "quantity": 1, "unitPrice": "25.00"}]})
    shop.open(hooks=NOTES, secret=opened["clientSecret"])
    assert shop.heard == ["unavailable origin_not_allowed"]
    assert "registered domain" in str(shop.browser.get_log("browser"))


@pytest.mark.parametrize(("locale", "word"), [("en_US", "Buy now"), ("de_DE", "Jetzt kaufen"), ("not a locale", "Buy now"), ("toString", "Buy now")])
def test_a_locale_is_accepted_in_any_spelling(shop, locale, word):
    sheet = shop.open(hooks=NOTES, options={"locale": locale})
    assert sheet.button.text == word
    sheet.tap()
    sheet.pay()
    shop.wait(lambda: shop.heard == ["paid"], "it is paid")


def test_a_right_to_left_page_has_a_right_to_left_sheet(shop, pictures):
    shop.before("addEventListener('DOMContentLoaded', () => { document.documentElement.dir = 'rtl' })")
    sheet = shop.open(requiredShippingContactFields=["postalAddress", "email"])
    sheet.tap()
    direction = shop.browser.execute_script(
        "return getComputedStyle(document.querySelector('paysheet-sheet').shadowRoot.querySelector('dialog')).direction")
    assert direction == "rtl"
    shop.browser.save_screenshot(str(pictures / "sheet-right-to-left.png"))


def test_arrow_keys_choose_the_delivery_and_keep_their_place(shop):
    sheet = shop.open(requiredShippingContactFields=["postalAddress"])
    sheet.tap()
    names = lambda: [one.text.split("\n")[0] for one in sheet.all("[data-part=methods] .choice")]
    before = names()
    sheet.part("[data-part=methods] input:checked").send_keys(Keys.ARROW_DOWN)
    sheet.ready()
    chosen = lambda: shop.browser.execute_script(
        "const root = document.querySelector('paysheet-sheet').shadowRoot; return root.activeElement?.value")
    shop.wait(lambda: chosen() == "express", "the focus is on what was chosen")
    assert names() == before


def test_removing_a_button_closes_its_sheet(shop):
    sheet = shop.open(hooks=NOTES)
    sheet.tap()
    hold_now = "window.real = fetch; window.fetch = (...asked) => new Promise(done => { window.release = () => done(real(...asked)) })"
    shop.browser.execute_script(hold_now)
    sheet.part("[data-part=methods] .choice:last-child input").click()
    shop.wait(lambda: shop.browser.execute_script("return Boolean(window.release)"), "a question is asked")
    shop.browser.execute_script("window.placed.remove(); release()")
    sheet.closes()
    assert shop.heard == [], "no callback is called for a removed button"


def test_a_finished_checkout_has_no_button(shop, world):
    sheet = shop.open(hooks=NOTES)
    world.made("POST", f"/v1/checkouts/{shop.checkout}/cancel", world.secret("browser"))
    sheet.button.click()
    shop.wait(lambda: shop.heard == ["failed checkout_not_open: This checkout is no longer open."], "the page gets checkout_not_open")
    assert sheet.button.is_enabled() is False
