#pragma once

#include <stddef.h>
#include <stdint.h>

/// Files of the tree that travel in the binary, by their path in the tree; swagger-ui/ is fetched.
///
/// The answer lives as long as the program. NULL when the binary was built without that file:
/// `swift build` works before bin/setup has fetched swagger-ui.
const uint8_t *paysheet_asset(const char *name, size_t *length);

/// The names in the order of the table (migrations ascending); NULL past the end.
const char *paysheet_asset_name(size_t index);
