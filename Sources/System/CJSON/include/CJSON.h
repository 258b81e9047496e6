// A JSON parser with a C ABI: simdjson's DOM, flattened into one table of nodes.
#pragma once
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

typedef enum {
    PJ_NULL = 0,
    PJ_BOOL = 1,      // payload 0 or 1
    PJ_INTEGER = 2,   // payload: an int64
    PJ_UNSIGNED = 3,  // payload: a uint64 above INT64_MAX
    PJ_NUMBER = 4,    // payload: the bits of a double
    PJ_STRING = 5,    // length in bytes; payload: its start in `strings`
    PJ_ARRAY = 6,     // length: elements; payload: the index after the last node inside
    PJ_OBJECT = 7,    // length: members (a key node, then a value); payload: as for an array
} pj_kind;

typedef struct {
    uint32_t kind;  // a pj_kind
    uint32_t length;
    uint64_t payload;
} pj_node;

typedef enum {
    PJ_OK = 0,
    PJ_INVALID,         // not JSON, including half a surrogate pair
    PJ_INVALID_NUMBER,  // a number that is malformed, or beyond uint64 or double
    PJ_INVALID_UTF8,
    PJ_EMPTY,
    PJ_TOO_DEEP,
    PJ_TOO_LARGE,
    PJ_DUPLICATE_KEY,  // culprit: the node of the second key; the table is filled and must be freed
    PJ_NUL,            // an escaped NUL in a string or a key
    PJ_NO_MEMORY,
} pj_status;

typedef struct {
    pj_node *nodes;          // one allocation: the nodes, then the bytes of the strings
    const uint8_t *strings;  // UTF-8, unescaped, without terminators
    uint32_t node_count;
    uint32_t string_bytes;
    size_t culprit;
} pj_table;

// Parses one document of at most 64 MiB. `depth_max` limits the nesting of arrays and objects;
// `takes_nul` allows NUL in strings, which Postgres cannot store as text. Throws no exception; safe
// to call from several threads at once.
pj_status pj_parse(
    const uint8_t *bytes, size_t length, size_t depth_max, bool takes_nul, pj_table *table);

void pj_free(pj_node *nodes);

#ifdef __cplusplus
}
#endif
