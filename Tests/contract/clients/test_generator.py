"""The generator of the clients writes nullable members, and knows each secret that is shown once."""

import pathlib
import sys

import contract
import pytest

sys.path.insert(0, str(pathlib.Path(__file__).parents[3] / "bin/lib/clients"))
import generate  # noqa: E402
import python  # noqa: E402
import typescript  # noqa: E402


class Schemas:
    def __init__(self, schemas):
        self.schemas = schemas


SCHEMAS = {
    "Change": {"type": "object", "properties": {
        "text": {"type": ["string", "null"], "maxLength": 9},
        "choice": {"type": ["string", "null"], "enum": ["a", "b", None]},
        "other": {"oneOf": [{"$ref": "#/components/schemas/Other"}, {"type": "null"}]},
        "word": {"anyOf": [{"enum": ["a"]}, {"type": "null"}]},
        "list": {"type": ["array", "null"], "items": {"$ref": "#/components/schemas/Other"}},
        "entries": {"type": ["array", "null"], "items": {"type": "object", "properties": {"one": {"type": "integer"}}}},
        "map": {"type": ["object", "null"], "additionalProperties": {"type": "string"}},
        "place": {"type": ["object", "null"], "required": ["x"], "properties": {"x": {"type": "integer"}}},
        "point": {"oneOf": [{"type": "object", "properties": {"x": {"type": "integer"}}}, {"type": "null"}]},
    }},
    "Other": {"type": ["string", "null"]},
}


@pytest.mark.parametrize("line", [
    "    text: NotRequired[Union[str, None]]", "    choice: NotRequired[Literal['a', 'b', None]]",
    "    other: NotRequired[Union[Other, None]]", "    word: NotRequired[Union[Literal['a'], None]]",
    "    list: NotRequired[Union[list[Other], None]]",
    "    entries: NotRequired[Union[list[ChangeEntriesEntry], None]]",
    "    map: NotRequired[Union[dict[str, str], None]]", "    place: NotRequired[Union[ChangePlace, None]]",
    "    point: NotRequired[Union[ChangePoint, None]]", "class ChangePoint(TypedDict):",
    "class ChangePlace(TypedDict):", "class ChangeEntriesEntry(TypedDict):", "Other = Union[str, None]",
])
def test_a_nullable_member_can_be_none_in_python(line):
    assert line in python.Types(Schemas(SCHEMAS)).lines


@pytest.mark.parametrize("line", [
    "  text?: string | null", "  choice?: 'a' | 'b' | null", "  other?: Other | null", "  word?: 'a' | null",
    "  list?: Other[] | null", "  map?: Record<string, string> | null",
    "  entries?: {\n    one?: number\n  }[] | null", "  place?: {\n    x: number\n  } | null",
    "  point?: {\n    x?: number\n  } | null",
])
def test_a_nullable_member_can_be_null_in_typescript(line):
    assert f"{line}\n" in "\n".join(typescript.declaration("Change", SCHEMAS["Change"]))
    assert typescript.declaration("Other", SCHEMAS["Other"])[0] == "export type Other = string | null"


def test_the_generator_knows_each_secret_that_a_replay_omits():
    operations = [
        operation for methods in contract.load()["paths"].values() for operation in methods.values()
        if any("secretKey" in one for one in operation["security"])]
    described = {
        one["operationId"] for one in operations
        if "only this response contains" in one.get("description", "").lower()}
    # The description of rotateKey refers to that of createKey.
    assert described | {"rotateKey"} == set(generate.SHOWN_ONCE)
