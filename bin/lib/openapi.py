"""Bundles the files of openapi/ into one OpenAPI document; bin/openapi calls it.

    openapi.py SOURCE-FOLDER TARGET-FILE

SOURCE-FOLDER has a file of paths for each tag, named after it, and components/. They are OpenAPI in
a short form, in which each rule is written once:

  access: payments:write   the credentials of an operation: scopes of a secret key or words of ACCESS
  idempotent: true         it takes an Idempotency-Key; `secret` if the key must be hard to guess
  list: true               it has the parameters of a list
  body: {schema: Name}     its JSON body; `content` for other media types
  responses:
    '200': {schema: Name}  a JSON response with the standard headers
    '409': Conflict        a response of components/responses; null removes a standard response
  examples: {a: Name}      an example of components/examples
  {listOf: Name}           the schema of a list
  {open: true}             a schema that accepts unknown members; others refuse them
  {nullable: [name]}       the members of an object that may also be null
  problem: {…}             in components/responses: the example of an error

The parameters of a path are those of components/parameters with the same names, unless the
operation has its own.
"""

import pathlib
import re
import sys

import yaml

try:
    from yaml import CSafeDumper as SafeDumper
    from yaml import CSafeLoader as SafeLoader
except ImportError:
    from yaml import SafeDumper, SafeLoader

JSON = "application/json"

# Without a key, the server limits requests by address; `public` routes are not limited at all.
PUBLIC, ANYONE, PHONE = "public", "anyone", "phone"
PARTICIPANTS = {"participant", "link"}
ACCESS = {
    PUBLIC: [],
    ANYONE: [],
    PHONE: [],
    "operator": [{"operatorKey": []}],
    "page": [{"publishableKey": []}],
    "buyer": [{"clientSecret": []}],
    "participant": [{"participantCredential": []}],
    "link": [{}, {"participantCredential": []}],
}
RATE_LIMIT = ["RateLimit-Limit", "RateLimit-Remaining", "RateLimit-Reset"]


class Fault(Exception):
    """A mistake in the sources, with its place."""


def reference(kind, name):
    return {"$ref": f"#/components/{kind}/{name}"}


def standard_responses(method, path, operation):
    access = words(operation)
    shared = "Shared" if PARTICIPANTS & set(access) else ""
    names = {}
    if access != [PUBLIC]:
        names |= {"400": "BadRequest", "429": "TooManyRequests", "503": "Unavailable"}
    if access == [PHONE]:
        names["401"] = "Unauthenticated"
    if security(operation):
        names |= {"401": "Unauthenticated", "403": f"{shared}Forbidden"}
    if "{" in path:
        names["404"] = f"{shared}NotFound"
    if "body" in operation or method == "post":
        names["413"] = "TooLarge"
    if "body" in operation and not operation.get("x-any-content-type"):
        names["415"] = "UnsupportedMediaType"
    if operation.get("idempotent"):
        names |= {"409": f"{shared}Conflict", "422": "Unprocessable"}
    return names


def standard_headers(operation):
    names = ["Request-Id"]
    if security(operation):
        names += RATE_LIMIT
    if operation.get("idempotent"):
        names.append("Idempotent-Replayed")
    return {name: name.replace("-", "") for name in names}


def words(operation):
    access = operation["access"]
    return access if isinstance(access, list) else [access]


def security(operation):
    return [scheme for word in words(operation) for scheme in schemes(word)]


def schemes(word):
    return [{"secretKey": [word]}] if ":" in word else ACCESS[word]


