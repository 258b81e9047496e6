#pragma once

#include <stddef.h>
#include <stdint.h>

/// A file in the binary by its path in the tree; bin/setup fetches swagger-ui/.
///
/// The result is valid as long as the process. NULL if the binary was built without the file:
/// `swift build` works before bin/setup has fetched swagger-ui.
const uint8_t *paysheet_asset(const char *name, size_t *length);

/// The names in the order of the table (migrations ascending); NULL past the end.
const char *paysheet_asset_name(size_t index);
