#pragma once

#include <stddef.h>
#include <stdint.h>

/// Names of countries, regions with their names and postal codes, ZIPs and the cities of the United
/// States, the top-level domains, and China's districts, as bin/places writes them.
///
/// The answers live as long as the program. The length is 0 when the binary was built without them:
/// `swift build` works before bin/setup has made them, and less is understood then.
const uint8_t *paysheet_country_names(size_t *length);
const uint8_t *paysheet_regions(size_t *length);
const uint8_t *paysheet_zips(size_t *length);
const uint8_t *paysheet_cities(size_t *length);
const uint8_t *paysheet_tlds(size_t *length);
const uint8_t *paysheet_districts(size_t *length);
