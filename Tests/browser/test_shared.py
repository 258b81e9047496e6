"""The page of a shared order: two browsers build one order, and see each other's changes."""

from friends import Friend, Order
from selenium.webdriver.common.keys import Keys
from test_pages import faults


def test_two_browsers_see_each_others_choices(ada, bob, order):
    assert "You" in ada.text("#chosen") and "Host" in ada.text("#chosen")
    assert ada.browser.current_url == order.page, "the credential stands in no address"
    bob.join("Bob")
    ada.sees("Bob", "#chosen")
    ada.sees("Bob has joined.", "#announcement")
    bob.choose_cone("Vanilla", "Vanilla", "Mango", size="Large", quantity=2)
    bob.sees("2 × Cone 2 × Vanilla, Mango, Large $9.00", "#chosen")
    ada.sees("2 × Cone 2 × Vanilla, Mango, Large $9.00", "#chosen")
    ada.sees("Bob: 2 × Cone", "#announcement")
    ada.press("Add: Water")
    bob.sees("Water $1.00", "#chosen")
    for friend in (ada, bob):
        friend.sees("Total $10.00", "#amounts")
    assert order.lines() == ["1 1 Water", "2 2 Cone"]
    # Participants can change only their own choices.
    assert [one.get_attribute("aria-label") for one in bob.all("#chosen button") if "Remove" in one.text] == ["Remove: Cone"]


def test_a_choice_is_changed_and_removed(ada, bob, order):
    bob.join("Bob")
    bob.choose_cone("Vanilla")
    bob.press("Change: Cone")
    bob.press("Fewer: Vanilla", "dialog")
    bob.press("More: Pistachio", "dialog")
    bob.press("More", "dialog")
    bob.press("Save", "dialog")
    bob.sheet_closes()
    ada.sees("2 × Cone Pistachio, Small $7.60", "#chosen")
    bob.press("Remove: Cone")
    bob.misses("Cone", "#chosen")
    ada.misses("Cone", "#chosen")
    ada.sees("removed", "#announcement")
    assert order.lines() == []
    bob.press("Choose: Something else")
    bob.browser.find_element("id", "free-name").send_keys("Napkins")
    bob.browser.find_element("id", "free-price").send_keys("30")
    bob.press("Add", "dialog")
    bob.sees("Please check what you entered.", "dialog")
    bob.browser.find_element("id", "free-price").send_keys(Keys.BACKSPACE, Keys.BACKSPACE, "1,5")
    bob.press("Add", "dialog")
    bob.sheet_closes()
    ada.sees("Napkins $1.50", "#chosen")


def test_friends_build_one_item_together(ada, bob):
    ada.press("Choose: Sundae")
    ada.press("Add", "dialog")
    ada.sees("Please choose here first.", "dialog")
    ada.pick("Bowl")
    ada.press("Add", "dialog")
    ada.sheet_closes()
    # A viewer reads what is missing; a participant may add it.
    bob.sees("Still missing: Ball", "#chosen")
    bob.join("Bob")
    bob.press("Choose: Ball", "#chosen")
    bob.press("Add", "dialog")
    bob.sheet_closes()
    ada.sees("Bowl, Lemon $6.00", "#chosen")
    ada.press("Choose: Topping", "#chosen")
    ada.press("Add", "dialog")
    ada.sheet_closes()
    bob.misses("Choose: Topping", "#chosen")


