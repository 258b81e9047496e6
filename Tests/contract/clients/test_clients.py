"""The clients of a merchant's server make a payment, and repeat a call after a fault."""

import base64
import hmac
import json
import os
import pathlib
import shutil
import socket
import subprocess
import sys
import threading
import time
import typing

import faulty
import pytest
from receiver import Receiver
from world import World, payment

CLIENTS = pathlib.Path(__file__).parents[3] / "clients"
sys.path.insert(0, str(CLIENTS))
import paysheet  # noqa: E402

live = pytest.mark.skipif("PAYSHEET_URL" not in os.environ, reason="needs a live server: PAYSHEET_URL")
ITEMS = [{"name": "Scarf", "quantity": 2, "unitPrice": "25.00"}]


@pytest.fixture(scope="module")
def world():
    return World()


@pytest.fixture
def webhook(world):
    """A merchant's key, and a webhook with the secret of its endpoint."""
    receiver = Receiver()
    try:
        key = world.made("POST", "/v1/merchants", world.operator, {"name": "Clients"})["secretKey"]
        client = paysheet.Paysheet(key, world.url)
        endpoint = client.create_webhook_endpoint({"url": receiver.url})
        checkout = client.create_checkout({"countryCode": "US", "currencyCode": "USD", "items": ITEMS})
        client.cancel_checkout(checkout["id"])
        headers, body = receiver.next()
        yield key, {"headers": headers, "body": body.decode(), "secret": endpoint["secret"]}
    finally:
        receiver.shutdown()
        receiver.server_close()


@live
def test_the_python_client_makes_a_payment(world, webhook):
    key, hook = webhook
    client = paysheet.Paysheet(key, world.url)
    opened = client.create_checkout(
        {"countryCode": "US", "currencyCode": "USD", "captureMethod": "manual", "items": ITEMS})
    assert client.change_checkout(opened["id"], {"reference": "order-1001"})["reference"] == "order-1001"
    sheet = paysheet.Sheet(opened["clientSecret"], world.url)
    assert sheet.authorize_checkout(opened["id"], {"payment": payment()})["status"] == 0
    assert client.capture_checkout(opened["id"], {"amount": "40.00"})["amount"] == "40.00"
    made = [client.refund_checkout(opened["id"], {"amount": amount})["id"] for amount in ("1.00", "2.00", "3.00")]
    once = [
        client.refund_checkout(opened["id"], {"amount": "4.00"}, idempotency_key=f"once-{opened['id']}")["id"]
        for _ in range(2)
    ]
    assert once[0] == once[1]
    assert [one["id"] for one in client.list_refunds(opened["id"], limit=2)] == [once[0], *reversed(made)]
    assert [one["id"] for one in client.list_checkouts(reference="order-1001", tried=True)] == [opened["id"]]
    event = paysheet.verify_webhook(hook["body"].encode(), hook["headers"], hook["secret"])
    assert client.get_event(event["id"]) == event
    with pytest.raises(paysheet.InvalidWebhook):
        paysheet.verify_webhook(hook["body"].encode() + b" ", hook["headers"], hook["secret"])
    with pytest.raises(paysheet.InvalidWebhook):
        paysheet.verify_webhook(hook["body"].encode(), hook["headers"], hook["secret"], tolerance=-1)
    with pytest.raises(paysheet.PaysheetError) as refused:
        client.create_checkout({"currencyCode": "USD", "item": []})
    assert (refused.value.status, refused.value.code) == (400, "invalid_request")
    assert "/item: unknown member; did you mean items?" in str(refused.value)


@live
def test_the_typescript_client_makes_a_payment(world, webhook, tmp_path):
    tsc = shutil.which("tsc")
    if not tsc:
        pytest.skip("there is no tsc on this machine")
    for file in (CLIENTS / "paysheet.ts", pathlib.Path(__file__).parent / "story.ts"):
        shutil.copy(file, tmp_path)
    (tmp_path / "package.json").write_text('{"type": "module"}')
    options = "--strict --noUnusedLocals --target es2022 --module es2022 --moduleResolution node"
    options += " --lib es2022,dom,dom.iterable"
    subprocess.run([tsc, *options.split(), "story.ts"], cwd=tmp_path, check=True, timeout=120)
    key, hook = webhook
    run = subprocess.run(
        ["node", "--experimental-global-webcrypto", "story.js", world.url, key, *map(json.dumps, (payment(), hook))],
        cwd=tmp_path, check=True, capture_output=True, text=True, timeout=60)
    said = json.loads(run.stdout)
    assert (said["reference"], said["status"], said["captured"]) == ("order-1001", 0, "40.00")
    assert said["isRepeated"] and said["refund"] == "4.00"
    assert said["listed"] == said["refunds"][::-1]
    assert said["event"] == json.loads(hook["body"])["id"]
    assert said["forged"] == said["late"] == said["undecodable"] == {"status": 400}
    assert said["dots"] is True
    assert (said["unknown"]["status"], said["unknown"]["code"]) == (400, "invalid_request")


