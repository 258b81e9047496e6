"""The clients of a merchant's server make a payment, and repeat a call after a fault."""

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
import uuid
from decimal import Decimal

import faulty
import pytest
import wrong
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


@pytest.mark.parametrize("timestamp", ["", "1e9", "-1", "9" * 400, "²", "1700000000"])
def test_a_webhook_with_another_timestamp_is_invalid(timestamp):
    with pytest.raises(paysheet.InvalidWebhook):
        paysheet.verify_webhook(b"{}", wrong.hook(wrong.SECRET, timestamp), wrong.SECRET)


@pytest.mark.parametrize("signature", ["v1,A", "v1,", "v1", ",", "v2,AAAA", "é", "v1," + "A" * 44])
def test_a_webhook_with_another_signature_is_invalid(signature):
    now = str(int(time.time()))
    right = wrong.hook(wrong.SECRET, now)
    assert paysheet.verify_webhook(b"{}", right, wrong.SECRET) == {}
    both = f"v1,{'A' * 43}= {right['webhook-signature']}"
    assert paysheet.verify_webhook(b"{}", wrong.hook(wrong.SECRET, now, both), wrong.SECRET) == {}
    with pytest.raises(paysheet.InvalidWebhook):
        paysheet.verify_webhook(b"{}", wrong.hook(wrong.SECRET, now, signature), wrong.SECRET)


@pytest.mark.parametrize("name", ["webhook-id", "webhook-timestamp", "webhook-signature"])
@pytest.mark.parametrize("value", [None, "", "é", "\udcff", b"evt_1", ["v1,AAAA"]])
def test_a_webhook_with_a_malformed_or_missing_header_is_invalid(name, value):
    headers = wrong.hook(wrong.SECRET)
    for changed in (headers | {name: value}, {key: one for key, one in headers.items() if key != name}):
        with pytest.raises(paysheet.InvalidWebhook):
            paysheet.verify_webhook(b"{}", changed, wrong.SECRET)


@pytest.mark.parametrize("secret", [*wrong.SECRETS, None, wrong.SECRET.encode()])
def test_a_webhook_is_never_verified_with_a_wrong_secret(secret):
    headers = wrong.hook(secret if isinstance(secret, str) else "")
    with pytest.raises(ValueError, match="secret must be the whole secret") as refused:
        paysheet.verify_webhook(b"{}", headers, secret)
    assert refused.value.__cause__ is None and (secret in ("", "whsec_") or str(secret) not in str(refused.value))
    # Also for a request that has no signature: a missing variable shows at the first request.
    with pytest.raises(ValueError, match="secret"):
        paysheet.verify_webhook(b"{}", {}, secret)


@pytest.mark.parametrize("body", ["{}", {"id": "evt_1"}, None])
def test_a_webhook_is_verified_by_its_raw_body_only(body):
    with pytest.raises(TypeError, match="raw bytes of the request"):
        paysheet.verify_webhook(body, wrong.hook(wrong.SECRET), wrong.SECRET)
    assert paysheet.verify_webhook(bytearray(b"{}"), wrong.hook(wrong.SECRET), wrong.SECRET) == {}


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


@pytest.mark.parametrize("key", [*wrong.IDEMPOTENCY_KEYS, 1001])
def test_an_idempotency_key_that_the_server_would_refuse_is_not_sent(faulty, key):
    with pytest.raises(ValueError, match="Idempotency-Key must have 1 to 255 visible ASCII characters"):
        client_of(faulty, []).create_checkout({}, idempotency_key=key)
    assert not faulty.asked


def test_a_decimal_is_sent_as_text(faulty):
    amounts = [Decimal("4.00"), Decimal("1E+2"), Decimal("1E-7")]
    client_of(faulty, [(201, {})]).create_checkout({"items": [{"unitPrice": amount} for amount in amounts]})
    assert [item["unitPrice"] for item in json.loads(faulty.asked[0][3])["items"]] == ["4.00", "100", "0.0000001"]
    with pytest.raises(TypeError, match="set is no JSON: pass a str"):
        client_of(faulty, []).create_checkout({"items": {1}})


