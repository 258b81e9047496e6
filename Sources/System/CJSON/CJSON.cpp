// simdjson validates and parses. This code refuses what simdjson accepts (duplicate keys, NUL) and
// copies the result into one table, so that a document is independent of the parser, which stays
// with its thread.
#define SIMDJSON_EXCEPTIONS 0
#include "CJSON.h"

#include <simdjson.h>

#include <algorithm>
#include <cstdlib>
#include <cstring>
#include <new>

namespace dom = simdjson::dom;

namespace {

constexpr size_t lengthMax = 64 << 20;
// A thread keeps the buffers of a body up to this size (about 1.5 MB of them); larger bodies are
// rare (templates of passes, logs of phones), so their buffers are freed.
constexpr size_t keptLengthMax = 64 << 10;

template <typename T> struct Buffer {
    T *items = nullptr;
    size_t capacity = 0;

    ~Buffer() { std::free(items); }

    bool reserve(size_t count) noexcept {
        if (count <= capacity) return true;
        size_t grown = std::max(count, capacity * 2);
        T *moved = static_cast<T *>(std::realloc(items, grown * sizeof(T)));
        if (!moved) return false;
        items = moved;
        capacity = grown;
        return true;
    }

    void release() noexcept {
        std::free(items);
        items = nullptr;
        capacity = 0;
    }
};

struct Workshop {
    dom::parser parser;
    Buffer<uint8_t> source;
    Buffer<pj_node> nodes;
    Buffer<uint8_t> strings;
    size_t capacity = 0;
    size_t depth = 0;

    // simdjson reads up to SIMDJSON_PADDING bytes past the end.
    bool prepare(const uint8_t *bytes, size_t length, size_t depthMax) noexcept {
        if (!source.reserve(length + simdjson::SIMDJSON_PADDING)) return false;
        std::memcpy(source.items, bytes, length);
        std::memset(source.items + length, 0, simdjson::SIMDJSON_PADDING);
        if (length <= capacity && depthMax == depth) return true;
        size_t grown = std::max<size_t>(capacity, 4096);
        while (grown < length) grown *= 2;
        capacity = 0;
        // simdjson counts the document itself as a level.
        if (parser.allocate(grown, depthMax + 1) || parser.doc.allocate(grown)) return false;
        capacity = grown;
        depth = depthMax;
        return true;
    }

    void tidy() noexcept {
        if (capacity <= keptLengthMax) return;
        parser = dom::parser();
        source.release();
        nodes.release();
        strings.release();
        capacity = 0;
    }
};

bool sameKey(const pj_node &one, const pj_node &other, const uint8_t *strings) noexcept {
    return one.length == other.length
        && std::memcmp(strings + one.payload, strings + other.payload, one.length) == 0;
}

struct Flattener {
    Workshop &shop;
    size_t depthMax;
    size_t depth = 0;
    size_t count = 0;
    size_t stringBytes = 0;
    size_t duplicate = SIZE_MAX;

    size_t add(uint32_t kind, uint32_t length, uint64_t payload) noexcept {
        shop.nodes.items[count] = {kind, length, payload};
        return count++;
    }

    void addString(std::string_view text) noexcept {
        std::memcpy(shop.strings.items + stringBytes, text.data(), text.size());
        add(PJ_STRING, uint32_t(text.size()), stringBytes);
        stringBytes += text.size();
    }

    size_t after(size_t index) const noexcept {
        const pj_node &node = shop.nodes.items[index];
        return node.kind >= PJ_ARRAY ? size_t(node.payload) : index + 1;
    }

    // Compares few keys pairwise and sorts many: a body of 100,000 keys must stay cheap.
    void checkKeys(size_t object) noexcept {
        if (duplicate != SIZE_MAX) return;
        const pj_node *nodes = shop.nodes.items;
        const uint8_t *strings = shop.strings.items;
        size_t members = nodes[object].length;
        if (members < 2) return;
        constexpr size_t few = 32;
        uint32_t near[few];
        uint32_t *keys = near;
        if (members > few) {
            keys = static_cast<uint32_t *>(std::malloc(members * sizeof(uint32_t)));
            if (!keys) return fail();
        }
        size_t index = object + 1;
        for (size_t member = 0; member < members; member++) {
            keys[member] = uint32_t(index);
            index = after(index + 1);
        }
        if (members <= few) {
            for (size_t later = 1; later < members && duplicate == SIZE_MAX; later++)
                for (size_t early = 0; early < later; early++)
                    if (sameKey(nodes[keys[later]], nodes[keys[early]], strings)) {
                        duplicate = keys[later];
                        break;
                    }
            return;
        }
        std::sort(keys, keys + members, [=](uint32_t one, uint32_t other) {
            const pj_node &a = nodes[one], &b = nodes[other];
            if (a.length != b.length) return a.length < b.length;
            int order = std::memcmp(strings + a.payload, strings + b.payload, a.length);
            return order != 0 ? order < 0 : one < other;
        });
        for (size_t at = 1; at < members; at++)
            if (sameKey(nodes[keys[at]], nodes[keys[at - 1]], strings))
                duplicate = std::min<size_t>(duplicate, keys[at]);
        std::free(keys);
    }

