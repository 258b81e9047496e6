// Google's current metadata replaces Debian's, which is from 2022 and lacks area codes.
//
// The library calls these two functions, and the program's definitions take precedence over its
// own. Without the file, which bin/setup creates, the library's are used.
#include <cstddef>

#pragma clang diagnostic ignored "-Wc23-extensions"

#if __has_embed("../../../.paysheet/phones/metadata")

namespace i18n {
namespace phonenumbers {

namespace {
const unsigned char metadata[] = {
#embed "../../../.paysheet/phones/metadata"
};
}  // namespace

int metadata_size() { return sizeof metadata; }

const void *metadata_get() { return metadata; }

}  // namespace phonenumbers
}  // namespace i18n

#endif
