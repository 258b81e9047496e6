"""Writes the clients for a merchant's server; bin/clients calls it.

    generate.py CONTRACT TARGET-FOLDER

Each client is its transport, which stands beside this file, then a method for each operation that
a secret key or a checkout's client secret may call, and a type for each schema.
"""

import pathlib
import sys

import yaml

import python
import typescript

try:
    from yaml import CSafeLoader as SafeLoader
except ImportError:
    from yaml import SafeLoader

HERE = pathlib.Path(__file__).parent
SCHEMAS = "#/components/schemas/"
#: The member that only the first response to a call contains: a replay omits it.
SHOWN_ONCE = {
    "createBalance": "code",
    "createKey": "secret",
    "rotateKey": "secret",
    "createWebhookEndpoint": "secret",
    "rotateWebhookSecret": "secret",
}


class Operation:
    """A call, as both clients describe it."""

    def __init__(self, contract, method, path, source, scheme):
        self.method = method.upper()
        self.path = path
        self.name = source["operationId"]
        self.summary = source["summary"]
        parameters = [resolved(contract, one) for one in source.get("parameters", [])]
        self.segments = [one for one in parameters if one["in"] == "path"]
        self.query = [one for one in parameters if one["in"] == "query"]
        self.shown_once = SHOWN_ONCE.get(self.name)
        self.is_idempotent = any(one["name"] == "Idempotency-Key" for one in parameters)
        self.body, self.media_types, self.needs_body = None, [], False
        if body := source.get("requestBody"):
            self.media_types = list(body["content"])
            self.body = next(iter(body["content"].values()))["schema"]
            self.needs_body = body.get("required", False)
        self.answers = self.schemas(source["responses"], scheme)
        first = resolved(contract, self.answers[0]) if self.answers and self.answers[0] else {}
        self.is_list = "data" in first.get("properties", {}) and any(one["name"] == "after" for one in self.query)
        #: The schema of a list's entries.
        self.entry = first["properties"]["data"]["items"] if self.is_list else None

    @property
    def sends_json(self):
        return self.media_types == ["application/json"]

    @staticmethod
    def schemas(responses, scheme):
        """The different schemas of the successful answers to a credential; None for bytes, empty
        for no content."""
        found = []
        for status, response in responses.items():
            own = response.get("x-schema-by-security", {}).get(scheme)
            for media, content in response.get("content", {}).items() if status < "300" else ():
                schema = content["schema"] if media == "application/json" else None
                schema = {"$ref": SCHEMAS + own} if own else schema
                if schema not in found:
                    found.append(schema)
        return found


class Contract:
    def __init__(self, file):
        self.document = yaml.load(file.read_text(encoding="utf-8"), SafeLoader)
        self.server = self.operations("secretKey")
        self.sheet = self.operations("clientSecret")
        self.schemas = self.used(self.server + self.sheet)

    def operations(self, scheme):
        """The operations that accept a credential."""
        return [
            Operation(self.document, method, path, source, scheme)
            for path, methods in self.document["paths"].items()
            for method, source in methods.items()
            if any(scheme in one for one in source["security"])
        ]

    def used(self, operations):
        """The schemas that operations use, in the order of the contract."""
        every = self.document["components"]["schemas"]
        used = set()
        waiting = [one.body for one in operations] + [{"$ref": f"{SCHEMAS}Event"}]
        waiting += [answer for one in operations for answer in one.answers]
        waiting += [parameter["schema"] for one in operations for parameter in one.query + one.segments]
        while waiting:
            for name in references(waiting.pop()):
                if name not in used:
                    used.add(name)
                    waiting.append(every[name])
        return {name: schema for name, schema in every.items() if name in used}


def references(node):
    if isinstance(node, dict):
        for key, value in node.items():
            if key == "$ref" and isinstance(value, str):
                yield value.removeprefix(SCHEMAS)
            else:
                yield from references(value)
    elif isinstance(node, list):
        for item in node:
            yield from references(item)


def resolved(contract, node):
    while "$ref" in node:
        target = contract
        for part in node["$ref"].removeprefix("#/").split("/"):
            target = target[part]
        node = target
    return node


def main():
    if len(sys.argv) != 3:
        sys.exit(__doc__)
    contract, target = Contract(pathlib.Path(sys.argv[1])), pathlib.Path(sys.argv[2])
    for writer, name in ((python, "paysheet.py"), (typescript, "paysheet.ts")):
        transport = (HERE / f"transport{pathlib.Path(name).suffix}").read_text(encoding="utf-8")
        (target / name).write_text(writer.written(contract, transport), encoding="utf-8")


if __name__ == "__main__":
    main()