def test_the_second_of_two_changes_shows_the_current_state(ada, bob, order):
    bob.join("Bob")
    bob.choose_cone("Vanilla")
    bob.press("Change: Cone")
    # The same person changes it on a phone.
    choice = order.state()["choices"][0]
    changed = {"item": "cone", "quantity": 3, "options": {"scoop": ["mango"], "size": ["large"]}, "version": choice["version"]}
    order.ask("PUT", f"/choices/{choice['choice']}", changed, bob.kept["credential"])
    bob.press("Save", "dialog")
    bob.sees("The order has changed.", "dialog")
    bob.sees("3 × Cone", "#chosen")
    bob.press("Save", "dialog")
    bob.sheet_closes()
    ada.sees("Cone Vanilla, Small", "#chosen")
    # Only one gets the last piece, and the other sees a message.
    bob.browser.execute_script("window.hold = document.querySelector('[data-item=cake]').cloneNode(true); document.querySelector('#menu').append(hold)")
    ada.press("Add: The last cake")
    bob.sees("Sold out", "#items")
    bob.browser.execute_script("window.hold.click()")
    bob.sees("There are not that many left.", "#said")


def test_the_items_of_the_menu_are_shown(world, browser, pictures):
    world.picture("shared")
    order = Order(world, menu=[{"id": "a", "name": "Toast", "description": "With butter", "price": "4.00", "picture": "toast.png", "options": [
        {"id": "o", "name": "Spread", "minimum": 1, "choices": [{"id": "h", "name": "Honey"}, {"id": "j", "name": "Jam"}]}]},
        {"id": "b", "name": "Bread", "price": "1.00"}])
    ada = Friend(order, browser).open(order.credential)
    shown = "return document.querySelector(arguments[0])?.naturalWidth > 0"
    ada.wait(lambda: browser.execute_script(shown, "#items img"), "its picture")
    ada.press("Choose: Toast")
    ada.wait(lambda: browser.execute_script(shown, "dialog img"), "its picture")
    browser.save_screenshot(str(pictures / "shared-picture.png"))
    assert faults(browser) == []


def test_a_host_hands_over_leaves_and_is_removed_by_the_next_host(ada, bob, order):
    bob.join("Bob")
    bob.choose_cone("Vanilla")
    ada.sees("Bob", "#chosen")
    ada.press("More about Bob")
    ada.press("Make host", "dialog")
    ada.sees("Make Bob the host?", "dialog")
    ada.press("Make host", "dialog")
    ada.sheet_closes()
    bob.wait(lambda: "Host" in bob.text("#chosen .mine h3"), "Bob is the host")
    ada.press("More about Ada")
    ada.press("Leave the order", "dialog")
    ada.sees("Join in", "#me")
    assert ada.kept is None
    bob.misses("Ada", "#chosen")
    ada.join("Ada again")
    bob.sees("Ada again", "#chosen")
    bob.press("More about Ada again")
    bob.press("Remove from the order", "dialog")
    bob.press("Remove from the order", "dialog")
    ada.sees("The host has removed you from this order.", "#said")
    ada.sees("Join in", "#me")
    bob.press("More about Bob")
    bob.press("Cancel the order", "dialog")
    for friend in (ada, bob):
        friend.sees("Canceled. Nothing was paid.", "#state")
    assert not ada.all("#join") and not bob.all("#items button")


def test_the_page_of_a_canceled_shared_order_shows_canceled(ada, bob, order, world):
    ada.press("More about Ada")
    ada.press("Cancel the order", "dialog")
    bob.sees("Canceled. Nothing was paid.", "#state")
    page = world.call("GET", f"/s/{order.token}")
    assert page.status_code == 200 and "Canceled. Nothing was paid." in page.text


NO_STREAM = """
    window.EventSource = class extends EventTarget {
      static CLOSED = 2
      readyState = 2
      constructor() { super(); setTimeout(() => this.dispatchEvent(new Event('error'))) }
      close() {}
    }"""


def test_the_page_of_an_expired_shared_order_shows_expired(order, browser):
    ada = Friend(order, browser)
    ada.shop.before(NO_STREAM + """
        const ask = window.fetch
        window.fetch = async (path, options) => {
          const answer = await ask(path, options)
          if (answer.status !== 200) return answer
          return new Response(JSON.stringify({ ...await answer.json(), status: 'expired' }), { headers: answer.headers })
        }""")
    ada.open(order.credential)
    ada.sees("Expired: the time to choose is over. Nothing was paid.", "#state")
    assert not ada.all("#items button, #join, #chosen button, #ending")


