#pragma once
#include <zip.h>

// The bytes of a name, which need not be UTF-8 in a foreign archive.
static inline const char *ps_zip_name(zip_t *archive, zip_uint64_t index) {
    return zip_get_name(archive, index, ZIP_FL_ENC_GUESS);
}
