#pragma once
#include <zip.h>

// A name in UTF-8. libzip converts it if the archive has it in code page 437.
static inline const char *ps_zip_name(zip_t *archive, zip_uint64_t index) {
    return zip_get_name(archive, index, ZIP_FL_ENC_GUESS);
}