GIFT_CARD = {"kind": "gift_card"}
SHOWN_ONCE = [
    ("code", GIFT_CARD, lambda client: client.create_balance({"kind": "gift_card", "code": None})),
    ("secret", {}, lambda client: client.create_key({"kind": "secret"})),
    ("secret", {}, lambda client: client.rotate_key("key_1")),
    ("secret", {}, lambda client: client.create_webhook_endpoint({"url": "https://shop.example/events"})),
    ("secret", {}, lambda client: client.rotate_webhook_secret("we_1", {"overlapHours": 1})),
]


@pytest.mark.parametrize("member, members, call", SHOWN_ONCE)
def test_a_replay_that_omits_a_secret_is_raised(faulty, member, members, call):
    answer = members | {"id": "obj_1"}
    with pytest.raises(paysheet.PaysheetReplayed, match=f"a replay of obj_1 omits its {member}") as replayed:
        call(client_of(faulty, [(0, None), (201, answer, "replay")]))
    assert (replayed.value.member, replayed.value.answer) == (member, answer)
    assert call(client_of(faulty, [(201, answer | {member: "1234"})])) == answer | {member: "1234"}


@pytest.mark.parametrize("body", [{"kind": "gift_card", "code": "6035 7110 0000 4482"}, {"kind": "store_credit"}])
def test_a_replay_that_omits_no_secret_is_returned(faulty, body):
    answer = {"id": "bal_1", "kind": body["kind"]}
    assert client_of(faulty, [(201, answer, "replay")]).create_balance(body) == answer
    assert client_of(faulty, [(201, {"id": "chk_1"}, "replay")]).create_checkout({}) == {"id": "chk_1"}


@live
def test_a_repeated_call_of_the_server_raises_its_replay(world):
    client = paysheet.Paysheet(world.made("POST", "/v1/merchants", world.operator, {"name": "Replays"})["secretKey"],
                               world.url)
    card = {"kind": "gift_card", "currencyCode": "USD", "amount": "1.00"}
    endpoint = client.create_webhook_endpoint({"url": "http://127.0.0.1:9/"})["id"]
    key = client.create_key({"kind": "secret"})["id"]
    for call in (
        lambda once: client.create_balance(card, idempotency_key=once),
        lambda once: client.create_webhook_endpoint({"url": "http://127.0.0.1:9/"}, idempotency_key=once),
        lambda once: client.rotate_webhook_secret(endpoint, idempotency_key=once),
        lambda once: client.create_key({"kind": "secret"}, idempotency_key=once),
        lambda once: client.rotate_key(key, idempotency_key=once),
    ):
        once = str(uuid.uuid4())
        first = call(once)
        with pytest.raises(paysheet.PaysheetReplayed) as replayed:
            call(once)
        assert replayed.value.answer == {name: first[name] for name in first if name != replayed.value.member}
    credit = {"kind": "store_credit", "currencyCode": "USD", "amount": "1.00"}
    assert client.create_balance(credit, idempotency_key="a") == client.create_balance(credit, idempotency_key="a")


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


@pytest.mark.parametrize("url", [*wrong.URLS, None, b"https://pay.example.com"])
def test_a_url_that_is_missing_or_malformed_is_refused(url):
    with pytest.raises(ValueError, match="the URL"):
        paysheet.Paysheet("sk_1", url)


@pytest.mark.parametrize("key", [*wrong.KEYS, None, b"sk_secret"])
def test_a_key_that_is_missing_or_malformed_is_refused_and_not_shown(key):
    for client in (paysheet.Paysheet, paysheet.Sheet):
        with pytest.raises(ValueError, match="the key") as refused:
            client(key, "https://pay.example.com")
        assert "secr" not in str(refused.value).replace("a secret key", "").replace("client secret", "")


def test_a_path_segment_is_escaped(faulty):
    client = client_of(faulty, [(200, {})])
    client.get_checkout("../keys?x")
    assert faulty.asked[0][1] == "/v1/checkouts/..%2Fkeys%3Fx"
    for identifier in ("", ".", ".."):
        with pytest.raises(ValueError, match="identifier"):
            client.get_checkout(identifier)
    assert len(faulty.asked) == 1
