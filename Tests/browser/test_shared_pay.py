"""Payments of a shared order: one for all, or each for themselves, each in a browser of their
own."""

import os
import subprocess

import pytest
from friends import Friend, Order
from sheet import Sheet
from test_pages import faults


@pytest.fixture(scope="module")
def worker(world):
    """A worker, which captures the payments when all are authorized."""
    process = subprocess.Popen([os.environ["PAYSHEET_EXECUTABLE"], "work"], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    yield process
    process.terminate()
    process.wait(20)


@pytest.fixture
def order(world, worker):
    order = Order(world, fees=[{"label": "Delivery", "amount": "2.00"}])
    order.ask("PUT", "/choices/a", {"item": "water"})
    return order


@pytest.fixture
def bob(order, other_chrome):
    bob = Friend(order, other_chrome).open().join("Bob")
    bob.choose_cone("Vanilla")
    return bob


def pay(friend, amount):
    sheet = Sheet(friend.shop)
    friend.wait(lambda: sheet.button.is_enabled(), "the button is there")
    friend.browser.execute_script("arguments[0].scrollIntoView({block: 'center'})", sheet.button)
    sheet.tap()
    assert sheet.amounts()[-1].endswith(amount), sheet.amounts()
    sheet.pay()
    sheet.closes()


def test_the_host_pays_for_all(ada, bob, pictures):
    ada.sees("Cone", "#chosen")
    ada.browser.find_element("id", "tip").send_keys("1.5")
    # Changes by others do not erase typed text.
    bob.press("Add: Water")
    ada.sees("Total $7.00", "#amounts")
    assert ada.browser.find_element("id", "tip").get_attribute("value") == "1.5"
    ada.press("Finish choosing and pay")
    ada.wait(lambda: ada.focused == "pay-title", "the focus is where one goes on")
    for friend in (ada, bob):
        friend.sees("Being paid. Nothing can be changed until", "#state")
    bob.sees("Ada is paying for everybody.", "#pay")
    assert not [one for one in bob.all("#items button, #chosen button, paysheet-button")]
    ada.sees("For everybody: $8.50", "#pay")
    ada.wait(lambda: Sheet(ada.shop).button.is_enabled(), "the button is there")
    ada.browser.save_screenshot(str(pictures / "shared-pay-host.png"))
    assert faults(ada.browser) == [] and faults(bob.browser) == []
    pay(ada, "$8.50")
    for friend in (ada, bob):
        friend.sees("Paid. There is nothing left to do.", "#state", 20)
        friend.sees("Paid · $8.50", "#chosen")
        assert faults(friend.browser) == []
    bob.browser.save_screenshot(str(pictures / "shared-paid.png"))


def test_participants_get_a_pass(world, worker, browser, pictures):
    order = Order(world, passType=world.pass_type("shared")["id"])
    order.ask("PUT", "/choices/a", {"item": "water"})
    ada = Friend(order, browser).open(order.credential)
    ada.press("Finish choosing and pay")
    ada.wait(lambda: Sheet(ada.shop).button.is_enabled(), "the button is there")
    assert not ada.all("#me a")
    pay(ada, "$1.00")
    ada.sees("Get your pass for Wallet", "#me", 20)
    ada.browser.save_screenshot(str(pictures / "shared-pass.png"))
    assert faults(ada.browser) == []
    answer = world.session.get(ada.all("#me a")[0].get_attribute("href"))
    assert answer.headers["Content-Type"] == "application/vnd.apple.pkpass"


def test_each_participant_pays_their_own_part(ada, bob, order, pictures):
    ada.sees("Cone", "#chosen")
    ada.pick_payers("Everybody pays for themselves")
    ada.press("Finish choosing and pay")
    shares = {one["participant"]: one["total"] for one in order.state()["shares"]}
    ada.sees(f"Your part: ${shares[1]}", "#pay")
    bob.sees(f"Your part: ${shares[2]}", "#pay")
    bob.sees("Still to pay: Ada.", "#pay")
    pay(bob, f"${shares[2]}")
    bob.sees("Thank you. We have received your payment.", "#pay", 15)
    ada.sees("Ready, waiting for the others", "#chosen", 15)
    ada.wait(lambda: Sheet(ada.shop).button.is_enabled(), "the button is there")
    ada.browser.save_screenshot(str(pictures / "shared-pay-each.png"))
    assert faults(ada.browser) == [] and faults(bob.browser) == []
    pay(ada, f"${shares[1]}")
    for friend in (ada, bob):
        friend.sees("Paid. There is nothing left to do.", "#state", 20)


def test_the_host_takes_over_unpaid_parts(ada, bob, order):
    ada.sees("Cone", "#chosen")
    ada.pick_payers("Everybody pays for themselves")
    ada.press("Finish choosing and pay")
    share = next(one["total"] for one in order.state()["shares"] if one["participant"] == 1)
    pay(ada, f"${share}")
    ada.sees("Thank you. We have received your payment.", "#pay", 15)
    ada.press(f"Pay the unpaid parts: ${next(one['total'] for one in order.state()['shares'] if one['participant'] == 2)}")
    bob.sees("Canceled", "#chosen .mine")
    bob.wait(lambda: not bob.all("paysheet-button"), "nothing is left to pay")
    rest = next(one["amount"] for one in order.state()["payments"] if one["participant"] == 1 and one["status"] == "due")
    ada.sees(f"Your part: ${rest}", "#pay")
    pay(ada, f"${rest}")
    for friend in (ada, bob):
        friend.sees("Paid. There is nothing left to do.", "#state", 20)


def test_the_host_unlocks_the_order(ada, bob, order):
    bob.browser.execute_script("window.hold = document.querySelector('[data-item=water]').cloneNode(true); document.querySelector('#menu').append(hold)")
    ada.sees("Cone", "#chosen")
    ada.press("Finish choosing and pay")
    bob.sees("Being paid.", "#state")
    bob.browser.execute_script("window.hold.click()")
    bob.sees("The order cannot be changed now.", "#said")
    ada.press("Let everybody choose again")
    bob.sees("Open until", "#state")
    assert not ada.all("paysheet-button")
    bob.press("Add: Water")
    ada.sees("Bob: Water", "#announcement")
    # The host can lock only the version that the page shows.
    assert order.world.call("POST", order.path + "/lock", order.credential, {"hash": "00" * 32, "payers": "host"}).status_code == 409
