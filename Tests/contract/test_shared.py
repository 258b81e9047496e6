"""Participants fill and pay a shared order. Every answer is checked by openapi.yaml."""

import os
import time
import uuid

import pytest

import contract as house
from world import MENU, World, payment

pytestmark = pytest.mark.skipif(
    "PAYSHEET_URL" not in os.environ, reason="needs a live server: PAYSHEET_URL")
CONTRACT = house.load()


@pytest.fixture(scope="module")
def world():
    return World()


class Friends:
    """A shared order, and the calls of its participants."""

    link = "/v1/shared/{token}"

    def __init__(self, world, **changes):
        self.world = world
        self.secret = world.secret("friends")
        self.started = self.call("POST", "/v1/shared-orders", self.secret, MENU | changes)
        self.names = {"sharedOrder": self.started["id"], "token": self.started["token"]}
        self.host = self.started["credential"]

    def answer(self, method, template, key=None, body=None, /, headers=None, **names):
        path = template.format(**getattr(self, "names", {}), **names)
        answer = self.world.call(method, path, key, body, **(headers or {}))
        template, _, _ = template.partition("?")
        assert house.check_answer(CONTRACT, method, template, answer) == [], path
        return answer

    def call(self, method, template, key=None, body=None, status=None, **names):
        answer = self.answer(method, template, key, body, **names)
        assert answer.status_code in ([status] if status else [200, 201, 204]), answer.text
        return answer.json() if answer.content else None

    def at(self, method, below, key=None, body=None, status=None, **names):
        return self.call(method, self.link + below, key, body, status, **names)

    def refused(self, method, below, key, body, status, code, **names):
        problem = self.at(method, below, key, body, status, **names)
        assert problem["code"] == code
        return problem

    def join(self, name):
        joined = self.at("POST", "/participants", None, {"name": name, "identifier": str(uuid.uuid4())}, 201)
        return joined["credential"]

    def choose(self, key, choice, content, status=200):
        return self.at("PUT", "/choices/{choice}", key, content, status, choice=choice)

    def state(self, key=None):
        return self.at("GET", "", key)

    def pay(self, key, sandbox=None):
        """Opens the checkout of a participant's part and authorizes it."""
        opened = self.at("POST", "/checkout", key, {"hash": self.state()["hash"]}, 201)
        answer = self.call(
            "POST", "/v1/checkouts/{checkout}/authorize", opened["clientSecret"], {"payment": payment(sandbox)},
            checkout=opened["id"])
        assert answer["status"] == 0, answer
        return opened

    def until(self, look):
        """Waits until `look` is true of the order, which workers change."""
        for _ in range(400):
            state = self.state()
            if look(state):
                return state
            time.sleep(0.05)
        raise AssertionError(state)

    def payments(self, state):
        return [(one["participant"], one["amount"], one["status"]) for one in state["payments"]]

    def events(self):
        """The types of the order's events that a worker has listed so far."""
        page = self.call("GET", "/v1/events?object={sharedOrder}", self.secret)
        return [event["type"] for event in page["data"]]


CONE = {"item": "cone", "options": {"scoop": ["vanilla"]}}


def test_participants_choose_at_the_same_time_and_the_host_pays(world):
    friends = Friends(world, host={"name": "Ada"})
    ada, bob = friends.host, friends.join("Bob")
    mine = friends.choose(ada, "mine", CONE | {"quantity": 2})
    assert (mine["amount"], mine["sharedOrder"]["itemsTotal"]) == ("6.00", "6.00")
    friends.choose(bob, "mine", CONE)
    seen = friends.state()
    assert [(one["participant"], one["amount"]) for one in seen["choices"]] == [(1, "6.00"), (2, "3.00")]
    assert [one["name"] for one in seen["participants"]] == ["Ada", "Bob"]
    assert "identifiers" not in seen["participants"][1] and "identifiers" in friends.state(bob)["participants"][1]

    tag = friends.answer("GET", friends.link).headers["ETag"]
    same = friends.answer("GET", friends.link, headers={"If_None_Match": tag})
    assert same.status_code == 304

    # Bob's choice changes, so its old version and the old hash are refused with the current state.
    friends.choose(bob, "mine", {"item": "water", "version": seen["choices"][1]["version"]})
    problem = friends.refused(
        "PUT", "/choices/{choice}", bob, CONE | {"version": seen["choices"][1]["version"]}, 409,
        "version_mismatch", choice="mine")
    assert problem["sharedOrder"]["choices"][1]["item"] == "water"
    lock = {"hash": seen["hash"], "payers": "host", "tip": "0.50"}
    problem = friends.refused("POST", "/lock", ada, lock, 409, "version_mismatch")
    friends.refused("POST", "/lock", bob, lock, 403, "not_host")

    locked = friends.at("POST", "/lock", ada, lock | {"hash": problem["sharedOrder"]["hash"]})
    assert (locked["status"], locked["amounts"]["total"]) == ("locked", "8.50")
    late = friends.refused(
        "PUT", "/choices/{choice}", bob, CONE, 409, "shared_order_not_open", choice="late")
    assert late["sharedOrder"]["status"] == "locked"

    opened = friends.pay(ada)
    assert [line["label"] for line in opened["paymentRequest"]["lineItems"]] == ["2 × Cone (Vanilla)", "Water", "Delivery", "Tip"]
    friends.refused("POST", "/checkout", bob, {"hash": locked["hash"]}, 409, "no_share")
    paid = friends.until(lambda state: state["status"] == "paid")
    assert friends.payments(paid) == [(1, "8.50", "paid")]
    for _ in range(400):
        checkout = friends.call("GET", "/v1/checkouts/{checkout}", friends.secret, checkout=opened["id"])
        if checkout["status"] == "captured":
            break
        time.sleep(0.05)
    assert (checkout["status"], checkout["capturedAmount"]) == ("captured", "8.50")
    assert checkout["metadata"] == {"sharedOrder": friends.started["id"], "round": "1", "participant": "1"}
    for _ in range(400):
        told = friends.events()
        if len(told) == 3:
            break
        time.sleep(0.05)
    assert told == ["shared_order.started", "shared_order.locked", "shared_order.paid"]


