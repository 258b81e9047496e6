"""The commands of docs/howto print the output that the pages show."""

import os
import pathlib
import re
import shutil
import socket
import subprocess
import uuid

import pytest
from world import World

TREE = pathlib.Path(__file__).parents[2]
# The excluded page needs the server's database and keys, and a live merchant.
PAGES = sorted(
    path for path in (TREE / "docs" / "howto").glob("*.md") if path.stem != "check-a-live-merchant")

pytestmark = [
    pytest.mark.skipif("PAYSHEET_URL" not in os.environ, reason="needs a live server: PAYSHEET_URL"),
    pytest.mark.skipif(
        "PAYSHEET_EXECUTABLE" not in os.environ, reason="needs the program: PAYSHEET_EXECUTABLE"),
    pytest.mark.skipif(not shutil.which("jq"), reason="needs jq"),
]


def blocks(text, kind):
    fences = re.findall(r"^```(\w*)\n(.*?)^```$", text, re.MULTILINE | re.DOTALL)
    return [content for name, content in fences if name == kind]


def free_port():
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        return free.getsockname()[1]


def secret_key(page):
    """The demo merchant's key for the page that needs a pass type. Each other page gets a new
    merchant, whose settings it changes."""
    if page.stem == "issue-a-wallet-pass":
        return os.environ["PAYSHEET_SECRET_KEY"]
    world = World()
    body = {"name": "Demo Toast", "countryCode": "US"}
    key = world.call("POST", "/v1/merchants", world.operator, body).json()["secretKey"]
    world.call("PATCH", "/v1/merchant", key, {"statementName": "DEMO TOAST"})
    return key


def matches(expected, line):
    """True if a line matches the expected one, in which an ellipsis stands for any text."""
    return re.fullmatch(re.escape(expected).replace("…", ".*"), line)


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.stem)
def test_a_page_prints_the_output_that_it_shows(page, tmp_path):
    text = page.read_text(encoding="utf-8")
    (tmp_path / ".paysheet").mkdir()
    (tmp_path / ".paysheet" / "demo.env").write_text(
        f"PAYSHEET_URL={os.environ['PAYSHEET_URL']}\nPAYSHEET_SECRET_KEY={secret_key(page)}\n")
    (tmp_path / "docs").symlink_to(TREE / "docs")
    commands = "".join(blocks(text, "sh"))
    for port in ("3000", "8000"):
        commands = re.sub(rf'(127\.0\.0\.1(?::|", )|PORT=){port}\b', rf"\g<1>{free_port()}", commands)
    # A domain can belong to only one merchant of a server.
    commands = commands.replace("shop.example.com", f"{uuid.uuid4().hex}.example.com")
    path = f"{pathlib.Path(os.environ['PAYSHEET_EXECUTABLE']).parent}:{os.environ['PATH']}"
    # Without options, such as pipefail, because a reader's shell has none.
    run = subprocess.run(
        ["bash", "-c", commands], cwd=tmp_path, env=os.environ | {"PATH": path},
        stdin=subprocess.DEVNULL, capture_output=True, text=True, timeout=60)
    faults = [line for line in run.stderr.splitlines() if not line.startswith("paysheet: warning: ")]
    assert run.returncode == 0 and faults == [], run.stdout + run.stderr
    printed = [
        re.sub(r"\bmer_[0-9a-z]+", "mer_1", re.sub(r"[0-9a-f]{32}\.example", "shop.example", line))
        for line in run.stdout.splitlines()
    ]
    promised = blocks(text, "")[-1].splitlines()
    # A process in the background may print its lines earlier or later.
    missing = [line for line in promised if not any(matches(line, each) for each in printed)]
    assert missing == [] and len(promised) == len(printed), run.stdout
