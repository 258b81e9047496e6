"""openapi.yaml with `null` permitted for each optional member of a request body.

The server treats `null` as an omitted member. openapi.yaml says this once, in prose, for all
request bodies. The generator of requests needs it in each schema, otherwise it reports accepted
nulls as faults. The schemas of answers do not change: an answer contains no null instead of an
optional member.
"""

import copy

PREFIX = "#/components/schemas/"


def condition(node):
    """A schema without a type, such as an alternative of `oneOf`: its required members must not be
    null, its forbidden members may be null."""
    members = {name: {"not": {"type": "null"}} for name in node["required"]}
    for name, value in node.get("properties", {}).items():
        members[name] = {"type": "null"} if value is False else value
    return node | {"properties": members}


def with_nulls(contract):
    contract = copy.deepcopy(contract)
    schemas = contract["components"]["schemas"]
    done = {}

    def rewrite(node):
        if isinstance(node, list):
            return [rewrite(item) for item in node]
        if not isinstance(node, dict):
            return node
        node = {key: rewrite(value) for key, value in node.items()}
        if isinstance(node.get("$ref"), str) and node["$ref"].startswith(PREFIX):
            node["$ref"] = PREFIX + given(node["$ref"].removeprefix(PREFIX))
        if "type" not in node and isinstance(node.get("required"), list):
            return condition(node)
        if isinstance(node.get("properties"), dict) and node.get("type") == "object":
            required = node.get("required", [])
            node["properties"] = {
                name: value if name in required else {"anyOf": [value, {"type": "null"}]}
                for name, value in node["properties"].items()
            }
        return node

    def given(name):
        if name not in done:
            done[name] = f"Given{name}"
            done_schema = rewrite(schemas[name])
            schemas[done[name]] = done_schema
        return done[name]

    for item in contract["paths"].values():
        for operation in item.values():
            body = operation.get("requestBody") if isinstance(operation, dict) else None
            for content in (body or {}).get("content", {}).values():
                content["schema"] = rewrite(content["schema"])
    return contract
