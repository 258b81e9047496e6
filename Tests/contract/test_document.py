"""openapi.yaml is a valid OpenAPI document, and follows the project's own rules."""

import re

import openapi_spec_validator
import pytest

import contract as house

CONTRACT = house.load()
OPERATIONS = [
    pytest.param(method, operation, id=f"{method} {path}")
    for method, path, operation in house.operations(CONTRACT)
]


def test_the_document_is_valid():
    openapi_spec_validator.validate(CONTRACT)


@pytest.mark.parametrize("method, operation", OPERATIONS)
def test_an_operation_has_an_identifier_a_summary_tags_and_security(method, operation):
    assert {"operationId", "summary", "tags", "security"} <= operation.keys()


@pytest.mark.parametrize("method, operation", OPERATIONS)
def test_an_operation_documents_its_possible_refusals(method, operation):
    expected = set()
    if operation["security"]:
        expected |= {"400", "401", "403", "429", "503"}
    if "requestBody" in operation:
        expected |= {"413"} if operation.get("x-any-content-type") else {"413", "415"}
    given = [house.resolve(CONTRACT, one) for one in operation.get("parameters", [])]
    names = [one["name"] for one in given]
    things = (
        "balance", "certificate", "checkout", "clock", "coupon", "customer", "endpoint", "event", "hold", "invoice",
        "key", "laterPayment", "merchant", "pass", "passType", "picture", "plan", "sharedOrder", "subscription",
        "token")
    if any(one["in"] == "path" and one["name"] in things for one in given):
        expected.add("404")
    if "Idempotency-Key" in names:
        expected |= {"409", "422"}
    assert sorted(expected - operation["responses"].keys()) == []


def test_operation_identifiers_are_unique():
    names = [operation["operationId"] for _, _, operation in house.operations(CONTRACT)]
    assert sorted(names) == sorted(set(names))


def schemas(node, pointer):
    """Every schema within a schema, with its place."""
    if isinstance(node, dict):
        yield node, pointer
        for key in ("items", "additionalProperties"):
            yield from schemas(node.get(key), f"{pointer}/{key}")
        for name, member in node.get("properties", {}).items():
            yield from schemas(member, f"{pointer}/properties/{name}")
        for key in ("oneOf", "anyOf"):
            for index, choice in enumerate(node.get(key, [])):
                yield from schemas(choice, f"{pointer}/{key}/{index}")


def all_schemas():
    for name, whole in CONTRACT["components"]["schemas"].items():
        yield from schemas(whole, f"/components/schemas/{name}")


def is_of(schema, type_name):
    types = schema.get("type", [])
    return type_name in (types if isinstance(types, list) else [types])


def test_every_string_array_and_number_has_a_limit():
    limits = {"string": "maxLength", "array": "maxItems", "integer": "minimum"}
    endless = [
        pointer
        for schema, pointer in all_schemas()
        for type_name, limit in limits.items()
        if is_of(schema, type_name) and not {limit, "enum", "const"} & schema.keys()
    ]
    assert endless == []


def test_every_object_refuses_unknown_members_unless_apple_defines_it():
    apples = {
        "/components/schemas/Contact", "/components/schemas/PaymentToken",
        "/components/schemas/MerchantSession",
        "/components/schemas/PaymentMethodSelection/properties/paymentMethod",
        "/components/schemas/PaymentToken/properties/paymentMethod",
        "/components/schemas/PaymentToken/properties/paymentData",
        "/components/schemas/ShippingMethodSelection/properties/shippingMethod",
        "/components/schemas/Authorization/properties/payment",
        "/components/schemas/TimelineEntry/properties/question",
        "/components/schemas/ExportedQuestion/properties/question",
    }
    lenient = {
        pointer
        for schema, pointer in all_schemas()
        if is_of(schema, "object") and "additionalProperties" not in schema
    }
    assert lenient == apples


def test_every_schema_is_used():
    text = house.PATH.read_text(encoding="utf-8")
    unused = [
        name for name in CONTRACT["components"]["schemas"]
        if f"'#/components/schemas/{name}'" not in text
    ]
    assert unused == []


def test_the_messages_are_those_of_the_catalog():
    folder = house.PATH.parent / "Sources/Domains/Vocabulary/Messages"
    keys = re.findall(r'case \w+ = "([\w.]+)"', (folder / "MessageKey.swift").read_text())
    words = re.findall(r'\("(line\.\w+)"', (folder / "PaymentSheetLabels.swift").read_text())
    assert keys and CONTRACT["components"]["schemas"]["MessageCode"]["enum"] == keys
    assert words and CONTRACT["components"]["schemas"]["WordCode"]["enum"] == words
