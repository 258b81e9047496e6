"""The client in TypeScript refuses wrong arguments, and throws a replay that omits a secret."""

import json
import pathlib
import queue
import shutil
import subprocess

import faulty
import pytest
import wrong

CLIENTS = pathlib.Path(__file__).parents[3] / "clients"
OPTIONS = "--strict --target es2022 --module es2022 --moduleResolution node --lib es2022,dom,dom.iterable"

pytestmark = pytest.mark.skipif(not shutil.which("tsc"), reason="there is no tsc on this machine")


@pytest.fixture(scope="module")
def program(tmp_path_factory):
    folder = tmp_path_factory.mktemp("typescript")
    for file in (CLIENTS / "paysheet.ts", pathlib.Path(__file__).parent / "calls.ts"):
        shutil.copy(file, folder)
    (folder / "package.json").write_text('{"type": "module"}')
    subprocess.run(["tsc", *OPTIONS.split(), "calls.ts"], cwd=folder, check=True, timeout=120)
    return folder / "calls.js"


def outcomes(program, *calls, url="http://127.0.0.1:9"):
    run = subprocess.run(
        ["node", "--experimental-global-webcrypto", program, url, *map(json.dumps, calls)], check=True,
        capture_output=True, text=True, timeout=120)
    return [json.loads(line) for line in run.stdout.splitlines()]


@pytest.fixture(name="faulty")
def faulty_calls(program):
    """A function that makes a call, and returns its outcome and the requests of it."""
    with faulty.serve() as server:

        def call(*values, answers=()):
            for answer in answers:
                server.answers.put(answer)
            [outcome] = outcomes(program, ["call", *values], url=f"http://127.0.0.1:{server.server_port}")
            asked, server.asked, server.answers = server.asked, [], queue.Queue()
            return outcome, asked

        yield call


def test_a_webhook_is_never_verified_with_a_wrong_secret(program):
    calls = [["webhook", "{}", wrong.hook(secret or ""), secret] for secret in [*wrong.SECRETS, None]]
    for call, outcome in zip(calls, outcomes(program, *calls), strict=True):
        assert outcome["error"] == "TypeError" and "secret must be the whole secret" in outcome["message"], call
        assert call[3] in (None, "", "whsec_") or call[3] not in outcome["message"]


def test_a_webhook_with_a_malformed_or_missing_header_is_invalid(program):
    right = wrong.hook(wrong.SECRET)
    changes = [right | {name: value} for name in right for value in ("", "é", None, ["v1,AAAA"], 1)]
    changes += [{name: value for name, value in right.items() if name != missing} for missing in right]
    calls = [["webhook", "{}", headers, wrong.SECRET] for headers in [right, *changes]]
    first, *others = outcomes(program, *calls)
    assert first == {"answer": {}}
    for call, outcome in zip(calls[1:], others, strict=True):
        assert outcome["error"] == "InvalidWebhook", call


def test_a_webhook_is_verified_by_its_raw_body_only(program):
    [parsed] = outcomes(program, ["webhook", {"id": "evt_1"}, wrong.hook(wrong.SECRET), wrong.SECRET])
    assert parsed["error"] == "TypeError" and "raw text or bytes" in parsed["message"]


def test_a_key_or_url_that_is_missing_or_malformed_is_refused_and_not_shown(program):
    url = "https://pay.example.com"
    calls = [["construct", key, url] for key in [*wrong.KEYS, None]]
    calls += [["construct", "sk_1", wrong_url] for wrong_url in [*wrong.URLS, None, "http://pay.example.com"]]
    for call, outcome in zip(calls, outcomes(program, *calls), strict=True):
        assert outcome["error"] == "TypeError", call
        assert ("the key" if call[2] == url else "the URL") in outcome["message"], call
        assert "sk_secr" not in outcome["message"]
    assert outcomes(program, ["construct", "sk_1", url], ["construct", "cs_1", "http://[::1]:8080/"]) == [
        {"answer": "made"}] * 2


def test_an_idempotency_key_that_the_server_would_refuse_is_not_sent(faulty):
    for key in wrong.IDEMPOTENCY_KEYS:
        outcome, asked = faulty("createCheckout", {}, key)
        assert outcome["error"] == "TypeError" and "1 to 255 visible ASCII" in outcome["message"] and not asked


@pytest.mark.parametrize("member, call", [
    ("code", ["createBalance", {"kind": "gift_card"}]), ("secret", ["createKey", {"kind": "secret"}]),
    ("secret", ["rotateKey", "key_1"]), ("secret", ["createWebhookEndpoint", {"url": "https://shop.example/"}]),
    ("secret", ["rotateWebhookSecret", "we_1"]),
])
def test_a_replay_that_omits_a_secret_is_thrown(faulty, member, call):
    answer = {"id": "obj_1"}
    outcome, asked = faulty(*call, answers=[(0, None), (201, answer, "replay")])
    assert outcome == {
        "error": "PaysheetReplayed", "message": f"a replay of obj_1 omits its {member}, which no call returns again",
        "member": member, "answer": answer}
    assert len(asked) == 2
    whole = answer | {member: "1234"}
    assert faulty(*call, answers=[(201, whole)])[0] == {"answer": whole}


def test_a_replay_that_omits_no_secret_is_returned(faulty):
    for body in ({"kind": "gift_card", "code": "6035 7110 0000 4482"}, {"kind": "store_credit"}):
        answer = {"id": "bal_1", "kind": body["kind"]}
        assert faulty("createBalance", body, answers=[(201, answer, "replay")])[0] == {"answer": answer}
    assert faulty("createCheckout", {}, answers=[(201, {"id": "chk_1"}, "replay")])[0] == {"answer": {"id": "chk_1"}}