class Bundle:
    """The document while its parts are read."""

    def __init__(self, folder):
        self.folder = folder
        self.document = read(folder / "openapi.yaml")
        self.components = {
            kind: read(folder / "components" / f"{kind}.yaml")
            for kind in ("securitySchemes", "parameters", "headers", "responses")
        }
        for kind in ("schemas", "examples"):
            self.components[kind] = merged(folder / "components" / kind)
        self.path_parameters = {}
        for name, parameter in self.components["parameters"].items():
            if parameter["in"] == "path":
                self.path_parameters.setdefault(parameter["name"], name)

    def whole(self):
        paths = {}
        for tag in self.document["tags"]:
            file = self.folder / f"{tag['name'].lower().replace(' ', '-')}.yaml"
            for path, methods in read(file).items():
                for method, operation in methods.items():
                    try:
                        full = self.operation(method, path, operation, tag["name"])
                    except (Fault, KeyError, TypeError) as fault:
                        raise Fault(f"{file.name}: {method} {path}: {fault!r}") from fault
                    if method in paths.setdefault(path, {}):
                        raise Fault(f"{file.name}: {method} {path} is there twice")
                    paths[path][method] = full
        components = self.components | {
            "responses": {n: self.problem(r) for n, r in self.components["responses"].items()},
            "schemas": {n: schema(s) for n, s in self.components["schemas"].items()},
        }
        return self.document | {"paths": paths, "components": components}

    def operation(self, method, path, source, tag):
        known = {
            "operationId", "summary", "description", "access", "idempotent", "list", "parameters", "body",
            "responses", "x-any-content-type",
        }
        if source.keys() - known:
            raise Fault(f"unknown: {', '.join(source.keys() - known)}")
        full = {"operationId": source["operationId"], "tags": [tag], "summary": source["summary"]}
        for key in ("description", "x-any-content-type"):
            if key in source:
                full[key] = source[key]
        full["security"] = security(source)
        if parameters := self.parameters(path, source):
            full["parameters"] = parameters
        if "body" in source:
            full["requestBody"] = self.body(source["body"])
        responses = {
            status: self.response(response, standard_headers(source))
            for status, response in source["responses"].items()
            if response is not None
        }
        for status, name in standard_responses(method, path, source).items():
            if status not in source["responses"]:
                responses[status] = reference("responses", name)
        full["responses"] = dict(sorted(responses.items()))
        return full

    def parameters(self, path, source):
        own = [
            reference("parameters", one) if isinstance(one, str) else one
            for one in source.get("parameters", [])
        ]
        described = {self.parameter(one)["name"] for one in own if self.parameter(one)["in"] == "path"}
        first = [
            reference("parameters", self.path_parameters[name])
            for name in re.findall(r"{(\w+)}", path)
            if name not in described
        ]
        names = ["Limit", "After"] if source.get("list") else []
        match source.get("idempotent"):
            case True:
                names.append("IdempotencyKey")
            case "secret":
                names.append("SecretIdempotencyKey")
        return first + own + [reference("parameters", name) for name in names]

    def parameter(self, one):
        if "$ref" not in one:
            return one
        return self.components["parameters"][one["$ref"].rpartition("/")[2]]

    def response(self, source, headers):
        if isinstance(source, str):
            return reference("responses", source)
        named = dict(headers)
        for name, header in source.get("headers", {}).items():
            for one in RATE_LIMIT if name == "RateLimit" else [name]:
                named[one] = header
        full = {
            "description": source["description"],
            "headers": {
                name: reference("headers", header)
                for name, header in named.items()
                if header is not None
            },
        }
        return full | {k: v for k, v in self.body(source).items() if k not in full}

    def body(self, source):
        """A body with its content: the schema and the examples of JSON stand in the source itself."""
        own = ("schema", "example", "examples")
        content = {key: source[key] for key in own if key in source}
        full = {key: value for key, value in source.items() if key not in own}
        if content:
            full["content"] = {JSON: content}
        for media in full.get("content", {}).values():
            named = media.get("schema")
            media["schema"] = reference("schemas", named) if isinstance(named, str) else schema(named)
            if "examples" in media:
                media["examples"] = {
                    key: reference("examples", one) if isinstance(one, str) else one
                    for key, one in media["examples"].items()
                }
        return full

    def problem(self, source):
        problem = source["problem"]
        example = {"type": f"urn:paysheet:problem:{problem['code']}"} | problem
        return {
            "description": source["description"],
            "headers": {
                name: reference("headers", header)
                for name, header in ({"Request-Id": "RequestId"} | source.get("headers", {})).items()
            },
            "content": {
                "application/problem+json": {
                    "schema": reference("schemas", "Problem"),
                    "example": example | {"requestId": "k3vq7c2o5yh4d6m4xw2a"},
                }
            },
        }