def test_every_type_of_the_python_client_can_be_read():
    for kind in vars(paysheet).values():
        if typing.is_typeddict(kind):
            assert typing.get_type_hints(kind)
    for client in (paysheet.Paysheet, paysheet.Sheet):
        for method in vars(client).values():
            if callable(method):
                typing.get_type_hints(method)


def hook_of(secret, timestamp, signature=None):
    """A webhook that an outsider could send, or with its right signature."""
    key = base64.b64decode(secret.removeprefix("whsec_"))
    signed = base64.b64encode(hmac.digest(key, f"evt_1.{timestamp}.{{}}".encode(), "sha256")).decode()
    return {"webhook-id": "evt_1", "webhook-timestamp": timestamp, "webhook-signature": signature or f"v1,{signed}"}


SECRET = "whsec_" + base64.b64encode(bytes(32)).decode()


@pytest.mark.parametrize("timestamp", ["", "1e9", "-1", "9" * 400, "²", "1700000000"])
def test_a_webhook_with_another_timestamp_is_invalid(timestamp):
    with pytest.raises(paysheet.InvalidWebhook):
        paysheet.verify_webhook(b"{}", hook_of(SECRET, timestamp), SECRET)


@pytest.mark.parametrize("signature", ["v1,A", "v1,", "v1", ",", "v2,AAAA", "é", "v1," + "A" * 44])
def test_a_webhook_with_another_signature_is_invalid(signature):
    now = str(int(time.time()))
    assert paysheet.verify_webhook(b"{}", hook_of(SECRET, now), SECRET) == {}
    both = f"v1,{'A' * 43}= {hook_of(SECRET, now)['webhook-signature']}"
    assert paysheet.verify_webhook(b"{}", hook_of(SECRET, now, both), SECRET) == {}
    with pytest.raises(paysheet.InvalidWebhook):
        paysheet.verify_webhook(b"{}", hook_of(SECRET, now, signature), SECRET)


@pytest.fixture(name="faulty")
def faulty_server(monkeypatch):
    monkeypatch.setattr(paysheet.time, "sleep", lambda _: None)
    with faulty.serve() as server:
        yield server


def client_of(server, answers, **options):
    for answer in answers:
        server.answers.put(answer)
    return paysheet.Paysheet("sk_1", f"http://127.0.0.1:{server.server_port}", **options)


BUSY = (409, {"code": "idempotency_key_in_flight"})
LIMITED = (429, {"code": "rate_limited"})
UNKNOWN = (503, {"code": "outcome_unknown"})


@pytest.mark.parametrize("fault", [(0, None), BUSY, LIMITED, UNKNOWN, (503, {"code": "overloaded"})])
def test_a_call_with_an_idempotency_key_is_repeated_with_the_same_key(faulty, fault):
    client = client_of(faulty, [fault, fault, (201, {"id": "chk_1"})])
    assert client.create_checkout({"currencyCode": "USD"}) == {"id": "chk_1"}
    assert len(faulty.asked) == 3 and len(set(faulty.asked)) == 1
    assert faulty.asked[0][2]


def test_a_call_without_an_idempotency_key_is_not_repeated_when_it_may_have_been_carried_out(faulty):
    gateway = (503, {"code": "processor_unavailable"})
    for fault, error in (
        ((0, None), paysheet.PaysheetUnreachable), (UNKNOWN, paysheet.PaysheetError), (gateway, paysheet.PaysheetError)
    ):
        with pytest.raises(error):
            client_of(faulty, [fault, (200, {})]).look_up_balance({"code": "1234"})
        faulty.answers.get_nowait()
    assert [key for _, _, key, _ in faulty.asked] == [None, None, None]
    assert client_of(faulty, [(503, {"code": "overloaded"}), LIMITED, (200, {})]).look_up_balance({"code": "1"}) == {}


