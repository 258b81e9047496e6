"""The tables that bin/postal-regions has written, for bin/places."""

import collections
import os

from place_divisions import in_order
from place_keys import ROOT
from place_names import CODES


def postal_regions():
    """Country -> prefix of a postal code -> the region of all codes with that prefix, or the regions
    into which it was divided; from bin/postal-regions's file."""
    found = collections.defaultdict(dict)
    with open(os.path.join(ROOT, "bin/lib/postal-regions.txt"), encoding="ascii") as file:
        for line in file:
            country, beginning, regions = line.split()
            # Debian's iso-codes may have the former code.
            found[country][beginning.replace("_", " ")] = {CODES.get(country, {}).get(region, region) for region in regions.split(",")}
    return found


def postal_cities():
    """Country -> the lines of its cities that share a postal code: the code and the city's key, and
    the region; from bin/postal-regions's file."""
    found = collections.defaultdict(dict)
    with open(os.path.join(ROOT, "bin/lib/postal/cities.txt"), encoding="utf-8") as file:
        for line in file:
            country, code, city, region = line.split()
            found[country][code.replace("_", " ") + " " + city] = CODES.get(country, {}).get(region, region)
    return {country: in_order(cities) for country, cities in found.items()}