def schema(source):
    """A schema that refuses unknown members unless it says otherwise, with the schemas within it."""
    if isinstance(source, bool):
        return source
    if "listOf" in source:
        return list_schema(**source)
    full = {key: value for key, value in source.items() if key not in ("open", "nullable")}
    if full.get("type") == "object" and "additionalProperties" not in full and not source.get("open"):
        full = {"type": "object", "additionalProperties": False} | full
    for key in ("items", "additionalProperties"):
        if isinstance(full.get(key), dict):
            full[key] = schema(full[key])
    if "properties" in full:
        members = {name: schema(member) for name, member in full["properties"].items()}
        full["properties"] = members | {name: or_null(members[name]) for name in source.get("nullable", [])}
    for key in ("oneOf", "anyOf", "allOf"):
        if key in full:
            full[key] = [schema(choice) for choice in full[key]]
    return full


def or_null(member):
    outside = {"description": member["description"]} if "description" in member else {}
    inside = {key: value for key, value in member.items() if key not in outside}
    return outside | {"oneOf": [inside, {"type": "null"}]}


def list_schema(listOf, maxItems=100, **more):
    items = reference("schemas", listOf) if isinstance(listOf, str) else schema(listOf)
    return more | {
        "type": "object",
        "additionalProperties": False,
        "required": ["data", "nextCursor"],
        "properties": {
            "data": {"type": "array", "maxItems": maxItems, "items": items},
            "nextCursor": {"oneOf": [reference("schemas", "Cursor"), {"type": "null"}]},
        },
    }


def read(file):
    try:
        return yaml.load(file.read_text(encoding="utf-8"), SafeLoader)
    except (OSError, yaml.YAMLError) as fault:
        raise Fault(f"{file}: {fault}") from fault


def merged(folder):
    whole = {}
    for file in sorted(folder.glob("*.yaml")):
        part = read(file)
        if twice := whole.keys() & part.keys():
            raise Fault(f"{file.name}: {', '.join(sorted(twice))} is in another file, too")
        whole |= part
    return whole


class Writing(SafeDumper):
    """Writes short mappings and lists on one line, and long texts folded."""

    def ignore_aliases(self, _):
        return True


WIDTH = 120


def represent_mapping(dumper, mapping):
    return dumper.represent_mapping("tag:yaml.org,2002:map", mapping.items(), flow_style=is_short(mapping))


def represent_list(dumper, items):
    return dumper.represent_sequence("tag:yaml.org,2002:seq", items, flow_style=is_short(items))


def represent_text(dumper, text):
    style = "|" if "\n" in text else ">" if len(text) > WIDTH // 2 and " " in text else None
    return dumper.represent_scalar("tag:yaml.org,2002:str", text, style=style)


def is_short(node):
    """True if the node fits on a line and no text in it is folded."""
    texts = [node]
    while texts:
        one = texts.pop()
        if isinstance(one, dict):
            texts += one.values()
        elif isinstance(one, list):
            texts += one
        elif isinstance(one, str) and (len(one) > WIDTH // 2 or "\n" in one):
            return False
    return len(str(node)) <= WIDTH * 3 // 4


Writing.add_representer(dict, represent_mapping)
Writing.add_representer(list, represent_list)
Writing.add_representer(str, represent_text)


def main():
    if len(sys.argv) != 3:
        sys.exit(__doc__)
    folder, target = map(pathlib.Path, sys.argv[1:])
    try:
        document = Bundle(folder).whole()
    except Fault as fault:
        sys.exit(f"openapi.py: {fault}")
    text = yaml.dump(document, Dumper=Writing, sort_keys=False, allow_unicode=True, width=WIDTH)
    note = "# Made by bin/openapi from the files in openapi/; bin/check compares. Do not edit.\n"
    target.write_text(note + text, encoding="utf-8")


if __name__ == "__main__":
    main()
