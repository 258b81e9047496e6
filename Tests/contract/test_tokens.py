"""The server checks and decrypts payment tokens that Python's cryptography has made."""

import base64
import hashlib
import json
import os

import pytest

import device
from world import World

pytestmark = pytest.mark.skipif(
    "PAYSHEET_DEVICES" not in os.environ, reason="needs a live server: PAYSHEET_DEVICES")


@pytest.fixture(scope="module")
def shop():
    world = World()
    world.certificate("tokens")
    return world, device.Devices(os.environ["PAYSHEET_DEVICES"])


def authorize(world, data, members=None, checkout=None):
    checkout = checkout or world.made(
        "POST", "/v1/checkouts", world.secret("tokens"),
        {"currencyCode": "USD", "countryCode": "US",
         "items": [{"name": "Scarf", "quantity": 1, "unitPrice": "25.00"}]} | (members or {}))
    return checkout, world.call(
        "POST", f"/v1/checkouts/{checkout['id']}/authorize", checkout["clientSecret"],
        {"payment": {"token": {"paymentData": data}}})


def code(answer):
    body = answer.json()
    return body["errors"][0]["code"] if body["code"] == "invalid_request" else body["code"]


@pytest.mark.parametrize("form", ["web's object", "native's bytes"])
def test_a_token_pays_once(shop, form):
    world, devices = shop
    data = devices.payment_data(2500)
    if form != "web's object":
        data = base64.b64encode(json.dumps(data).encode()).decode()
    checkout, paid = authorize(world, data)
    assert (paid.status_code, paid.json()["status"]) == (200, 0)
    assert authorize(world, data, checkout=checkout)[1].json()["status"] == 0
    _, refused = authorize(world, data)
    assert (refused.status_code, code(refused)) == (409, "token_already_used")


@pytest.mark.parametrize("amount, currency, expected", [
    (2501, "840", (409, "token_amount_mismatch")), (250, "840", (409, "token_amount_mismatch")),
    (2500, "978", (422, "token_currency_mismatch")),
])
def test_a_token_of_another_amount_or_currency_is_refused(shop, amount, currency, expected):
    world, devices = shop
    checkout, refused = authorize(world, devices.payment_data(amount, currency))
    assert (refused.status_code, code(refused)) == expected
    seen = world.call("GET", f"/v1/checkouts/{checkout['id']}", world.secret("tokens")).json()
    assert (seen["status"], seen["attempts"]) == ("open", 0)


def test_a_token_must_contain_the_application_data_of_its_request(shop):
    world, devices = shop
    said = {"applicationData": base64.b64encode(b"order 7").decode()}
    good, other = (hashlib.sha256(text).digest() for text in (b"order 7", b"order 8"))
    assert authorize(world, devices.payment_data(2500, said=good), said)[1].json()["status"] == 0
    for members, text in ((said, other), (said, None), ({}, good)):
        _, refused = authorize(world, devices.payment_data(2500, said=text), members)
        assert (refused.status_code, code(refused)) == (409, "token_of_other_request")


def test_a_token_for_another_merchant_is_refused(shop):
    world, devices = shop
    _, refused = authorize(world, devices.payment_data(2500, merchant="merchant.example.other"))
    assert (refused.status_code, code(refused)) == (400, "token_not_decrypted")
    devices.issue_processing("stranger")
    _, refused = authorize(world, devices.payment_data(2500, name="stranger"))
    assert (refused.status_code, code(refused)) == (400, "token_key_unknown")


def test_a_token_signed_by_another_authority_is_refused(shop, tmp_path):
    world, devices = shop
    strangers = device.Devices(tmp_path)
    strangers.make()
    for suffix in ("pem", "key"):
        (tmp_path / f"merchant.{suffix}").write_bytes(devices.read(f"merchant.{suffix}"))
    _, refused = authorize(world, strangers.payment_data(2500))
    assert (refused.status_code, code(refused)) == (400, "token_untrusted")


