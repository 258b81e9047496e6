"""The Swift file for servers repeats calls as the generated clients do, and verifies webhooks."""

import base64
import hmac
import json
import pathlib
import queue
import shutil
import subprocess
import time

import faulty
import pytest
import wrong

TREE = pathlib.Path(__file__).parents[3]
FILES = [TREE / "clients/PaysheetServer.swift", TREE / "clients/PaysheetJSON.swift"]

pytestmark = pytest.mark.skipif(not shutil.which("swiftc"), reason="there is no swiftc on this machine")


@pytest.fixture(scope="module")
def program(tmp_path_factory):
    path = tmp_path_factory.mktemp("swift") / "calls"
    files = [*FILES, pathlib.Path(__file__).parent / "calls.swift"]
    subprocess.run(["swiftc", "-parse-as-library", *files, "-o", path], check=True, timeout=300)
    return path


@pytest.fixture(name="faulty")
def faulty_calls(program):
    """A function that makes a call, and returns its outcome and the requests of it."""
    with faulty.serve() as server:

        def call(name, *answers):
            for answer in answers:
                server.answers.put(answer)
            outcome = said(program, f"http://127.0.0.1:{server.server_port}", name)
            asked, server.asked, server.answers = server.asked, [], queue.Queue()
            return outcome, asked

        yield call


def said(program, url, call):
    run = subprocess.run([program, url, call], check=True, capture_output=True, text=True, timeout=60)
    return run.stdout.rstrip("\n")


CREATED = (201, {"id": "chk_1"})
LOST = (0, None)
UNKNOWN = (503, {"code": "outcome_unknown"})


@pytest.mark.parametrize("fault", [LOST, (409, {"code": "busy"}), (429, {"code": "rate_limited"}), UNKNOWN])
def test_a_call_with_an_idempotency_key_is_repeated_with_the_same_key(faulty, fault):
    outcome, asked = faulty("create", fault, fault, CREATED)
    assert outcome == "chk_1"
    assert len(asked) == 3 and len(set(asked)) == 1
    assert asked[0][2] and asked[0][3] == b'{"currencyCode":"USD"}'
    assert [key for _, _, key, _ in faulty("return return-1", CREATED)[1]] == ["return-1"]


def test_a_call_without_an_idempotency_key_is_not_repeated_when_it_may_have_been_carried_out(faulty):
    for fault, error in ((LOST, "0 unreachable"), (UNKNOWN, "503 outcome_unknown")):
        outcome, asked = faulty("look up", fault, CREATED)
        assert (outcome, [key for _, _, key, _ in asked]) == (error, [None])
    assert len(faulty("look up", (503, {"code": "overloaded"}), CREATED)[1]) == 2


def test_a_repeated_delete_succeeds_if_the_first_one_did(faulty):
    gone = (404, {"code": "not_found"})
    assert faulty("delete", LOST, gone)[0] == "deleted"
    assert faulty("delete", gone)[0] == "404 not_found"


def test_only_a_fault_that_may_pass_is_repeated_and_not_forever(faulty):
    for status, code in ((400, "invalid_request"), (409, "checkout_not_open"), (302, "")):
        outcome, asked = faulty("chk_1", (status, {"code": code}), CREATED)
        assert (outcome, len(asked)) == (f"{status} {code}", 1)
    outcome, asked = faulty("create", LOST, LOST, LOST)
    assert (outcome, len(asked)) == ("0 unreachable", 3)


def test_a_list_is_read_to_its_end(faulty):
    pages = ({"data": [], "nextCursor": "evt_1"}, {"data": [1, "a"], "nextCursor": "evt&2"},
             {"data": [None, 2.5, True], "nextCursor": None})
    outcome, asked = faulty("list", *[(200, page) for page in pages])
    assert outcome == "[1, a, null, 2.5, true]"
    assert [path.partition("limit=2&after=")[2] for _, path, _, _ in asked] == ["evt_0", "evt_1", "evt%262"]


