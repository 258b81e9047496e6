"""The recipes of docs/howto in Python, TypeScript and Swift print what their comments show."""

import os
import pathlib
import re
import shutil
import subprocess
import sys

import pytest
from world import World

TREE = pathlib.Path(__file__).parents[3]
HOWTO = TREE / "docs/howto"
LANGUAGES = {"python": ".py", "typescript": ".ts", "swift": ".swift"}
RECIPES = [
    path for folder, suffix in LANGUAGES.items() for path in sorted((HOWTO / folder).glob(f"*{suffix}"))
    if not path.name.endswith(".d.ts")]
SWIFT = "-parse-as-library -swift-version 6 -warnings-as-errors"
SWIFT_FILES = [TREE / "clients/PaysheetServer.swift", TREE / "clients/PaysheetJSON.swift"]

pytestmark = pytest.mark.skipif("PAYSHEET_URL" not in os.environ, reason="needs a live server: PAYSHEET_URL")


def secret_key(recipe):
    """The demo merchant's key for the recipe that needs a pass type. Each other recipe gets a new
    merchant, whose settings it changes."""
    if recipe.stem == "issue-a-wallet-pass":
        return os.environ["PAYSHEET_SECRET_KEY"]
    world = World()
    body = {"name": "Demo Toast", "countryCode": "US"}
    return world.made("POST", "/v1/merchants", world.operator, body)["secretKey"]


@pytest.fixture(scope="module")
def typescript(tmp_path_factory):
    """The folder with all recipes in TypeScript, compiled at once because the compiler starts slowly."""
    if not shutil.which("tsc"):
        pytest.skip("there is no tsc on this machine")
    folder = tmp_path_factory.mktemp("typescript")
    (folder / "package.json").write_text('{"type": "module"}')
    page = (HOWTO / "README.md").read_text("utf-8")
    # The page's own command, so that it cannot differ from the one that is tested.
    [build] = re.findall(r"^tsc (?:.*\\\n)*.*\n", page, re.MULTILINE)
    assert ".paysheet/howto " in build
    build = build.replace(".paysheet/howto ", f"{folder} ")
    subprocess.run(["bash", "-ec", build], cwd=TREE, check=True, timeout=120)
    return folder


def command(recipe, folder, request):
    if recipe.suffix == ".py":
        return [sys.executable, recipe]
    if recipe.suffix == ".ts":
        [program] = request.getfixturevalue("typescript").rglob(f"{recipe.stem}.js")
        return ["node", "--experimental-global-webcrypto", program]
    if not shutil.which("swiftc"):
        pytest.skip("there is no swiftc on this machine")
    program = folder / recipe.stem
    subprocess.run(["swiftc", *SWIFT.split(), *SWIFT_FILES, recipe, "-o", program], check=True, timeout=300)
    return [program]


@pytest.mark.parametrize("recipe", RECIPES, ids=lambda path: path.name)
def test_a_recipe_prints_what_its_comments_show(recipe, tmp_path, request):
    # A call of print in a loop shows its lines separated by commas.
    promised = re.findall(r"(?:print|console\.log)\(.*\)  (?:#|//) (.*)$", recipe.read_text("utf-8"), re.MULTILINE)
    environment = {
        "PAYSHEET_SECRET_KEY": secret_key(recipe), "PYTHONPATH": str(TREE / "clients"), "PYTHONDONTWRITEBYTECODE": "1"}
    run = subprocess.run(
        command(recipe, tmp_path, request), env=os.environ | environment, capture_output=True, text=True, timeout=60)
    assert run.returncode == 0, run.stdout + run.stderr
    printed = ", ".join(run.stdout.splitlines())
    assert promised and re.fullmatch(re.escape(", ".join(promised)).replace("…", ".*"), printed), run.stdout


@pytest.mark.parametrize("folder", LANGUAGES)
def test_each_recipe_is_there_in_every_language(folder):
    # The excluded one runs commands on the server's own machine.
    pages = {page.stem for page in HOWTO.glob("*.md")} - {"README", "check-a-live-merchant"}
    assert {recipe.stem for recipe in RECIPES if recipe.parent.name == folder} == pages
    for name in pages:
        assert f"({folder}/{name}{LANGUAGES[folder]})" in (HOWTO / f"{name}.md").read_text("utf-8")
