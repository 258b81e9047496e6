#pragma once

#include <stddef.h>
#include <stdint.h>

/// Names of countries, regions with their names and postal codes, ZIPs and cities of the United
/// States, the top-level domains, and China's districts, as bin/places generates them.
///
/// The results are valid as long as the process. The length is 0 if the binary was built without
/// the files: `swift build` works before bin/setup has created them, with less data for addresses.
const uint8_t *paysheet_country_names(size_t *length);
const uint8_t *paysheet_regions(size_t *length);
const uint8_t *paysheet_zips(size_t *length);
const uint8_t *paysheet_cities(size_t *length);
const uint8_t *paysheet_tlds(size_t *length);
const uint8_t *paysheet_districts(size_t *length);
