"""The first example of docs/api/clients.md in each language runs as it stands, and prints what its
comments show."""

import os
import pathlib
import re
import shutil
import subprocess
import sys

import pytest
from world import World

TREE = pathlib.Path(__file__).parents[3]
CLIENTS = TREE / "clients"
PAGE = (TREE / "docs/api/clients.md").read_text("utf-8")
TYPESCRIPT = "--strict --target es2022 --module es2022 --moduleResolution node --lib es2022,dom,dom.iterable"

pytestmark = pytest.mark.skipif("PAYSHEET_URL" not in os.environ, reason="needs a live server: PAYSHEET_URL")


def command(language, example, folder):
    """The command that runs an example, after it is compiled."""
    if language == "python":
        (folder / "example.py").write_text(example)
        return [sys.executable, "example.py"]
    compiler = {"ts": "tsc", "swift": "swiftc"}[language]
    if not shutil.which(compiler):
        pytest.skip(f"there is no {compiler} on this machine")
    if language == "ts":
        shutil.copy(CLIENTS / "paysheet.ts", folder)
        (folder / "package.json").write_text('{"type": "module"}')
        (folder / "node.d.ts").write_text("declare const process: { env: Record<string, string | undefined> }")
        (folder / "example.ts").write_text(example)
        subprocess.run(["tsc", *TYPESCRIPT.split(), "example.ts", "node.d.ts"], cwd=folder, check=True, timeout=120)
        return ["node", "example.js"]
    (folder / "main.swift").write_text(example)
    files = [CLIENTS / "PaysheetServer.swift", CLIENTS / "PaysheetJSON.swift", "main.swift"]
    subprocess.run(["swiftc", "-swift-version", "6", *files, "-o", "example"], cwd=folder, check=True, timeout=300)
    return [folder / "example"]


@pytest.mark.parametrize("language", ["python", "ts", "swift"])
def test_the_first_example_prints_what_its_comments_show(language, tmp_path):
    example = re.search(rf"^```{language}\n(.*?)^```$", PAGE, re.MULTILINE | re.DOTALL)[1]
    promised = re.findall(r"(?:print|console\.log)\(.*\)  (?:#|//) (.*)$", example, re.MULTILINE)
    world = World()
    key = world.made("POST", "/v1/merchants", world.operator, {"name": "Page", "countryCode": "US"})["secretKey"]
    environment = {"PAYSHEET_SECRET_KEY": key, "PYTHONPATH": str(CLIENTS), "PYTHONDONTWRITEBYTECODE": "1"}
    run = subprocess.run(
        command(language, example, tmp_path), cwd=tmp_path, env=os.environ | environment, capture_output=True,
        text=True, timeout=60)
    assert run.returncode == 0, run.stdout + run.stderr
    assert promised and run.stdout.splitlines() == promised
