"""Writes the client in TypeScript."""

import re
import textwrap

WIDTH = 120
SCHEMAS = "#/components/schemas/"
WORDS = {"string": "string", "integer": "number", "number": "number", "boolean": "boolean", "null": "null"}


def type_of(schema, indent=""):
    if schema is True or not isinstance(schema, dict):
        return "unknown"
    if "$ref" in schema:
        return schema["$ref"].removeprefix(SCHEMAS)
    for key in ("oneOf", "anyOf"):
        choices = [one for one in schema.get(key, []) if {"$ref", "type", "enum", "const"} & one.keys()]
        if choices:
            return union(type_of(one, indent) for one in choices)
    if "const" in schema or "enum" in schema:
        return union(literal(one) for one in schema.get("enum", [schema.get("const")]))
    types = schema.get("type", [])
    if isinstance(types, list):
        return union(type_of(schema | {"type": one}, indent) for one in types) if types else "unknown"
    if types == "array":
        entry = type_of(schema.get("items", True), indent)
        return f"({entry})[]" if " | " in entry and not entry.startswith("{") else f"{entry}[]"
    if types == "object":
        if "properties" in schema:
            return members(schema, indent)
        values = schema.get("additionalProperties")
        return f"Record<string, {type_of(values, indent) if isinstance(values, dict) else 'unknown'}>"
    return WORDS[types]


def members(schema, indent):
    required = set(schema.get("required", []))
    inner = indent + "  "
    lines = ["{"]
    for name, value in schema["properties"].items():
        lines += comment(value, inner)
        lines += broken(f"{inner}{name}{'' if name in required else '?'}: {type_of(value, inner)}", inner)
    return "\n".join(lines + [indent + "}"])


def literal(value):
    if value is None:
        return "null"
    return f"'{value}'" if isinstance(value, str) else str(value).lower()


def union(types):
    return " | ".join(dict.fromkeys(types))


def comment(schema, indent):
    if not isinstance(schema, dict) or "description" not in schema:
        return []
    text = " ".join(schema["description"].split()).replace("*/", "* /")
    if len(text) + len(indent) + 7 <= WIDTH:
        return [f"{indent}/** {text} */"]
    rows = textwrap.wrap(text, WIDTH - len(indent) - 3)
    return [f"{indent}/**", *(f"{indent} * {row}" for row in rows), f"{indent} */"]


def broken(line, indent):
    """Breaks a long union."""
    if len(line) <= WIDTH or "\n" in line:
        return [line]
    return textwrap.wrap(line, WIDTH, subsequent_indent=indent + "  ", break_long_words=False, break_on_hyphens=False)


def declaration(name, schema):
    lines = comment(schema, "")
    if schema.get("type") == "object" and "properties" in schema:
        return lines + [f"export interface {name} {members(schema, '')}", ""]
    return lines + broken(f"export type {name} = {type_of(schema)}", "") + [""]


def method(operation):
    arguments, path = [], operation.path
    for one in operation.segments:
        kind = "number" if one["schema"].get("type") == "integer" or one["name"] == "participant" else "string"
        arguments.append(f"{one['name']}: {kind}")
        path = path.replace(f"{{{one['name']}}}", f"${{segment({one['name']})}}")
    path = f"`{path}`" if operation.segments else f"'{path}'"
    call = [f"'{operation.method}'", path]
    options = []
    if operation.body is not None:
        kind = type_of(operation.body, "  ") if operation.sends_json else "Uint8Array"
        arguments.append(f"body{'' if operation.needs_body else '?'}: {kind}")
        call.append("body")
    if operation.body is not None and not operation.sends_json:
        arguments.append(f"mediaType: {union(literal(one) for one in operation.media_types)}")
        options.append("mediaType")
    if operation.query:
        fields = ", ".join(f"{one['name']}?: {type_of(one['schema'], '  ')}" for one in operation.query)
        arguments.append(f"query: {{ {fields} }} = {{}}")
        options.append("query")
    if operation.is_idempotent:
        arguments.append("idempotencyKey?: string")
        options += ["isIdempotent: true", "key: idempotencyKey"]
    if operation.shown_once:
        options.append(f"shownOnce: '{operation.shown_once}'")
    if operation.is_list:
        answer = f"AsyncGenerator<{type_of(operation.entry, '  ')}, void, undefined>"
        body = f"return this.pages({path}, {'query' if operation.query else '{}'})"
    else:
        answers = ("Uint8Array" if one is None else type_of(one, "  ") for one in operation.answers)
        answer = f"Promise<{union(answers) if operation.answers else 'void'}>"
        if options:
            call += ["undefined"] * (3 - len(call)) + [f"{{ {', '.join(options)} }}"]
        body = f"return this.call({', '.join(call)})"
    # An async method reports also a wrong argument by its promise.
    name = operation.name if operation.is_list else f"async {operation.name}"
    head = f"  {name}({', '.join(arguments)}): {answer} {{"
    if len(head) > WIDTH:
        rows = wrapped(", ".join(arguments) + ",", WIDTH - 4)
        head = "\n".join([f"  {name}(", *(f"    {row}" for row in rows), f"  ): {answer} {{"])
    lines = [f"    {body}"]
    if len(lines[0]) > WIDTH:
        start, _, rest = body.partition("(")
        lines = [f"    {start}(", *(f"      {row}" for row in wrapped(rest[:-1] + ",", WIDTH - 6)), "    )"]
    once = f" A replay omits its `{operation.shown_once}` and throws PaysheetReplayed." if operation.shown_once else ""
    return [f"  /** {operation.summary}.{once} */", head, *lines, "  }", ""]


def wrapped(text, width):
    """Breaks a text after commas only."""
    joined = re.sub(r"(?<!,) ", "\0", text)
    lines = textwrap.wrap(joined, width, break_long_words=False, break_on_hyphens=False)
    return [line.replace("\0", " ") for line in lines]


def written(contract, transport):
    lines = ["/** The calls with a secret key, `sk_…`. */", "export class Paysheet extends Transport {"]
    for operation in contract.server:
        lines += method(operation)
    lines[-1:] = ["}", "", "/** The calls with the client secret of a checkout, `cs_…`. */"]
    lines += ["export class Sheet extends Transport {"]
    for operation in contract.sheet:
        lines += method(operation)
    lines[-1:] = ["}", ""]
    for name, schema in contract.schemas.items():
        lines += declaration(name, schema)
    return transport.rstrip("\n") + "\n\n" + "\n".join(lines).rstrip("\n") + "\n"
