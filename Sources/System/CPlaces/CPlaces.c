#include "CPlaces.h"

#pragma clang diagnostic ignored "-Wc23-extensions"

// Each array ends with a zero, so that an empty or missing file is an array as well.

static const uint8_t country_names[] = {
#if __has_embed("../../../.paysheet/places/countries")
#embed "../../../.paysheet/places/countries" suffix(,)
#endif
    0};

const uint8_t *paysheet_country_names(size_t *length) {
    *length = sizeof country_names - 1;
    return country_names;
}

static const uint8_t regions[] = {
#if __has_embed("../../../.paysheet/places/regions")
#embed "../../../.paysheet/places/regions" suffix(,)
#endif
    0};

const uint8_t *paysheet_regions(size_t *length) {
    *length = sizeof regions - 1;
    return regions;
}

static const uint8_t zips[] = {
#if __has_embed("../../../.paysheet/places/zips")
#embed "../../../.paysheet/places/zips" suffix(,)
#endif
    0};

const uint8_t *paysheet_zips(size_t *length) {
    *length = sizeof zips - 1;
    return zips;
}

static const uint8_t cities[] = {
#if __has_embed("../../../.paysheet/places/cities")
#embed "../../../.paysheet/places/cities" suffix(,)
#endif
    0};

const uint8_t *paysheet_cities(size_t *length) {
    *length = sizeof cities - 1;
    return cities;
}

static const uint8_t tlds[] = {
#if __has_embed("../../../.paysheet/places/tlds")
#embed "../../../.paysheet/places/tlds" suffix(,)
#endif
    0};

const uint8_t *paysheet_tlds(size_t *length) {
    *length = sizeof tlds - 1;
    return tlds;
}

static const uint8_t districts[] = {
#if __has_embed("../../../.paysheet/places/districts")
#embed "../../../.paysheet/places/districts" suffix(,)
#endif
    0};

const uint8_t *paysheet_districts(size_t *length) {
    *length = sizeof districts - 1;
    return districts;
}
