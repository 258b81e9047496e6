"""`paysheet doctor`: one line for each check, with advice."""

import os
import subprocess

import pytest
from world import World


@pytest.fixture(scope="module")
def world():
    if "PAYSHEET_URL" not in os.environ:
        pytest.skip("needs a live server: PAYSHEET_URL")
    return World()


def doctor(merchant, **environment):
    run = subprocess.run(
        [os.environ["PAYSHEET_EXECUTABLE"], "doctor", *merchant],
        capture_output=True, text=True, timeout=60, env=os.environ | environment,
    )
    lines = [line.split(None, 1) for line in run.stdout.splitlines()]
    return run.returncode, {text.split("  ")[0].strip(): (mark, text) for mark, text in lines}, run.stderr


def test_a_test_merchant_is_healthy(world):
    status, found, _ = doctor([world.merchant("doctor")["id"]])
    assert status == 0
    assert {name: mark for name, (mark, _) in found.items()} == {
        "database": "ok", "schema": "ok", "clock": "ok", "data": "ok", "master keys": "ok", "events": "ok", "disk": found["disk"][0],
        "merchant": "ok", "keys": "ok", "processor": "ok", "certificates": "ok", "webhooks": "soon", "domains": "ok",
    }
    assert "1 secret, 1 publishable" in found["keys"][1]
    assert "POST /v1/webhook-endpoints" in found["webhooks"][1]


def test_missing_settings_of_a_live_merchant_are_reported(world):
    live = world.made("POST", "/v1/merchants", world.operator, {"name": "Live", "live": True})
    status, found, complaint = doctor([live["id"]])
    assert status == 1
    assert [found[name][0] for name in ("processor", "certificates", "apple", "domains")] == ["ILL"] * 4
    assert "PAYSHEET_APPLE_CERTIFICATES" in found["apple"][1]
    assert "ILL" in complaint


@pytest.mark.parametrize(
    ("merchant", "environment", "status", "words"),
    [
        (["mer_zzzzz"], {}, 1, "cannot be read"),
        (["mer_1"], {"DATABASE_URL": "host=127.0.0.1 port=1 user=nobody"}, 1, "DATABASE_URL"),
        (["nobody"], {}, 2, "mer_1"),
        ([], {}, 2, "mer_1"),
    ],
)
def test_a_fault_is_reported_with_advice(world, merchant, environment, status, words):
    seen, found, complaint = doctor(merchant, **environment)
    assert seen == status
    assert words in complaint + " ".join(text for _, text in found.values())