def test_an_identifier_is_one_segment_of_the_path(faulty):
    _, asked = faulty("../keys?x=é", (200, {}))
    assert [path for _, path, _, _ in asked] == ["/v1/checkouts/..%2Fkeys%3Fx%3D%C3%A9"]
    for identifier in ("", ".", ".."):
        assert faulty(identifier) == ("0 invalid_path", [])


@pytest.mark.parametrize("url", ["http://pay.example.com", "ftp://localhost", "pay.example.com", ""])
def test_a_url_without_tls_is_refused(program, url):
    assert said(program, url, "create") == "0 insecure_url"


@pytest.mark.parametrize("url", wrong.URLS)
def test_a_url_that_is_missing_or_malformed_is_refused(program, url):
    assert said(program, url, "create") == "0 insecure_url"


def test_a_key_that_is_missing_or_malformed_is_refused(program):
    for key in wrong.KEYS:
        assert said(program, "http://127.0.0.1:9", f"key {key}") == "0 invalid_key"
    assert said(program, "http://127.0.0.1:9", "malformed client secret") == "0 invalid_key"


@pytest.mark.parametrize("key", wrong.IDEMPOTENCY_KEYS)
def test_an_idempotency_key_that_the_server_would_refuse_is_not_sent(faulty, key):
    assert faulty(f"return {key}") == ("0 invalid_idempotency_key", [])


@pytest.mark.parametrize("path, member", [
    ("/v1/balances", "code"), ("/v1/keys", "secret"), ("/v1/keys/key_1/rotate", "secret"),
    ("/v1/webhook-endpoints", "secret"), ("/v1/webhook-endpoints/we_1/rotate-secret", "secret"),
    ("/v1/merchants", "secretKey"),
])
def test_a_replay_that_omits_a_secret_is_thrown(faulty, path, member):
    answer = {"id": "obj_1", "kind": "gift_card"}
    assert faulty(f"post {path}", LOST, (201, answer, "replay"))[0] == "201 replayed"
    assert faulty(f"post {path}", (201, answer | {member: "1234"}))[0] == "obj_1"
    assert faulty("post /v1/balances", (201, {"id": "bal_1", "kind": "store_credit"}, "replay"))[0] == "bal_1"
    assert faulty("post /v1/checkouts", (201, answer, "replay"))[0] == "obj_1"


BODY = '{"type": "checkout.captured"}'


def webhook(**changes):
    """A webhook with its right signature, and the values that its HMAC compares."""
    key, now = bytes(range(32)), str(int(time.time()))
    message = f"evt_1.{now}.{BODY}".encode()
    code = base64.b64encode(hmac.digest(key, message, "sha256")).decode()
    headers = {"Webhook-Id": "evt_1", "Webhook-Timestamp": now, "Webhook-Signature": f"v1,AAAA v2,{code} v1,{code}"}
    encoded = base64.b64encode(key).decode()
    sent = {"body": BODY, "secret": f"whsec_{encoded}", "headers": headers | changes.pop("headers", {})}
    return json.dumps(sent | changes | {"code": code, "message": base64.b64encode(message).decode(), "key": encoded})


@pytest.mark.parametrize("changes", [
    {"body": BODY + " "}, {"secret": "whsec_" + "A" * 32}, {"headers": {"Webhook-Id": ""}},
    *({"headers": {"Webhook-Timestamp": one}} for one in ("", "1e9", "-1", "9" * 400, "²", "1700000000")),
    *({"headers": {"Webhook-Signature": one}} for one in ("", "v1,", "v1", "v2,AAAA", "é", "v1," + "A" * 43 + "=")),
])
def test_a_webhook_without_a_valid_signature_is_refused(program, changes):
    url = "http://127.0.0.1:9"
    assert said(program, url, webhook()) == "checkout.captured"
    assert said(program, url, webhook(**changes)) == "0 invalid_webhook"


@pytest.mark.parametrize("secret", wrong.SECRETS)
def test_a_webhook_is_never_verified_with_a_wrong_secret(program, secret):
    assert said(program, "http://127.0.0.1:9", webhook(secret=secret)) == "0 invalid_secret"