def test_a_repeated_delete_succeeds_if_the_first_one_did(faulty):
    assert client_of(faulty, [(0, None), (404, {"code": "not_found"})]).delete_coupon("cpn_1") is None
    with pytest.raises(paysheet.PaysheetError):
        client_of(faulty, [(404, {"code": "not_found"})]).delete_coupon("cpn_1")


def test_the_error_of_a_gateway_is_no_problem_of_paysheet(faulty):
    faulty.kinds[502] = "application/json"
    with pytest.raises(paysheet.PaysheetError) as refused:
        client_of(faulty, [(502, {"errors": [{"message": "no upstream"}]})]).get_checkout("chk_1")
    assert (refused.value.status, refused.value.code, refused.value.errors) == (502, "", [])


def test_an_empty_idempotency_key_is_sent(faulty):
    client_of(faulty, [(400, {"code": "invalid_idempotency_key"})])
    with pytest.raises(paysheet.PaysheetError):
        paysheet.Paysheet("sk_1", f"http://127.0.0.1:{faulty.server_port}").create_checkout({}, idempotency_key="")
    assert faulty.asked[0][2] == ""


def test_a_list_continues_after_a_given_entry(faulty):
    client = client_of(faulty, [(200, {"data": [1], "nextCursor": "evt_2"}), (200, {"data": [2], "nextCursor": None})])
    assert list(client.list_events(after="evt_1")) == [1, 2]
    assert [path for _, path, _, _ in faulty.asked] == ["/v1/events?after=evt_1", "/v1/events?after=evt_2"]


def test_a_proxy_never_gets_the_key(monkeypatch):
    monkeypatch.setattr(paysheet.time, "sleep", lambda _: None)
    proxy = socket.create_server(("127.0.0.1", 0))
    heads = []

    def serve():
        while True:
            try:
                connection, _ = proxy.accept()
            except OSError:
                return
            with connection:
                heads.append(connection.recv(4096))
                connection.sendall(b"HTTP/1.1 502 Bad Gateway\r\nContent-Length: 0\r\n\r\n")

    threading.Thread(target=serve, daemon=True).start()
    for name in ("https_proxy", "http_proxy"):
        monkeypatch.setenv(name, f"http://127.0.0.1:{proxy.getsockname()[1]}")
    monkeypatch.delenv("no_proxy", raising=False)
    for url in ("https://pay.example.com", "http://localhost:9"):
        with pytest.raises(paysheet.PaysheetUnreachable):
            paysheet.Paysheet("sk_secret", url).get_checkout("chk_1")
    proxy.shutdown(socket.SHUT_RDWR)
    proxy.close()
    assert [head.split(b"\r\n")[0] for head in heads] == [b"CONNECT pay.example.com:443 HTTP/1.0"] * 4
    assert b"sk_secret" not in b"".join(heads)


@pytest.mark.parametrize(
    "status, code", [(400, "invalid_request"), (409, "checkout_not_open"), (500, "internal_error")])
def test_a_refusal_that_does_not_pass_is_not_repeated(faulty, status, code):
    with pytest.raises(paysheet.PaysheetError) as refused:
        client_of(faulty, [(status, {"code": code})]).get_checkout("chk_1")
    assert (refused.value.status, refused.value.code, len(faulty.asked)) == (status, code, 1)


def test_a_fault_that_stays_is_raised_after_the_last_repetition(faulty):
    with pytest.raises(paysheet.PaysheetError) as refused:
        client_of(faulty, [LIMITED] * 3, retries=2).get_checkout("chk_1")
    assert (refused.value.code, len(faulty.asked)) == ("rate_limited", 3)


def test_a_redirect_does_not_get_the_key(faulty):
    with pytest.raises(paysheet.PaysheetError):
        client_of(faulty, [(302, {})]).get_checkout("chk_1")
    assert [path for _, path, _, _ in faulty.asked] == ["/v1/checkouts/chk_1"]


@pytest.mark.parametrize("url", ["http://pay.example.com", "ftp://pay.example.com", "pay.example.com"])
def test_a_url_without_tls_is_refused(url):
    with pytest.raises(ValueError, match="https"):
        paysheet.Paysheet("sk_1", url)


def test_a_path_segment_is_escaped(faulty):
    client = client_of(faulty, [(200, {})])
    client.get_checkout("../keys?x")
    assert faulty.asked[0][1] == "/v1/checkouts/..%2Fkeys%3Fx"
    for identifier in ("", ".", ".."):
        with pytest.raises(ValueError, match="identifier"):
            client.get_checkout(identifier)
    assert len(faulty.asked) == 1
