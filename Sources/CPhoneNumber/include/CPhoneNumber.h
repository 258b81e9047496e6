// Telephone numbers behind a C ABI: Google's libphonenumber.
#pragma once
#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

typedef enum {
    PN_VALID = 0,
    PN_POSSIBLE,       // as long as a number is, in a range that the metadata do not know
    PN_TOO_SHORT,
    PN_TOO_LONG,
    PN_LOCAL_ONLY,     // the area code is missing
    PN_NOT_A_NUMBER,
    PN_NO_COUNTRY,     // neither the text nor the region says where it is dialled
} pn_outcome;

typedef struct {
    pn_outcome outcome;
    // 0 unless the text was parsed.
    uint16_t calling_code;
    // The region's; 0 without one.
    uint16_t home_calling_code;
    // E.164 with its plus; empty unless valid or possible.
    uint8_t international_length;
    char international[24];
} pn_number;

/// Reads a number as it is dialled in a region.
///
/// - region: two capital letters, or NULL; a code that the metadata do not know counts as NULL.
///
/// Safe to call from any thread. Never throws; out of memory ends the process, as in Swift.
pn_number pn_read(const char *text, size_t length, const char *region);

/// The number that pn_read found, as it is written at home: `(408) 555-1234`. Returns the bytes written,
/// 0 when they do not fit.
size_t pn_write_national(const pn_number *number, char *text, size_t capacity);

/// What is dialled before an area code at home and never from abroad, as `0`; returns the bytes written.
size_t pn_trunk_prefix(const char *region, char *digits, size_t capacity);

/// The digits of a text in ASCII, without anything else; at most `capacity`.
size_t pn_digits(const char *text, size_t length, char *digits, size_t capacity);

#ifdef __cplusplus
}
#endif
