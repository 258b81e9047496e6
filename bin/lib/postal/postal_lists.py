"""Lists of postal codes that are not in GeoNames' form, for bin/postal-regions."""

import collections
import csv
import json
import sys

from place_keys import folded

# The ranges of Brazil's codes by state (Correios, faixas de CEP), and Rondônia's 789 from before
# 2005, which Google's address data still has.
BRAZIL = {
    "AC": "69900-69999", "AL": "57000-57999", "AM": "69000-69299 69400-69899", "AP": "68900-68999", "BA": "40000-48999",
    "CE": "60000-63999", "DF": "70000-72799 73000-73699", "ES": "29000-29999", "GO": "72800-72999 73700-76799", "MA": "65000-65999",
    "MG": "30000-39999", "MS": "79000-79999", "MT": "78000-78899", "PA": "66000-68899", "PB": "58000-58999", "PE": "50000-56999",
    "PI": "64000-64999", "PR": "80000-87999", "RJ": "20000-28999", "RN": "59000-59999", "RO": "76800-76999 78900-78999",
    "RR": "69300-69399", "RS": "90000-99999", "SC": "88000-89999", "SE": "49000-49999", "SP": "01000-19999", "TO": "77000-77999",
}

# The wilayas that were parts of another one until 2019, and those of 2026, to which ISO 3166-2 has
# given no code (law 26-06); their postal codes still begin with the old wilaya's number.
ALGERIA = {"49": "01", "50": "01", "51": "07", "52": "08", "53": "11", "54": "11", "55": "30", "56": "33", "57": "39", "58": "47"}
WITHOUT_ISO_CODE = {"59": "03", "60": "32", "61": "13", "62": "07", "63": "05", "64": "28", "65": "12", "66": "26", "67": "14",
                    "68": "17", "69": "17"}


# Words that French addresses shorten.
SHORT = {"SAINT": "ST", "SAINTE": "STE"}
LONG = {short: long for long, short in SHORT.items()}


def brazil(known):
    """Five digits -> state, after a check that GeoNames has each place in the same state."""
    codes = {}
    for state, ranges in BRAZIL.items():
        for bounds in ranges.split():
            low, high = map(int, bounds.split("-"))
            codes |= {f"{number:05}": {state} for number in range(low, high + 1)}
    wrong = [code for code, regions in known.items() if codes.get(code[:5]) != regions]
    if wrong:
        sys.exit(f"bin/postal-regions: BR: GeoNames has other states: {wrong}")
    return codes


def communes(path):
    """Postal code -> department -> keys of its communes' and localities' names, with Saint
    written out and shortened."""
    found = collections.defaultdict(lambda: collections.defaultdict(set))
    with open(path, encoding="utf-8") as file:
        for row in csv.reader(file, delimiter=";"):
            if len(row) < 5 or not row[2].isdigit():
                continue
            number = row[0][:2]
            for name in filter(None, (row[1], row[3], row[4])):
                words = [SHORT.get(word, word) for word in name.split(" ")]
                found[row[2]][number] |= {folded(name), folded(" ".join(words)), folded(" ".join(LONG.get(word, word) for word in words))}
    return found


def algeria(path):
    """The regions of a divided wilaya's digits, and the cities of each: digits -> region -> keys. A
    commune of a wilaya without an ISO code is listed under a dash."""
    with open(path, encoding="utf-8") as file:
        rows = json.load(file)["communes"]
    former = ALGERIA | WITHOUT_ISO_CODE
    divided = {old: {old} for old in former.values()}
    for wilaya, old in former.items():
        divided[old].add(wilaya if wilaya in ALGERIA else "-")
    cities = collections.defaultdict(lambda: collections.defaultdict(set))
    for row in rows:
        wilaya = row["wilaya_code"]
        old = former.get(wilaya, wilaya)
        if old in divided:
            region = "-" if wilaya in WITHOUT_ISO_CODE else wilaya
            cities[old][region] |= {folded(row[name]) for name in ("nom_fr", "nom_en", "nom_ar") if row[name]}
    return {old: ",".join(sorted(regions)) for old, regions in divided.items()}, cities
