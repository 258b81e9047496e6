// Google's metadata of this year in place of those in Debian's library, which are of 2022 and lack area codes.
//
// The library calls these two functions, and the program's own win over its own. Without the file, which
// bin/setup makes, the library's are used.
#include <cstddef>

#pragma clang diagnostic ignored "-Wc23-extensions"

#if __has_embed("../../.paysheet/phones/metadata")

namespace i18n {
namespace phonenumbers {

namespace {
const unsigned char metadata[] = {
#embed "../../.paysheet/phones/metadata"
};
}  // namespace

int metadata_size() { return sizeof metadata; }

const void *metadata_get() { return metadata; }

}  // namespace phonenumbers
}  // namespace i18n

#endif
