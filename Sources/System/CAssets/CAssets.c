#include "CAssets.h"

#include <string.h>

struct asset {
    const char *name;
    const uint8_t *bytes;
    size_t length;
};

// The generated table; bin/assets writes it.
#include "files.h"

const uint8_t *paysheet_asset(const char *name, size_t *length) {
    for (const struct asset *file = assets; file->name; file++) {
        if (strcmp(file->name, name) == 0) {
            *length = file->length;
            return file->bytes;
        }
    }
    *length = 0;
    return NULL;
}

const char *paysheet_asset_name(size_t index) {
    return index < sizeof assets / sizeof assets[0] ? assets[index].name : NULL;
}
