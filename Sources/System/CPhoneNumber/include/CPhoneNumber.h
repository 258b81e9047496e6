// Phone numbers with a C ABI: Google's libphonenumber.
#pragma once
#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

typedef enum {
    PN_VALID = 0,
    PN_POSSIBLE,       // long enough, in a range that the metadata does not contain
    PN_TOO_SHORT,
    PN_TOO_LONG,
    PN_LOCAL_ONLY,     // the area code is missing
    PN_NOT_A_NUMBER,
    PN_NO_COUNTRY,     // neither the text nor the region determines the country
} pn_outcome;

typedef struct {
    pn_outcome outcome;
    // 0 unless the text was parsed.
    uint16_t calling_code;
    // The calling code of the region; 0 without a region.
    uint16_t home_calling_code;
    // E.164 with its plus; empty unless valid or possible.
    uint8_t international_length;
    char international[24];
} pn_number;

/// Parses a number as it is dialed in a region.
///
/// - region: two uppercase letters, or NULL; a code that the metadata does not contain counts as
///   NULL.
///
/// Safe to call from any thread. Throws no exception; out of memory ends the process, as in Swift.
pn_number pn_read(const char *text, size_t length, const char *region);

/// Formats the number from pn_read in the national format: `(408) 555-1234`. Returns the number of
/// bytes, or 0 if they do not fit.
size_t pn_write_national(const pn_number *number, char *text, size_t capacity);

/// The prefix before an area code that is dialed only within the country, such as `0`; returns the
/// number of bytes.
size_t pn_trunk_prefix(const char *region, char *digits, size_t capacity);

/// The digits of a text in ASCII, without other characters; at most `capacity`.
size_t pn_digits(const char *text, size_t length, char *digits, size_t capacity);

#ifdef __cplusplus
}
#endif
