"""Every example of openapi.yaml matches its schema, and every body has an example."""

import pytest

import contract as house

CONTRACT = house.load()


def bodies():
    """(name, content object, pointer to it) of every request and answer."""
    for method, path, operation in house.operations(CONTRACT):
        place = ("paths", path, method.lower())
        if "requestBody" in operation:
            for media, content in operation["requestBody"]["content"].items():
                yield f"{method} {path}", content, (*place, "requestBody", "content", media)
        for status, answer in operation["responses"].items():
            if "$ref" in answer:
                continue
            for media, content in answer.get("content", {}).items():
                pointer = (*place, "responses", status, "content", media)
                yield f"{method} {path} {status}", content, pointer
    for name, answer in CONTRACT["components"]["responses"].items():
        for media, content in answer["content"].items():
            yield name, content, ("components", "responses", name, "content", media)


def examples(content):
    if "example" in content:
        yield "example", content["example"]
    for name, example in content.get("examples", {}).items():
        yield name, house.resolve(CONTRACT, example)["value"]


CASES = [
    pytest.param(example, pointer, id=f"{name} {label}")
    for name, content, pointer in bodies()
    for label, example in examples(content)
]


@pytest.mark.parametrize("example, pointer", CASES)
def test_the_example_fits_its_schema(example, pointer):
    problems = [
        f"/{'/'.join(map(str, problem.absolute_path))}: {problem.message}"
        for problem in house.validator(CONTRACT, *pointer, "schema").iter_errors(example)
    ]
    assert problems == []


@pytest.mark.parametrize("name, content", [(name, content) for name, content, _ in bodies()])
def test_every_body_has_an_example(name, content):
    assert list(examples(content)), name


def parameters():
    for method, path, operation in house.operations(CONTRACT):
        for parameter in operation.get("parameters", []):
            yield f"{method} {path}", house.resolve(CONTRACT, parameter)
    for name, parameter in CONTRACT["components"]["parameters"].items():
        yield name, parameter


@pytest.mark.parametrize(
    "schema, example",
    [
        pytest.param(parameter["schema"], parameter["example"], id=f"{name} {parameter['name']}")
        for name, parameter in parameters()
        if "example" in parameter
    ],
)
def test_the_parameters_example_fits_its_schema(schema, example):
    pointer = schema["$ref"].removeprefix("#/").split("/") if "$ref" in schema else None
    if pointer:
        house.validator(CONTRACT, *pointer).validate(example)
    else:
        house.Draft202012Validator(schema).validate(example)