def test_each_pays_their_own_part_and_the_host_takes_over_an_unpaid_part(world):
    friends = Friends(world)
    ada, bob, eve = friends.host, friends.join("Bob"), friends.join("Eve")
    for key in (ada, bob, eve):
        friends.choose(key, "cone", CONE)
    locked = friends.at("POST", "/lock", ada, {"hash": friends.state()["hash"], "payers": "each"})
    # The delivery fee of a dollar is split into three parts without losing a cent.
    assert friends.payments(locked) == [(1, "3.34", "due"), (2, "3.33", "due"), (3, "3.33", "due")]
    checkouts = [friends.pay(ada), friends.pay(bob)]
    again = friends.at("POST", "/checkout", bob, {"hash": locked["hash"]}, 200)
    assert again["id"] == checkouts[1]["id"]
    state = friends.until(lambda state: [one["status"] for one in state["payments"]] == ["authorized", "authorized", "due"])
    assert state["status"] == "locked"

    friends.refused("POST", "/accept", bob, None, 403, "not_host")
    accepted = friends.at("POST", "/accept", ada)
    assert friends.payments(accepted)[2:] == [(3, "3.33", "canceled"), (1, "3.33", "due")]
    friends.refused("POST", "/checkout", eve, {"hash": locked["hash"]}, 409, "no_share")
    friends.pay(ada)
    paid = friends.until(lambda state: state["status"] == "paid")
    assert [one["status"] for one in paid["payments"]] == ["paid", "paid", "canceled", "paid"]


def test_two_participants_fill_one_item_and_an_outdated_step_is_refused(world):
    friends = Friends(world)
    ada, bob = friends.host, friends.join("Bob")
    begun = friends.choose(ada, "big", {"item": "sundae", "options": {"cup": ["glass"]}})
    assert begun["nextStep"] == "ball"
    state = friends.state()
    friends.refused("POST", "/lock", ada, {"hash": state["hash"], "payers": "host"}, 409, "unfinished_choice")
    steps, names = "/participants/{participant}/choices/{choice}/steps", {"participant": 1, "choice": "big"}
    step = {"options": {"ball": ["lemon"]}, "version": begun["version"]}
    taken = friends.at("POST", steps, bob, step, **names)
    assert taken["options"][1] == {"option": "ball", "chosen": ["lemon"], "by": 2}
    friends.refused("POST", steps, ada, step, 409, "version_mismatch", **names)


def test_choices_of_a_leaving_participant_are_deleted_and_a_removed_one_cannot_rejoin(world):
    friends = Friends(world)
    ada, bob = friends.host, friends.join("Bob")
    device = str(uuid.uuid4())
    eve = friends.at("POST", "/participants", None, {"identifier": device}, 201)["credential"]
    for key in (bob, eve):
        friends.choose(key, "cone", CONE)
    person = "/participants/{participant}"
    friends.refused("DELETE", person, bob, None, 403, "not_host", participant=3)
    friends.refused("DELETE", person, ada, None, 409, "host_stays", participant=1)
    friends.at("DELETE", person, bob, None, 204, participant=2)
    friends.at("DELETE", person, ada, None, 204, participant=3)
    assert friends.state()["choices"] == []
    friends.refused("POST", "/participants", None, {"identifier": device}, 403, "removed")
    friends.refused("PUT", "/choices/{choice}", bob, CONE, 403, "not_participant", choice="more")
    carol = friends.join("Carol")
    assert friends.at("POST", "/host", ada, {"participant": 4})["host"] == 4
    assert friends.at("POST", "/cancel", carol)["status"] == "canceled"
    path = "/v1/shared-orders/{sharedOrder}"
    erased = friends.call("POST", path + "/erase", friends.secret)
    assert not any("name" in one for one in erased["participants"])
    listed = friends.call("GET", "/v1/shared-orders", friends.secret)["data"][0]
    assert (listed["id"], listed["status"], listed["participants"]) == (friends.started["id"], "canceled", 2)


def test_a_repeated_start_returns_the_same_order(world):
    key, secret = str(uuid.uuid4()), world.secret("friends")
    first, second = (
        world.call("POST", "/v1/shared-orders", secret, MENU, Idempotency_Key=key) for _ in range(2))
    for answer in (first, second):
        assert house.check_answer(CONTRACT, "POST", "/v1/shared-orders", answer) == []
    assert "Idempotent-Replayed" in second.headers and first.json() == second.json()


def test_unknown_links_are_not_found_with_any_credential(world):
    friends = Friends(world)
    token = friends.started["token"]
    for guess in (token[:-1] + ("0" if token[-1] != "0" else "1"), "nothing", f"{token}_1"):
        for key in (None, friends.host, "sk_nonsense"):
            for _ in range(10):
                answer = world.call("GET", f"/v1/shared/{guess}", key)
                assert house.check_answer(CONTRACT, "GET", "/v1/shared/{token}", answer) == []
                if answer.status_code != 429:
                    break
                # The server limits the calls with unknown credentials of an address.
                time.sleep(min(5, int(answer.headers.get("Retry-After", 1))))
            assert (answer.status_code, answer.json()["code"]) == (404, "no_shared_order")
