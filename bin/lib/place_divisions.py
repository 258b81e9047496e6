"""The regions of countries whose addresses have none, for bin/places."""

import collections
import gettext
import os
import re

from place_keys import folded
from place_names import (
    DIVISION_ALIASES, DIVISION_WORDS, FORMER_REGIONS, LOCAL_LANGUAGES, NEWER_REGIONS, OUTDATED_NAMES, PARENTS, PREFERRED_NAMES,
    RECODED_REGIONS, SHARED_NAMES)
from place_shorts import more_names


# The languages whose letters people write out: Niederoesterreich, Moere og Romsdal.
WRITTEN_OUT = {"da", "de", "fi", "no", "sv"}
LETTERS = str.maketrans({"ä": "ae", "ö": "oe", "ü": "ue", "å": "aa", "ø": "oe", "Ä": "Ae", "Ö": "Oe", "Ü": "Ue", "Å": "Aa", "Ø": "Oe"})
# These have a comma below, and FoldedText keeps them.
ROMANIAN = str.maketrans("șțȘȚ", "stST")


# Words that addresses shorten. A county of Great Britain is also N, S, E or W of another.
SHORTENED = {"Saint": "St", "Sainte": "Ste", "Sint": "St", "Sankt": "St"}
BRITISH = {"North": "N", "North East": "NE", "South": "S", "East": "E", "West": "W"}


def shortened(country, names):
    """The names with Saint shortened, Latvia's with the word for municipality, and Great Britain's with the points of the
    compass."""
    found = {re.sub(r"\b(Sainte?|Sint|Sankt)\b", lambda match: SHORTENED[match[1]], name) for name in names if name}
    if country == "LV":
        found |= {re.sub(" novads$", " nov", name) for name in found}
    if country == "GB":
        found |= {re.sub("^(North East|North|South|East|West) ", lambda match: BRITISH[match[1]] + " ", name) for name in found}
        for shire, short in (("Yorkshire", "Yorks"), ("Lanarkshire", "Lanarks"), ("Lincolnshire", "Lincs"), ("Gloucestershire", "Glos"),
                             ("Northamptonshire", "Northants")):
            found |= {name.replace(shire, short) for name in found}
    return found - set(names)


def lines_of(beginnings):
    return sorted(f"{beginning}\t{','.join(sorted(codes))}" for beginning, codes in beginnings.items())


def in_order(names):
    return [f"{name}\t{code}" for name, code in sorted(names.items(), key=lambda entry: entry[0].encode())]


def translations():
    """Language -> iso-codes' translations of ISO's names."""
    found = {}
    for language in {language for languages in LOCAL_LANGUAGES.values() for language in languages}:
        path = f"/usr/share/locale/{'nb' if language == 'no' else language}/LC_MESSAGES/iso_3166-2.mo"
        if os.path.exists(path):
            with open(path, "rb") as file:
                found[language] = gettext.GNUTranslations(file)
    return found


def divisions_of(country, entries, cldr, posts, catalogs):
    """The four blocks of a country whose addresses have no region, in the form of regions_of: ISO's
    codes, with their names in English, in the country's languages, and as ISO has them. Such a text
    is kept as written, and no typo is corrected."""
    lines, own, shorter = [], collections.defaultdict(set), collections.defaultdict(set)
    languages = LOCAL_LANGUAGES.get(country, [])
    recoded, parents = RECODED_REGIONS.get(country, {}), PARENTS.get(country, {})
    for entry in entries:
        former = entry["code"].split("-")[1]
        if former in FORMER_REGIONS.get(country, ()):
            continue
        code, translated = recoded.get(former, former), {} if country in OUTDATED_NAMES else cldr.get((country + former).lower(), {})
        plain = re.sub(r" \(.*", "", entry["name"])
        english = translated.get("en", plain)
        # iso-codes writes a parent with or without the country.
        parent = parents.get(code, entry.get("parent", "").split("-")[-1])
        # A setting may have the former code, so that region contains the new one.
        lines += [f"{former}\t\t{english}\t{parent}"] if code != former else []
        lines.append(f"{code}\t\t{english}\t{former if code != former else parent}")
        spellings = {code, english, entry["name"], plain, *re.split(r"[/\[\]]", entry["name"])}
        spellings |= {name for language, name in translated.items() if language in languages}
        spellings |= {catalogs[language].gettext(entry["name"]) for language in languages if language in catalogs}
        spellings |= {*DIVISION_ALIASES.get(country, {}).get(code, "").split("|"), *more_names(country, code)}
        if "ro" in languages:
            spellings |= {name.translate(ROMANIAN) for name in spellings}
        if "ru" in languages:
            spellings |= {name.replace("ё", "е") for name in spellings}
        if not WRITTEN_OUT.isdisjoint(languages):
            spellings |= {name.translate(LETTERS) for name in spellings}
        for name in filter(None, map(folded, spellings)):
            own[name].add(code)
        for name in map(folded, shortened(country, spellings)):
            shorter[name].add(code)
    whole = set(own)
    for name in shorter.keys() - whole:
        own[name] = shorter[name]
    whole |= shorter.keys()
    for name, meant in list(own.items()) if languages else ():
        for word in DIVISION_WORDS:
            for short in (name.removesuffix(word), name.removeprefix(word)):
                if short not in whole and len(short) > 3:
                    own[short].update(meant)
    decided = {name: next(iter(meant)) if len(meant) == 1 else "-" for name, meant in own.items()}
    decided |= dict.fromkeys(map(folded, SHARED_NAMES.get(country, ())), "-")
    decided |= {folded(name): code for name, code in PREFERRED_NAMES.get(country, {}).items()}
    decided |= {folded(former): code for former, code in recoded.items()}
    decided |= {folded(line.split("\t")[0]): line.split("\t")[0] for line in lines if line.split("\t")[0] not in recoded}
    for code, name in NEWER_REGIONS.get(country, {}).items():
        lines.append(f"{code}\t\t{name}\t{parents.get(code, '')}")
        decided[folded(code)] = code
        names = {name, name.removesuffix(" novads"), *DIVISION_ALIASES.get(country, {}).get(code, "").split("|"), *more_names(country, code)}
        for spelling in sorted(names | shortened(country, names)):
            if spelling:
                decided.setdefault(folded(spelling), code)
    return [lines, lines_of(posts.get(country, {})), in_order(decided), []]
