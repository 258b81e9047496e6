#pragma once
#include <openssl/core_names.h>
#include <openssl/crypto.h>
#include <openssl/evp.h>
#include <openssl/kdf.h>
#include <openssl/params.h>
#include <openssl/rand.h>
#include <string.h>

// A draw from the generator costs 0.7 µs whatever its size, so small ones come out of a pool that
// each thread fills 512 bytes at a time. What was given out is wiped from the pool at once.
// A process that forks must not go on drawing in the child: this one only ever forks to exec.
// Returns 0 when the generator fails.
static inline int ps_random(unsigned char *out, size_t count) {
    static _Thread_local unsigned char pool[512];
    static _Thread_local size_t left = 0;
    if (count > sizeof pool / 4) return RAND_bytes(out, (int)count) == 1;
    if (count > left) {
        if (RAND_bytes(pool, sizeof pool) != 1) return 0;
        left = sizeof pool;
    }
    unsigned char *from = pool + sizeof pool - left;
    memcpy(out, from, count);
    memset(from, 0, count);
    left -= count;
    return 1;
}

// RFC 5869, extract and expand, with SHA-256. Returns 0 on failure.
static inline int ps_hkdf_sha256(
    const void *secret, size_t secret_count, const void *salt, size_t salt_count,
    const void *info, size_t info_count, unsigned char *out, size_t count) {
    EVP_KDF *kdf = EVP_KDF_fetch(NULL, "HKDF", NULL);
    EVP_KDF_CTX *context = EVP_KDF_CTX_new(kdf);
    OSSL_PARAM parameters[5], *next = parameters;
    *next++ = OSSL_PARAM_construct_utf8_string(OSSL_KDF_PARAM_DIGEST, (char *)"SHA256", 0);
    *next++ = OSSL_PARAM_construct_octet_string(
        OSSL_KDF_PARAM_KEY, (void *)secret, secret_count);
    if (salt_count)
        *next++ = OSSL_PARAM_construct_octet_string(
            OSSL_KDF_PARAM_SALT, (void *)salt, salt_count);
    if (info_count)
        *next++ = OSSL_PARAM_construct_octet_string(
            OSSL_KDF_PARAM_INFO, (void *)info, info_count);
    *next = OSSL_PARAM_construct_end();
    int done = context && EVP_KDF_derive(context, out, count, parameters) == 1;
    EVP_KDF_CTX_free(context);
    EVP_KDF_free(kdf);
    return done;
}

// A context that knows the digest and waits for a key. NULL on failure.
static inline EVP_MAC_CTX *ps_hmac_sha256_unkeyed(void) {
    EVP_MAC *mac = EVP_MAC_fetch(NULL, "HMAC", NULL);
    EVP_MAC_CTX *context = EVP_MAC_CTX_new(mac);
    EVP_MAC_free(mac);
    OSSL_PARAM parameters[] = {
        OSSL_PARAM_construct_utf8_string(OSSL_MAC_PARAM_DIGEST, (char *)"SHA256", 0),
        OSSL_PARAM_construct_end(),
    };
    if (context && EVP_MAC_CTX_set_params(context, parameters) == 1) return context;
    EVP_MAC_CTX_free(context);
    return NULL;
}
