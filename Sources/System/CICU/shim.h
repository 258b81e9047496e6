// Wrappers for functions whose names are macros with a version, which Swift cannot call.
#ifndef PAYSHEET_CICU_H
#define PAYSHEET_CICU_H

#include <stdbool.h>
#include <stdint.h>
#include <unicode/ucal.h>

/// The longest name of a zone, in UTF-16.
#define CICU_NAME_MAX 64

static inline UCalendar *cicu_open(const char *zone, UErrorCode *status) {
    UChar name[CICU_NAME_MAX];
    int32_t count = 0;
    while (zone[count] != 0 && count < CICU_NAME_MAX) {
        name[count] = (UChar)(unsigned char)zone[count];
        count += 1;
    }
    UCalendar *calendar = ucal_open(name, count, "en_US", UCAL_GREGORIAN, status);
    if (U_FAILURE(*status)) return NULL;
    // A local time that occurs twice is the first one; a skipped one is later by the length of the
    // gap.
    ucal_setAttribute(calendar, UCAL_REPEATED_WALL_TIME, UCAL_WALLTIME_FIRST);
    ucal_setAttribute(calendar, UCAL_SKIPPED_WALL_TIME, UCAL_WALLTIME_LAST);
    return calendar;
}

/// The zone's offset from UTC at a moment, in seconds, positive to the east.
static inline bool cicu_offset(const char *zone, int64_t seconds, int64_t *offset) {
    UErrorCode status = U_ZERO_ERROR;
    UCalendar *calendar = cicu_open(zone, &status);
    if (calendar == NULL) return false;
    ucal_setMillis(calendar, (double)seconds * 1000, &status);
    *offset = (ucal_get(calendar, UCAL_ZONE_OFFSET, &status)
        + ucal_get(calendar, UCAL_DST_OFFSET, &status)) / 1000;
    ucal_close(calendar);
    return U_SUCCESS(status);
}

/// Converts a zone's local date and time to seconds since 1970 in UTC.
static inline bool cicu_moment(
    const char *zone, int32_t year, int32_t month, int32_t day, int32_t second, int64_t *seconds
) {
    UErrorCode status = U_ZERO_ERROR;
    UCalendar *calendar = cicu_open(zone, &status);
    if (calendar == NULL) return false;
    ucal_clear(calendar);
    ucal_setDateTime(
        calendar, year, month - 1, day, second / 3600, second / 60 % 60, second % 60, &status);
    *seconds = (int64_t)(ucal_getMillis(calendar, &status) / 1000);
    ucal_close(calendar);
    return U_SUCCESS(status);
}

#endif
