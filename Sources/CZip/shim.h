#pragma once
#include <zip.h>

// The bytes of a name, which in an archive of somebody else's need not be UTF-8.
static inline const char *ps_zip_name(zip_t *archive, zip_uint64_t index) {
    return zip_get_name(archive, index, ZIP_FL_ENC_GUESS);
}