@pytest.mark.parametrize("member", ["data", "signature", "ephemeralPublicKey", "transactionId"])
def test_an_altered_token_is_refused(shop, member):
    world, devices = shop
    data = devices.payment_data(2500)
    place = data if member in data else data["header"]
    if member == "transactionId":
        place[member] = place[member][:-1] + ("0" if place[member][-1] != "0" else "1")
    else:
        text = bytearray(base64.b64decode(place[member]))
        text[-1] ^= 1
        place[member] = base64.b64encode(bytes(text)).decode()
    _, refused = authorize(world, data)
    assert (refused.status_code, code(refused)) == (400, "token_untrusted")


@pytest.mark.parametrize("data", [
    {"version": "EC_v2"}, {"version": "EC_v1"}, {"header": {}, "version": "EC_v1"}, "AAAA", "%%%%",
    "e30=", {"version": 1}, {"data": "A" * 70000}])
def test_a_malformed_token_is_refused(shop, data):
    world, _ = shop
    _, refused = authorize(world, data)
    assert (refused.status_code, code(refused)) == (400, "token_malformed"), refused.text
    assert [one["pointer"] for one in refused.json()["errors"]] == ["/payment/token/paymentData"]


def test_a_sandbox_token_with_a_version_pays_in_the_sandbox(shop):
    world, _ = shop
    _, paid = authorize(world, {"sandbox": {}, "version": "EC_v1"})
    assert (paid.status_code, paid.json()["status"]) == (200, 0), paid.text


def split(der):
    """The DER elements, each with its tag and content."""
    found = []
    while der:
        count, at = der[1], 2
        if count & 0x80:
            at += count & 0x7F
            count = int.from_bytes(der[2:at], "big")
        found.append((der[0], der[at:at + count]))
        der = der[at + count:]
    return found


def element(tag, content):
    count = len(content)
    if count < 0x80:
        return bytes([tag, count]) + content
    digits = count.to_bytes((count.bit_length() + 7) // 8, "big")
    return bytes([tag, 0x80 | len(digits)]) + digits + content


def changed(der, path, change):
    """Changes the content at a path of indexes, and the lengths of the enclosing elements."""
    if not path:
        return change(der)
    elements = split(der)
    tag, content = elements[path[0]]
    elements[path[0]] = (tag, changed(content, path[1:], change))
    return b"".join(element(tag, content) for tag, content in elements)


DIGESTS, SIGNER = [0, 1, 0, 1], [0, 1, 0, -1, 0]
# An unknown attribute without a value.
ATTRIBUTE = element(0x30, element(0x06, b"\x2a\x03\x04") + element(0x31, b""))


@pytest.mark.parametrize("path, change", [
    (DIGESTS + [0], lambda algorithm: algorithm[:11] + element(0x04, b"anything")),
    (DIGESTS + [0], lambda algorithm: algorithm[:11] + element(0x30, b"")),
    (DIGESTS, lambda algorithms: algorithms * 2),
    (SIGNER + [2], lambda algorithm: algorithm[:11] + element(0x04, b"anything")),
    (SIGNER + [2], lambda algorithm: algorithm[:11] + element(0x0C, b"")),
    (SIGNER + [4], lambda algorithm: algorithm + element(0x04, b"anything")),
    (SIGNER, lambda signer: signer + element(0xA1, ATTRIBUTE)),
])
def test_a_signature_with_added_unsigned_data_is_refused(shop, path, change):
    world, devices = shop
    data = devices.payment_data(2500)
    signature = base64.b64decode(data["signature"])
    assert changed(signature, path, lambda content: content) == signature
    other = changed(signature, path, change)
    assert other != signature
    _, refused = authorize(world, data | {"signature": base64.b64encode(other).decode()})
    assert (refused.status_code, code(refused)) == (400, "token_untrusted")


@pytest.mark.parametrize("bit", [0x01, 0x08, 0x10])
def test_a_signature_with_any_changed_byte_is_refused(shop, bit):
    world, devices = shop
    data = devices.payment_data(2500)
    checkout = world.new_checkout("tokens")
    signature = base64.b64decode(data["signature"])
    taken = []
    for place in range(len(signature)):
        other = bytearray(signature)
        other[place] ^= bit
        _, answer = authorize(
            world, data | {"signature": base64.b64encode(other).decode()}, checkout=checkout)
        if (answer.status_code, code(answer)) != (400, "token_untrusted"):
            taken.append((place, answer.text))
    assert not taken
