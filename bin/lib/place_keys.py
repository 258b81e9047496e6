"""Keys of names, folded as FoldedText folds them, with the same tables."""

import collections
import os
import re
import unicodedata

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))


def swift(path, position=1):
    """A multiline string literal from a Swift source."""
    with open(os.path.join(ROOT, path), encoding="utf-8") as file:
        return file.read().split('"""')[position].replace("\\\n", "")


def letters(text):
    return ["" if word == "-" else word for word in text.split()]


LATIN = letters(swift("Sources/Domains/Contacts/Data/LatinLetters.swift", 1))
LATIN_ADDITIONAL = letters(swift("Sources/Domains/Contacts/Data/LatinLetters.swift", 3))


def folded(text):
    """The key of a name, scalar by scalar as FoldedText.key has it."""
    key = []
    for letter in text:
        value = ord(letter)
        if 0xFF01 <= value <= 0xFF5E:
            value -= 0xFEE0
            letter = chr(value)
        if value < 0x80:
            if letter.isalnum():
                key.append(letter.lower())
        elif value <= 0xBF or value in (0xD7, 0xF7) or 0x300 <= value <= 0x36F:
            continue
        elif value <= 0x17F:
            key.append(LATIN[value - 0xC0])
        elif 0x1E00 <= value <= 0x1EFF:
            key.append(LATIN_ADDITIONAL[value - 0x1E00])
        elif value in (0x3099, 0x309A) or is_alphabetic(letter) or unicodedata.category(letter) == "Mn":
            key.append(letter.lower())
        elif unicodedata.category(letter) == "Nd":
            key.append(str(unicodedata.digit(letter)))
    return "".join(key)


def is_alphabetic(letter):
    """Roughly Unicode's Alphabetic: letters, letter numbers and the vowel signs of Indic
    scripts."""
    return unicodedata.category(letter) in ("Lu", "Ll", "Lt", "Lm", "Lo", "Nl", "Mc")


def upper_level(country, entries, known, cldr, others):
    """ISO's regions that contain others: code, local name, English name, all names. The parents of
    regions without an entry are others."""
    parents = {entry.get("parent", "").split("-")[-1] for entry in entries if entry["code"].split("-")[1] in known}
    parents |= {parent for code, parent in others.items() if code in known}
    for entry in entries:
        code, name = entry["code"].split("-")[1], entry["name"]
        if code in parents and code not in known:
            english = cldr.get((country + code).lower(), {}).get("en", name)
            # ISO has names in several languages, each sorted by the part before its comma:
            # "Valenciana, Comunidad".
            turned = [" ".join(reversed(part.strip(" *").split(", "))) for part in re.split(r"[/\[\]]", name) if part.strip(" *")]
            yield code, turned[0], english, {code, english, *turned}


def iso_spellings(entries, recoded):
    """Keys of ISO's names -> codes: "Adygeja, Respublika" with its parts in the usual order."""
    found = collections.defaultdict(set)
    for entry in entries:
        code = entry["code"].split("-")[1]
        for part in filter(None, (part.strip(" *") for part in re.split(r"[/\[\]]", entry["name"]))):
            found[folded(" ".join(reversed(part.split(", "))))].add(recoded.get(code, code))
    found.pop("", None)
    return found
