"""`paysheet contacts check` answers each line of a list of contacts, in order."""

import json
import os
import subprocess

import phonenumbers
import pytest
from phonenumbers import PhoneNumberFormat, PhoneNumberType

CUPERTINO = {
    "addressLines": ["1 Infinite Loop"],
    "locality": "Cupertino",
    "administrativeArea": "Californa",
    "postalCode": "950142083",
    "countryCode": "us",
}


def check(lines, *flags):
    run = subprocess.run(
        [os.environ["PAYSHEET_EXECUTABLE"], "contacts", "check", *flags],
        input="".join(line + "\n" for line in lines),
        capture_output=True,
        text=True,
        timeout=60,
    )
    return run.returncode, [json.loads(line) if line else None for line in run.stdout.splitlines()], run.stderr


def test_each_contact_has_one_line_in_order():
    contacts = [CUPERTINO | {"addressLines": [f"{number} Infinite Loop"]} for number in range(3000)]
    status, answers, _ = check(map(json.dumps, contacts))
    assert status == 0
    assert [answer["normalized"]["addressLines"][0].split()[0] for answer in answers] == [
        str(number) for number in range(3000)
    ]
    first = answers[0]
    assert (first["valid"], first["region"], first["errors"]) == (True, "US-CA", [])
    assert first["normalized"]["postalCode"] == "95014-2083"
    assert first["provenance"]["administrativeArea"] == "normalised"


def test_an_invalid_line_gets_a_problem_and_the_others_are_answered():
    status, answers, complaint = check(
        [json.dumps(CUPERTINO), "nonsense", '{"countryCode": 1}', "", "[]", "{" + "x" * 70_000, json.dumps(CUPERTINO)]
    )
    assert status == 1
    assert complaint == "paysheet: 4 of 6 lines were not contacts\n"
    assert answers[3] is None  # An empty line has an empty answer, so that lines stay aligned.
    del answers[3]
    problems = [[(problem["pointer"], problem["code"]) for problem in answer.get("problems", [])] for answer in answers]
    assert problems == [
        [],
        [("", "invalid_json")],
        [("/countryCode", "wrong_type")],
        [("", "wrong_type")],
        [("", "too_long")],
        [],
    ]


def test_flags_choose_required_fields_and_allowed_countries():
    hawaii = CUPERTINO | {"locality": "Honolulu", "administrativeArea": "Hawaï", "postalCode": "96813"}
    status, answers, _ = check(
        [json.dumps(CUPERTINO), json.dumps(hawaii), json.dumps(CUPERTINO | {"countryCode": "FR"})],
        *("--required", "postalAddress,name", "--allow-country", "US", "--exclude-region", "US-HI"),
        *("--locale", "fr"),
    )
    assert status == 0
    assert [[error["code"] for error in answer["errors"]] for answer in answers] == [
        ["shippingContactInvalid"],
        ["addressUnserviceable", "shippingContactInvalid"],
        ["addressUnserviceable", "shippingContactInvalid", "shippingContactInvalid"],
    ]
    assert answers[0]["errors"][0]["message"] == "Veuillez ajouter un nom."
    _, [redacted], _ = check([json.dumps({"countryCode": "GB", "postalCode": "N1 ", "locality": "London"})], "--stage", "redacted")
    assert redacted["valid"]


def test_a_list_from_a_spreadsheet_may_have_a_byte_order_mark_and_carriage_returns():
    status, [answer], _ = check(["\ufeff" + json.dumps(CUPERTINO) + "\r"], "--allow-country", "us", "--exclude-region", "us-hi")
    assert (status, answer["valid"]) == (0, True)


def test_answers_that_cannot_be_written_are_a_failure():
    with open("/dev/full", "w") as full:
        run = subprocess.run(
            [os.environ["PAYSHEET_EXECUTABLE"], "contacts", "check"],
            input=json.dumps(CUPERTINO), stdout=full, stderr=subprocess.PIPE, text=True, timeout=60,
        )
    assert run.returncode != 0
    assert "cannot be written" in run.stderr


def test_a_wrong_flag_prints_the_accepted_values():
    for flags, words in (
        (["--stage", "half"], "redacted, full"),
        (["--allow-country", "Narnia"], "ISO 3166-1"),
        (["--exclude-region", "Hawaii"], "US-HI"),
        (["--exclude-region", "US-ZZ"], "US-ZZ"),
        (["--exclude-region", "DE-"], "ISO 3166-2"),
        (["--locale", "tlh"], "en, fr"),
        (["--required", ""], "postalAddress"),
        (["--frobnicate"], "unexpected"),
    ):
        status, answers, complaint = check([], *flags)
        assert (status != 0, answers) == (True, [])
        assert words in complaint


# Ascension Island and Tristan da Cunha, whose codes are not in ISO 3166-1.
NOT_OF_ISO = {"AC", "TA"}


@pytest.mark.parametrize(
    "form", [PhoneNumberFormat.NATIONAL, PhoneNumberFormat.INTERNATIONAL, PhoneNumberFormat.E164, PhoneNumberFormat.RFC3966]
)
def test_the_example_numbers_of_every_country_are_valid_and_normalized(form):
    numbers = []
    for region in sorted(phonenumbers.SUPPORTED_REGIONS - NOT_OF_ISO):
        for kind in (PhoneNumberType.FIXED_LINE, PhoneNumberType.MOBILE, PhoneNumberType.TOLL_FREE):
            number = phonenumbers.example_number_for_type(region, kind)
            if number:
                numbers.append((region, number))
    assert len(numbers) > 600
    contacts = [{"countryCode": region, "phoneNumber": phonenumbers.format_number(number, form)} for region, number in numbers]
    _, answers, _ = check(map(json.dumps, contacts), "--required", "phone")
    read = [(answer["valid"], answer["normalized"]["phoneNumber"]) for answer in answers]
    assert read == [(True, phonenumbers.format_number(number, PhoneNumberFormat.E164)) for _, number in numbers]
