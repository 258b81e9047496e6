"""docs/api agrees with openapi.yaml and the server's sources, and all links have targets."""

import json
import re

import pytest

import contract as house

CONTRACT = house.load()
TREE = house.PATH.parent
DOCS = TREE / "docs" / "api"
PAGES = sorted([*TREE.glob("*.md"), *TREE.glob("bench/*.md"), *TREE.glob("docs/**/*.md")])


def first_cells(page, heading=None):
    """The code in the first column of each table row, after a heading if one is given."""
    text = (DOCS / page).read_text(encoding="utf-8")
    if heading:
        text = text.partition(heading)[2].partition("\n## ")[0]
    return re.findall(r"^\|[^|`]*`([^`]+)`", text, re.MULTILINE)


def test_the_page_of_messages_lists_every_message():
    schemas = CONTRACT["components"]["schemas"]
    assert first_cells("messages.md")[1:] == (
        schemas["MessageCode"]["enum"] + ["code"] + schemas["WordCode"]["enum"])


def test_the_page_of_idempotency_lists_every_call_that_accepts_a_key():
    section = (DOCS / "idempotency.md").read_text(encoding="utf-8").partition("## Calls that accept a key")[2]
    listed = re.findall(r"`(/v1[^`]*)`", section)
    described = [
        path for path, operations in CONTRACT["paths"].items() for operation in operations.values()
        if any("IdempotencyKey" in one.get("$ref", "") for one in operation.get("parameters", []))]
    assert sorted(listed) == sorted(described)


# The status of each kind of problem details.
STATUSES = {
    "unauthenticated": "401", "forbidden": "403", "notFound": "404", "conflict": "409",
    "unprocessable": "422", "tooManyRequests": "429", "gatewayFailed": "502", "unavailable": "503", "invalid": "400",
}


def refused_codes(folder):
    """The kind and the code of every refusal of the domains."""
    kinds = "|".join(STATUSES)
    for path in sorted(folder.rglob("*.swift")):
        source = path.read_text(encoding="utf-8")
        # `.conflict("busy", …)` and `ProblemDetails(.conflict, "busy", …)`; those of a field, such
        # as `.invalid("/plan", …)`, have no code of their own.
        yield from re.findall(rf"\b({kinds})(?:\(|,)\s*\"([a-z_]+)\"", source)


def test_the_page_of_errors_has_every_code_of_the_contract():
    text = (DOCS / "errors.md").read_text(encoding="utf-8")
    listed = re.findall(r"^\| \d{3} \| `(\w+)` \|", text, re.MULTILINE)
    assert len(listed) == len(set(listed))
    told = re.findall(r"`(\w+)`", house.PATH.read_text(encoding="utf-8"))
    used = {
        answer["content"]["application/problem+json"]["example"]["code"]
        for answer in CONTRACT["components"]["responses"].values()
    }
    assert used <= set(listed)
    # Only codes among the words in backquotes contain an underscore.
    fields = set(first_cells("errors.md", "## Codes of fields"))
    codes = {word for word in told if "_" in word[:-1] and word.islower()}
    assert codes <= set(listed) | fields


def test_the_page_of_errors_has_every_code_of_the_server_and_no_other():
    text = (DOCS / "errors.md").read_text(encoding="utf-8")
    listed = set(re.findall(r"^\| (\d{3}) \| `(\w+)` \|", text, re.MULTILINE))
    folder = house.PATH.parent / "Sources"
    sources = sorted((folder / "Doors/API").rglob("*.swift"))
    source = "".join(path.read_text(encoding="utf-8") for path in sources)
    answered = set(re.findall(r"\b([45]\d\d),\s*\"([a-z_]+)\"", source))
    answered |= {(STATUSES[kind], code) for kind, code in refused_codes(folder / "Domains")}
    # Codes of 401 are arguments of the function that adds the challenge, without the status.
    answered |= {("401", code) for code in re.findall(r"code: \"(\w+_credential|no_session)\"", source)}
    assert answered == listed


def inside(value):
    """Every object in an example, at any depth."""
    if isinstance(value, dict):
        yield value
    if isinstance(value, (dict, list)):
        for member in value.values() if isinstance(value, dict) else value:
            yield from inside(member)


def test_the_examples_have_codes_and_messages_of_the_server():
    fields = set(re.findall(
        r"`(\w+)`", re.search(r"## Codes of fields\n.*?\n## ", (DOCS / "errors.md").read_text(
            encoding="utf-8"), re.DOTALL)[0]))
    texts = dict(re.findall(
        r"^\| `([\w.]+)` \| (.+) \|$", (DOCS / "messages.md").read_text(encoding="utf-8"),
        re.MULTILINE))
    strange = []
    for thing in inside(CONTRACT["components"]):
        if isinstance(thing.get("pointer"), str) and thing["code"] not in fields:
            strange.append(thing)
        if isinstance(thing.get("messageCode"), str):
            english = re.sub(r"\\{\w+\\}", ".+", re.escape(texts[thing["messageCode"]]))
            if not re.fullmatch(english, thing["message"]):
                strange.append(thing)
        request = thing.get("requestId")
        if isinstance(request, str) and not re.fullmatch(r"[a-z0-9]{20}", request):
            strange.append(thing)
    assert strange == []