    pj_status status = PJ_OK;
    void fail() noexcept { status = PJ_NO_MEMORY; }

    // simdjson's own limit allows an empty array or object one level deeper.
    bool descend() noexcept {
        if (depth == depthMax) status = PJ_TOO_DEEP;
        else depth++;
        return status == PJ_OK;
    }

    void flatten(dom::element element) noexcept {
        switch (element.type()) {
        case dom::element_type::NULL_VALUE: add(PJ_NULL, 0, 0); break;
        case dom::element_type::BOOL:
            add(PJ_BOOL, 0, element.get_bool().value_unsafe() ? 1 : 0);
            break;
        case dom::element_type::INT64:
            add(PJ_INTEGER, 0, uint64_t(element.get_int64().value_unsafe()));
            break;
        case dom::element_type::UINT64:
            add(PJ_UNSIGNED, 0, element.get_uint64().value_unsafe());
            break;
        case dom::element_type::DOUBLE: {
            double value = element.get_double().value_unsafe();
            uint64_t bits;
            std::memcpy(&bits, &value, sizeof bits);
            add(PJ_NUMBER, 0, bits);
            break;
        }
        case dom::element_type::STRING: addString(element.get_string().value_unsafe()); break;
        case dom::element_type::ARRAY: {
            size_t index = add(PJ_ARRAY, 0, 0);
            if (!descend()) return;
            uint32_t elements = 0;
            for (dom::element child : element.get_array().value_unsafe()) {
                flatten(child);
                elements++;
            }
            depth--;
            shop.nodes.items[index].length = elements;
            shop.nodes.items[index].payload = count;
            break;
        }
        case dom::element_type::OBJECT: {
            size_t index = add(PJ_OBJECT, 0, 0);
            if (!descend()) return;
            uint32_t members = 0;
            for (dom::key_value_pair child : element.get_object().value_unsafe()) {
                addString(child.key);
                flatten(child.value);
                members++;
            }
            depth--;
            shop.nodes.items[index].length = members;
            shop.nodes.items[index].payload = count;
            checkKeys(index);
            break;
        }
        }
    }
};

pj_status status(simdjson::error_code error) noexcept {
    switch (error) {
    case simdjson::SUCCESS: return PJ_OK;
    case simdjson::EMPTY: return PJ_EMPTY;
    case simdjson::UTF8_ERROR: return PJ_INVALID_UTF8;
    case simdjson::DEPTH_ERROR: return PJ_TOO_DEEP;
    case simdjson::NUMBER_ERROR:
    case simdjson::NUMBER_OUT_OF_RANGE: return PJ_INVALID_NUMBER;
    case simdjson::CAPACITY: return PJ_TOO_LARGE;
    case simdjson::MEMALLOC: return PJ_NO_MEMORY;
    default: return PJ_INVALID;
    }
}

pj_status parse(
    Workshop &shop, size_t length, size_t depthMax, bool takesNUL, pj_table *table) noexcept {
    dom::element root;
    simdjson::error_code error = shop.parser.parse(shop.source.items, length, false).get(root);
    if (error) return status(error);

    // Except for the root, a node takes at least two bytes of the source (`1,`).
    if (!shop.nodes.reserve(length / 2 + 2) || !shop.strings.reserve(length)) return PJ_NO_MEMORY;
    Flattener flattener{shop, depthMax};
    flattener.flatten(root);
    if (flattener.status != PJ_OK) return flattener.status;

    // A raw NUL is not JSON. An escaped one is, but Postgres cannot store it as text.
    if (!takesNUL && std::memchr(shop.strings.items, 0, flattener.stringBytes)) return PJ_NUL;

    size_t nodeBytes = flattener.count * sizeof(pj_node);
    auto *block = static_cast<uint8_t *>(std::malloc(nodeBytes + flattener.stringBytes));
    if (!block) return PJ_NO_MEMORY;
    std::memcpy(block, shop.nodes.items, nodeBytes);
    std::memcpy(block + nodeBytes, shop.strings.items, flattener.stringBytes);
    table->nodes = reinterpret_cast<pj_node *>(block);
    table->strings = block + nodeBytes;
    table->node_count = uint32_t(flattener.count);
    table->string_bytes = uint32_t(flattener.stringBytes);
    if (flattener.duplicate == SIZE_MAX) return PJ_OK;
    table->culprit = flattener.duplicate;
    return PJ_DUPLICATE_KEY;
}

}  // namespace

extern "C" pj_status pj_parse(
    const uint8_t *bytes, size_t length, size_t depth_max, bool takes_nul, pj_table *table) {
    thread_local Workshop shop;
    std::memset(table, 0, sizeof *table);
    if (length == 0) return PJ_EMPTY;
    if (length > lengthMax) return PJ_TOO_LARGE;
    if (!shop.prepare(bytes, length, depth_max)) {
        shop.tidy();
        return PJ_NO_MEMORY;
    }
    pj_status result = parse(shop, length, depth_max, takes_nul, table);
    shop.tidy();
    return result;
}

extern "C" void pj_free(pj_node *nodes) { std::free(nodes); }
