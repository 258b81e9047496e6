"""Reads openapi.yaml, and validates answers by it."""

import functools
import pathlib
import urllib.parse

import yaml
from jsonschema import Draft202012Validator, FormatChecker
from referencing import Registry, Resource
from referencing.jsonschema import DRAFT202012

PATH = pathlib.Path(__file__).parents[3] / "openapi.yaml"
METHODS = ("get", "put", "post", "delete", "patch", "head", "options", "trace")
ROOT = "paysheet:contract"


class Loader(yaml.SafeLoader):
    """YAML 1.2's plain scalars: a date or `no` is a string, as JSON Schema expects."""


Loader.yaml_implicit_resolvers = {
    first: [
        (tag, pattern)
        for tag, pattern in resolvers
        if tag not in ("tag:yaml.org,2002:timestamp", "tag:yaml.org,2002:bool")
        or first in "tTfF" and tag == "tag:yaml.org,2002:bool"
    ]
    for first, resolvers in yaml.SafeLoader.yaml_implicit_resolvers.items()
}


@functools.cache
def load():
    """The whole file, parsed once; callers must not change it."""
    return yaml.load(PATH.read_text(encoding="utf-8"), Loader)


def operations(contract):
    """(method, path, operation) in the order of the file."""
    for path, item in contract["paths"].items():
        for method in METHODS:
            if method in item:
                yield method.upper(), path, item[method]


def resolve(contract, node):
    """Follows one `$ref` inside the file."""
    while isinstance(node, dict) and "$ref" in node:
        target = contract
        for part in node["$ref"].removeprefix("#/").split("/"):
            target = target[part.replace("~1", "/").replace("~0", "~")]
        node = target
    return node


def validator(contract, *pointer):
    """A validator for the schema at a place of the file."""
    registry = Registry().with_resource(
        ROOT, Resource.from_contents(contract, default_specification=DRAFT202012))
    escaped = [str(part).replace("~", "~0").replace("/", "~1") for part in pointer]
    fragment = urllib.parse.quote("/" + "/".join(escaped), safe="/~")
    return Draft202012Validator(
        {"$ref": f"{ROOT}#{fragment}"}, registry=registry, format_checker=FormatChecker())


def check_answer(contract, method, template, response):
    """Returns the faults of an answer to an operation: status, content type, headers, body."""
    answer = contract["paths"][template][method.lower()]["responses"].get(str(response.status_code))
    if answer is None:
        return [f"{response.status_code} is not documented: {response.text[:500]}"]
    pointer = ["paths", template, method.lower(), "responses", str(response.status_code)]
    if "$ref" in answer:
        pointer = answer["$ref"].removeprefix("#/").split("/")
        answer = resolve(contract, answer)
    problems = []
    for name, header in answer.get("headers", {}).items():
        if resolve(contract, header).get("required") and name not in response.headers:
            problems.append(f"the header {name} is missing")
    media = response.headers.get("Content-Type", "").partition(";")[0]
    if media not in answer.get("content", {"": None}):
        problems.append(f"the content type is {media or 'missing'}")
    elif media.endswith("json"):
        schema = validator(contract, *pointer, "content", media, "schema")
        problems += [
            f"/{'/'.join(map(str, problem.absolute_path))}: {problem.message}"
            for problem in schema.iter_errors(response.json())
        ]
    return problems
