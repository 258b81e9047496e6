"""Writes the client in Python."""

import keyword
import re
import textwrap

WIDTH = 120
SCHEMAS = "#/components/schemas/"
WORDS = {"string": "str", "integer": "int", "number": "float", "boolean": "bool", "null": "None"}


def snake(name):
    """`createdAfter` as `created_after`, and `from`, a word of Python, as `from_`."""
    name = re.sub(r"(?<=[a-z0-9])(?=[A-Z])", "_", name).lower()
    return f"{name}_" if keyword.iskeyword(name) else name


def type_of(schema):
    """The annotation of a schema within another one."""
    if schema is True or not isinstance(schema, dict):
        return "Any"
    if "$ref" in schema:
        return schema["$ref"].removeprefix(SCHEMAS)
    for key in ("oneOf", "anyOf"):
        choices = [one for one in schema.get(key, []) if {"$ref", "type", "enum", "const"} & one.keys()]
        if choices:
            return union(type_of(one) for one in choices)
    if "const" in schema or "enum" in schema:
        return literal(schema.get("enum", [schema.get("const")]))
    types = schema.get("type", [])
    if isinstance(types, list):
        return union(type_of(schema | {"type": one}) for one in types) if types else "Any"
    if types == "array":
        return f"list[{type_of(schema.get('items', True))}]"
    if types == "object":
        values = schema.get("additionalProperties")
        return f"dict[str, {type_of(values) if isinstance(values, dict) else 'Any'}]"
    return WORDS[types]


def literal(values):
    return f"Literal[{', '.join(repr(value) for value in values)}]"


def union(types):
    types = list(dict.fromkeys(types))
    return types[0] if len(types) == 1 else f"Union[{', '.join(types)}]"


class Types:
    """The declarations of all schemas; an object within another one gets a name of its own.

    Objects come first, because their annotations are read late, and then each alias after those
    that it names.
    """

    def __init__(self, contract):
        self.lines = []
        self.aliases = {}
        for name, schema in contract.schemas.items():
            if schema.get("type") == "object" and "properties" in schema:
                self.declare(name, schema)
            else:
                self.aliases[name] = type_of(schema)
        self.lines += [""]
        while self.aliases:
            self.alias(next(iter(self.aliases)))

    def alias(self, name):
        text = self.aliases.pop(name)
        for named in re.findall(r"\w+", re.sub(r"'[^']*'", "", text)):
            if named in self.aliases:
                self.alias(named)
        self.lines += rows(f"{name} = {text}", WIDTH, "    ")

    def declare(self, name, schema):
        members = {}
        for member, value in schema["properties"].items():
            members[member] = self.member(name + member[0].upper() + member[1:], value)
        required = set(schema.get("required", []))
        marked = {
            member: kind if member in required else f"NotRequired[{kind}]"
            for member, kind in members.items()
        }
        if all(member.isidentifier() and not keyword.iskeyword(member) for member in marked):
            self.lines += [f"class {name}(TypedDict):"]
            self.lines += textwrap.indent(doc(schema), "    ").splitlines() if "description" in schema else []
            for member, kind in marked.items():
                self.lines += ["    " + line for line in rows(f"{member}: {kind}", WIDTH - 4, "    ")]
        else:
            self.lines += [f'{name} = TypedDict("{name}", {{']
            self.lines += [f'    "{member}": "{kind}",' for member, kind in marked.items()] + ["})"]
        self.lines += ["", ""]

    def member(self, name, schema):
        """The annotation of a member, whose object is declared before the object with the member."""
        if isinstance(schema, dict):
            choices = schema.get("oneOf", schema.get("anyOf", []))
            if len(choices) == 2 and {"type": "null"} in choices:
                return union(self.member(name, one) for one in choices)
            types = schema.get("type")
            if isinstance(types, list) and "null" in types and "enum" not in schema:
                return union(self.member(name, schema | {"type": one}) for one in types)
            if schema.get("type") == "object" and "properties" in schema:
                self.declare(name, schema)
                return name
            if schema.get("type") == "array" and isinstance(schema.get("items"), dict):
                return f"list[{self.member(name + 'Entry', schema['items'])}]"
        return type_of(schema)


