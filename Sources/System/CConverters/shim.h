// Wrappers for ICU's converters, whose names are macros with a version, which Swift cannot call.
#ifndef PAYSHEET_CCONVERTERS_H
#define PAYSHEET_CCONVERTERS_H

#include <stdint.h>
#include <string.h>
#include <unicode/ucnv.h>

/// No encoding has this name.
#define CCONVERTERS_UNKNOWN (-1)
/// IANA registered the name, but this ICU has no table for it.
#define CCONVERTERS_NO_TABLE (-2)
/// The encoding lacks a character of the text.
#define CCONVERTERS_NOT_ENCODABLE (-3)

/// Leaves the error in place for every character that the encoding lacks. ICU's own callback for
/// this drops invisible characters, such as U+200B.
static inline void cconverters_stop(
    const void *context, UConverterFromUnicodeArgs *arguments, const UChar *units, int32_t count,
    UChar32 character, UConverterCallbackReason reason, UErrorCode *status
) {
    (void)context, (void)arguments, (void)units, (void)count, (void)character, (void)reason;
    (void)status;
}

/// Opens an encoding. UTF-16 and UTF-32 have no byte order mark here, since a writer may omit it.
static inline UConverter *cconverters_open(const char *name, UErrorCode *status) {
    UConverter *converter = ucnv_open(name, status);
    if (U_FAILURE(*status)) return NULL;
    const char *own = ucnv_getName(converter, status);
    const char *plain = strcmp(own, "UTF-16") == 0 ? "UTF-16BE"
        : strcmp(own, "UTF-32") == 0               ? "UTF-32BE"
                                                   : NULL;
    if (plain == NULL) return converter;
    ucnv_close(converter);
    return ucnv_open(plain, status);
}

/// Writes a text's bytes in an encoding, and returns their number or one of the constants above.
static inline int32_t cconverters_encode(
    const char *name, const uint16_t *text, int32_t count, uint8_t *bytes, int32_t bytes_max
) {
    UErrorCode status = U_ZERO_ERROR;
    UConverter *converter = cconverters_open(name, &status);
    if (converter == NULL || U_FAILURE(status)) {
        UErrorCode lookup = U_ZERO_ERROR;
        return ucnv_getStandardName(name, "IANA", &lookup) == NULL ? CCONVERTERS_UNKNOWN
                                                                  : CCONVERTERS_NO_TABLE;
    }
    ucnv_setFromUCallBack(converter, cconverters_stop, NULL, NULL, NULL, &status);
    // Vendors' tables of the same multi-byte encoding differ in a few characters, such as the wave
    // dash of Shift_JIS: fallbacks cover those of the other vendors.
    if (ucnv_getMaxCharSize(converter) > 1) ucnv_setFallback(converter, 1);
    int32_t written = ucnv_fromUChars(
        converter, (char *)bytes, bytes_max, (const UChar *)text, count, &status);
    ucnv_close(converter);
    return U_SUCCESS(status) ? written : CCONVERTERS_NOT_ENCODABLE;
}

#endif
