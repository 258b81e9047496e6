"""The recipes of docs/howto in Python and TypeScript print what their comments show."""

import os
import pathlib
import re
import shutil
import subprocess
import sys

import pytest
from world import World

TREE = pathlib.Path(__file__).parents[3]
RECIPES = sorted((TREE / "docs/howto").glob("*/*.[pt][ys]"))
COMPILED = "--target es2022 --module es2022 --moduleResolution node --lib es2022,dom,dom.iterable --strict"

pytestmark = pytest.mark.skipif("PAYSHEET_URL" not in os.environ, reason="needs a live server: PAYSHEET_URL")


@pytest.fixture
def environment():
    world = World()
    body = {"name": "Demo Toast", "countryCode": "US"}
    key = world.made("POST", "/v1/merchants", world.operator, body)["secretKey"]
    more = {"PAYSHEET_SECRET_KEY": key, "PYTHONPATH": str(TREE / "clients"), "PYTHONDONTWRITEBYTECODE": "1"}
    return os.environ | more


def command(recipe, folder):
    if recipe.suffix == ".py":
        return [sys.executable, str(recipe)]
    if not shutil.which("tsc"):
        pytest.skip("there is no tsc on this machine")
    (folder / "package.json").write_text('{"type": "module"}')
    subprocess.run(["tsc", *COMPILED.split(), "--outDir", str(folder), str(recipe)], check=True, timeout=120)
    [program] = folder.rglob(f"{recipe.stem}.js")
    return ["node", "--experimental-global-webcrypto", str(program)]


@pytest.mark.parametrize("recipe", RECIPES, ids=lambda path: path.name)
def test_a_recipe_prints_what_its_comments_show(recipe, environment, tmp_path):
    # A call of print in a loop shows its lines separated by commas.
    promised = re.findall(r"(?:print|console\.log)\(.*\)  (?:#|//) (.*)$", recipe.read_text("utf-8"), re.MULTILINE)
    run = subprocess.run(
        command(recipe, tmp_path), env=environment, capture_output=True, text=True, timeout=60)
    assert run.returncode == 0, run.stdout + run.stderr
    printed = ", ".join(run.stdout.splitlines())
    assert promised and re.fullmatch(re.escape(", ".join(promised)).replace("…", ".*"), printed), run.stdout


def test_each_recipe_is_there_in_both_languages():
    languages = {recipe.suffix: {one.stem for one in RECIPES if one.suffix == recipe.suffix} for recipe in RECIPES}
    assert languages[".py"] == languages[".ts"]
    for name in languages[".py"]:
        page = (TREE / f"docs/howto/{name}.md").read_text("utf-8")
        assert f"(python/{name}.py)" in page and f"(typescript/{name}.ts)" in page