def test_the_page_polls_every_two_seconds_without_a_stream(order, browser):
    ada = Friend(order, browser)
    ada.shop.before(NO_STREAM)
    ada.open(order.credential)
    bob = order.join("Bob")
    order.ask("PUT", "/choices/a", {"item": "water"}, bob)
    ada.sees("Water $1.00", "#chosen", 4)
    ada.sees("Live", "#live")
    # An unchanged order is not sent again.
    ada.wait(lambda: ada.browser.execute_script("""
        return performance.getEntriesByType('resource').some(entry => entry.name.includes('/v1/shared/') && entry.responseStatus === 304)"""), "304", 6)


def test_a_revoked_link_shows_a_message(order, browser):
    ada = Friend(order, browser)
    ada.shop.before(NO_STREAM + """
        const ask = window.fetch
        window.fetch = async (path, options) => window.isGone
          ? new Response(JSON.stringify({ code: 'no_shared_order' }), { status: 404 }) : ask(path, options)""")
    ada.open(order.credential)
    browser.execute_script("window.isGone = true")
    ada.sees("There is no order here", "main")
    assert not ada.all("header, button")


def test_a_returning_participant_is_recognized(order, browser):
    ada = Friend(order, browser).open().join("Ada")
    ada.press("Add: Water")
    ada.sees("Water", "#chosen .mine")
    browser.refresh()
    ada.wait(lambda: browser.execute_script("return document.documentElement.dataset.ready"), "the page is alive")
    ada.sees("Water", "#chosen .mine")
    assert not ada.all("#join")
    # In another order the same person is not a participant.
    other = Friend(Order(order.world, title="Another"), browser).open()
    other.sees("Join in", "#me")


def test_a_slow_answer_shows_a_message(ada):
    ada.shop.slow(2_000)
    ada.press("Add: Water")
    ada.sees("One moment…", "#said")
    assert ada.browser.execute_script("return document.querySelector('[data-item=water]').getAttribute('aria-busy')") == "true"
    ada.sees("Water", "#chosen", 15)
    ada.wait(lambda: ada.text("#said") == "", "it is done")
    assert ada.order.lines() == ["1 1 Water"]


def test_the_headers_keep_the_page_private_to_holders_of_the_link(order, world):
    page = world.call("GET", f"/s/{order.token}")
    assert page.headers["Cache-Control"] == "no-store"
    assert page.headers["Referrer-Policy"] == "no-referrer"
    assert "noindex" in page.headers["X-Robots-Tag"]
    assert page.headers["Content-Security-Policy"].startswith("default-src 'none'; script-src 'self'; style-src 'self'")
    head = page.text.split("</head>")[0]
    assert "Ice cream" not in head and "Ada" not in head and "$" not in head and order.token not in head
    nowhere = [world.call("GET", f"/s/{token}") for token in ("x", order.token[:-1], order.token + "a", order.token[:-1] + "!")]
    assert {(one.status_code, one.text) for one in nowhere} == {(404, nowhere[0].text)}
    assert "There is no order here" in nowhere[0].text


def test_a_lost_connection_is_reported_and_restored(ada, order):
    ada.browser.execute_cdp_cmd("Network.emulateNetworkConditions", {"offline": True, "latency": 0, "downloadThroughput": 0, "uploadThroughput": 0})
    ada.press("Add: Water")
    ada.sees("The connection was lost. Please try again.", "#said")
    ada.browser.execute_cdp_cmd("Network.emulateNetworkConditions", {"offline": False, "latency": 0, "downloadThroughput": -1, "uploadThroughput": -1})
    bob = order.join("Bob")
    order.ask("PUT", "/choices/a", {"item": "water"}, bob)
    ada.sees("Water", "#chosen")
    ada.sees("Live", "#live")
