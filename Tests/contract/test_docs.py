"""docs/api agrees with openapi.yaml where both list the same items."""

import json
import re

import pytest

import contract as house

CONTRACT = house.load()
DOCS = house.PATH.parent / "docs" / "api"


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
    # Other words in backquotes contain no underscore.
    fields = set(first_cells("errors.md", "## Codes of fields"))
    codes = {word for word in told if "_" in word[:-1] and word.islower()}
    assert codes <= set(listed) | fields


def test_the_page_of_errors_has_every_code_of_the_server_and_no_other():
    text = (DOCS / "errors.md").read_text(encoding="utf-8")
    listed = set(re.findall(r"^\| (\d{3}) \| `(\w+)` \|", text, re.MULTILINE))
    sources = sorted((house.PATH.parent / "Sources" / "API").rglob("*.swift"))
    source = "".join(path.read_text(encoding="utf-8") for path in sources)
    answered = set(re.findall(r"\b([45]\d\d),\s*\"([a-z_]+)\"", source))
    # The codes of 401 are passed to one function that adds the challenge.
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


def test_every_link_of_a_page_has_a_target():
    for page in DOCS.glob("*.md"):
        for target in re.findall(r"\]\(([\w./]+\.md)", page.read_text(encoding="utf-8")):
            # The page of the sandbox is added with the processor.
            assert (page.parent / target).exists() or target == "../sandbox.md", (page, target)


# The complete exchanges on the pages, in order; None contains an ellipsis.
EXCHANGES = {
    "authorize.md": [None, "AuthorizationResult", None, None],
    "checkouts.md": ["CheckoutCreation", None, "LastAttempt", "TimelineEntry"],
    "contacts.md": ["ContactValidation", "ContactVerdict"],
    "errors.md": ["Problem"],
    "later-payments.md": ["LaterPayment"],
    "merchants.md": ["SettingsChange", "SettingsChange"],
    "messages.md": ["SettingsChange"],
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