def doc(schema):
    text = " ".join(schema["description"].split()).replace("\\", "\\\\").replace('"""', "'''")
    return "\n".join(textwrap.wrap(f'"""{text}"""', WIDTH - 8))


def rows(text, width, indent=""):
    """Breaks a text after commas only."""
    joined = re.sub(r"(?<!,) ", "\0", text)
    lines = textwrap.wrap(joined, width, subsequent_indent=indent, break_long_words=False, break_on_hyphens=False)
    return [line.replace("\0", " ") for line in lines]


def method(operation):
    names = [snake(one["name"]) for one in operation.segments]
    arguments = ["self", *(f"{name}: {plain(one)}" for name, one in zip(names, operation.segments))]
    path = operation.path
    for name, one in zip(names, operation.segments):
        path = path.replace(f"{{{one['name']}}}", f"{{_segment({name})}}")
    path = f'f"{path}"' if names else f'"{path}"'
    call = [f'"{operation.method}"', path]
    if operation.body is not None:
        kind = type_of(operation.body) if operation.sends_json else "bytes"
        arguments.append(f"body: {kind}" if operation.needs_body else f"body: {kind} | None = None")
        call.append("body")
    options = []
    if not operation.sends_json and operation.body is not None:
        options.append(f"media_type: {literal(operation.media_types)}")
        call.append("media_type=media_type")
    options += [f"{snake(one['name'])}: {type_of(one['schema'])} | None = None" for one in operation.query]
    if operation.is_idempotent:
        options.append("idempotency_key: str | None = None")
        call += ["key=idempotency_key", "is_idempotent=True"]
    if operation.shown_once:
        call.append(f'shown_once="{operation.shown_once}"')
    if options:
        arguments += ["*", *options]
    query = ", ".join(f'"{one["name"]}": {snake(one["name"])}' for one in operation.query)
    if operation.is_list:
        answer = f"Iterator[{type_of(operation.entry)}]"
        body = f"return self._pages({path}, {{{query}}})"
    else:
        if query:
            call.append(f"query={{{query}}}")
        answers = ["bytes" if one is None else type_of(one) for one in operation.answers]
        answer = union(answers or ["None"])
        body = f"return self._call({', '.join(call)})"
    lines = [f"def {snake(operation.name)}({', '.join(arguments)}) -> {answer}:"]
    if len(lines[0]) > WIDTH - 4:
        broken = rows(", ".join(arguments) + ",", WIDTH - 8)
        lines = [f"def {snake(operation.name)}(", *(f"    {row}" for row in broken), f") -> {answer}:"]
    once = f" A replay omits its `{operation.shown_once}` and raises PaysheetReplayed." if operation.shown_once else ""
    lines.append(f'    """{operation.summary}.{once}"""')
    if len(body) > WIDTH - 8:
        head, _, rest = body.partition("(")
        lines += [f"    {head}(", *(f"        {row}" for row in rows(rest[:-1] + ",", WIDTH - 12)), "    )"]
    else:
        lines.append(f"    {body}")
    return ["    " + line for line in lines] + [""]


def plain(parameter):
    return "int" if parameter["schema"].get("type") == "integer" or parameter["name"] == "participant" else "str"


def written(contract, transport):
    lines = ["", "", "class Paysheet(_Transport):", '    """The calls with a secret key, `sk_…`."""', ""]
    for operation in contract.server:
        lines += method(operation)
    lines += ["", "class Sheet(_Transport):", '    """The calls with the client secret of a checkout, `cs_…`."""', ""]
    for operation in contract.sheet:
        lines += method(operation)
    types = Types(contract).lines
    head = transport.rstrip("\n") + "\n" + "\n".join(lines).rstrip("\n")
    return head + "\n\n\n" + "\n".join(types).rstrip("\n") + "\n"