def prose(page):
    """A page without its blocks of code."""
    return re.sub(r"^ *```.*?^ *```", "", page.read_text(encoding="utf-8"), flags=re.M | re.S)


def anchors(page):
    """The anchors of a page's headings, as GitHub makes them."""
    seen = {}
    for heading in re.findall(r"^#+ +(.+?) *$", prose(page), re.MULTILINE):
        text = re.sub(r"\[([^\]]*)\]\([^)]*\)", r"\1", heading).lower()
        anchor = re.sub(r"[^\w\- ]", "", text).replace(" ", "-")
        again = seen[anchor] = seen.get(anchor, -1) + 1
        yield f"{anchor}-{again}" if again else anchor


@pytest.mark.parametrize("page", PAGES, ids=lambda page: str(page.relative_to(TREE)))
def test_every_link_of_a_page_has_a_target(page):
    missing = []
    for link in re.findall(r"\]\(([^()\s]+)\)", prose(page)):
        if re.match(r"[a-z]+:", link):
            continue
        path, _, anchor = link.partition("#")
        target = (page.parent / path).resolve() if path else page
        if not target.exists() or anchor and anchor not in set(anchors(target)):
            missing.append(link)
    assert missing == []


def test_every_page_that_the_tree_names_exists():
    files = [TREE / "openapi.yaml", *PAGES]
    for folder in ("Sources", "Tests", "bin", "clients", "deploy", "pages"):
        files += [path for path in sorted((TREE / folder).rglob("*")) if path.is_file()]
    missing = []
    for file in files:
        text = file.read_bytes().decode("utf-8", "ignore")
        for path in re.findall(r"(?<![\w/.-])docs/[a-z][\w/-]*\.md", text):
            if not (TREE / path).exists():
                missing.append((str(file.relative_to(TREE)), path))
    assert missing == []


@pytest.mark.parametrize("page", PAGES, ids=lambda page: str(page.relative_to(TREE)))
def test_lines_of_a_page_have_at_most_100_columns(page):
    lines = page.read_text(encoding="utf-8").split("\n")
    assert [line for line in lines if len(line) > 100 and not line.lstrip().startswith("|")] == []


# The schemas of the examples on each page, in order. None marks an example with an ellipsis.
EXCHANGES = {
    "authorize.md": [None, "AuthorizationResult", None, None],
    "checkouts.md": ["CheckoutCreation", None, "LastAttempt", "TimelineEntry"],
    "contacts.md": ["ContactValidation", "ContactVerdict"],
    "errors.md": ["Problem"],
    "later-payments.md": ["LaterPayment"],
    "merchants.md": ["SettingsChange", "SettingsChange"],
    "messages.md": ["SettingsChange"],
    "sandbox.md": [None, None],
    "subscriptions.md": ["PlanTerms", "Subscription"],
    "webhooks.md": ["Event", "Event"],
    "sheet.md": ["ShippingContactUpdate", "SheetState", None],
}


@pytest.mark.parametrize("page", sorted(path.name for path in DOCS.glob("*.md")))
def test_the_exchanges_on_a_page_fit_the_contract(page):
    text = (DOCS / page).read_text(encoding="utf-8")
    blocks = re.findall(r"```json\n(.*?)```", text, re.DOTALL)
    schemas = EXCHANGES.get(page, [])
    assert len(blocks) == len(schemas)
    for block, schema in zip(blocks, schemas):
        if schema:
            house.validator(CONTRACT, "components", "schemas", schema).validate(json.loads(block))


def test_going_live_names_each_check_of_the_doctor_and_no_other():
    sources = sorted((TREE / "Sources/Doors/paysheet/Doctor").glob("*.swift"))
    source = "".join(path.read_text(encoding="utf-8") for path in sources)
    checks = set(re.findall(r"\bdiagnosis\.\w+\(\s*\"([^\"\\]+)\"", source))
    text = (TREE / "docs" / "go-live.md").read_text(encoding="utf-8")
    # The doctor's output for a step ends with the step's paragraph.
    steps = re.findall(r"\bDoctor:\s(.*?)(?=\n\d+\. |\n\n|\Z)", text, re.DOTALL)
    spans = {span for step in steps for span in re.findall(r"`([^`]+)`", step)}
    words = {span for span in spans if re.fullmatch("[a-z ]+", span)}
    assert checks and words - {"soon", "live", "paysheet serve"} == checks
