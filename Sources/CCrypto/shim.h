#pragma once
#include <openssl/cms.h>
#include <openssl/core_names.h>
#include <openssl/crypto.h>
#include <openssl/err.h>
#include <openssl/evp.h>
#include <openssl/kdf.h>
#include <openssl/params.h>
#include <openssl/pem.h>
#include <openssl/rand.h>
#include <openssl/rsa.h>
#include <openssl/x509.h>
#include <openssl/x509v3.h>
#include <string.h>
#include <time.h>

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

// Lists of OpenSSL are typed by macros, which Swift does not see.
static inline int ps_certificate_count(const STACK_OF(X509) *list) { return sk_X509_num(list); }

static inline X509 *ps_certificate_at(const STACK_OF(X509) *list, int index) {
    return sk_X509_value(list, index);
}

static inline void ps_certificates_free(STACK_OF(X509) *list) { sk_X509_pop_free(list, X509_free); }

// The signer, if there is exactly one.
static inline CMS_SignerInfo *ps_cms_only_signer(CMS_ContentInfo *cms) {
    STACK_OF(CMS_SignerInfo) *signers = CMS_get0_SignerInfos(cms);
    return signers && sk_CMS_SignerInfo_num(signers) == 1 ? sk_CMS_SignerInfo_value(signers, 0)
                                                          : NULL;
}

// Whether it is signed with SHA-256, and by an algorithm that goes with it.
static inline int ps_cms_uses_sha256(CMS_SignerInfo *signer) {
    X509_ALGOR *digest = NULL, *signature = NULL;
    CMS_SignerInfo_get0_algs(signer, NULL, NULL, &digest, &signature);
    const ASN1_OBJECT *of_digest = NULL, *of_signature = NULL;
    if (!digest || !signature) return 0;
    X509_ALGOR_get0(&of_digest, NULL, NULL, digest);
    X509_ALGOR_get0(&of_signature, NULL, NULL, signature);
    int name = OBJ_obj2nid(of_signature);
    return OBJ_obj2nid(of_digest) == NID_sha256
        && (name == NID_ecdsa_with_SHA256 || name == NID_sha256WithRSAEncryption
            || name == NID_rsaEncryption);
}

// Goes into the next element of DER, or over it. Returns 0 when it is of another kind.
static inline int ps_der_step(
    const unsigned char **at, const unsigned char *end, int tag, int class, int enters) {
    long count = 0;
    int found = 0, found_class = 0;
    if (ASN1_get_object(at, &count, &found, &found_class, end - *at) & 0x81) return 0;
    if (found != tag || found_class != class) return 0;
    if (!enters) *at += count;
    return 1;
}

static inline int ps_der_is_one(const unsigned char **at, const unsigned char *end) {
    const unsigned char *from = *at;
    if (!ps_der_step(at, end, V_ASN1_INTEGER, V_ASN1_UNIVERSAL, 0)) return 0;
    return *at - from == 3 && from[2] == 1;
}

// Whether both versions are 1, as they are where a signer is named by issuer and serial number (RFC 5652,
// 5.1 and 5.3). Nothing signs them, and OpenSSL does not look.
static inline int ps_cms_is_version_1(CMS_ContentInfo *cms) {
    unsigned char *der = NULL;
    int count = i2d_CMS_ContentInfo(cms, &der);
    if (count <= 0) return 0;
    const unsigned char *at = der, *end = der + count;
    const int plain = V_ASN1_UNIVERSAL, own = V_ASN1_CONTEXT_SPECIFIC;
    int done = ps_der_step(&at, end, V_ASN1_SEQUENCE, plain, 1)
        && ps_der_step(&at, end, V_ASN1_OBJECT, plain, 0) && ps_der_step(&at, end, 0, own, 1)
        && ps_der_step(&at, end, V_ASN1_SEQUENCE, plain, 1) && ps_der_is_one(&at, end)
        && ps_der_step(&at, end, V_ASN1_SET, plain, 0)
        && ps_der_step(&at, end, V_ASN1_SEQUENCE, plain, 0)
        && ps_der_step(&at, end, 0, own, 0) && ps_der_step(&at, end, V_ASN1_SET, plain, 1)
        && ps_der_step(&at, end, V_ASN1_SEQUENCE, plain, 1) && ps_der_is_one(&at, end);
    OPENSSL_free(der);
    return done;
}

// Whether the signer names this certificate by its issuer, to the letter, and its serial number.
static inline int ps_cms_names(CMS_SignerInfo *signer, const X509 *certificate) {
    X509_NAME *issuer = NULL;
    if (CMS_SignerInfo_cert_cmp(signer, (X509 *)certificate) != 0
        || CMS_SignerInfo_get0_signer_id(signer, NULL, &issuer, NULL) != 1 || !issuer)
        return 0;
    const unsigned char *one = NULL, *other = NULL;
    size_t one_count = 0, other_count = 0;
    return X509_NAME_get0_der(issuer, &one, &one_count) == 1
        && X509_NAME_get0_der(X509_get_issuer_name(certificate), &other, &other_count) == 1
        && one_count == other_count && memcmp(one, other, one_count) == 0;
}

// Seconds since 1970 of an ASN.1 time. Returns 0 when it is none.
static inline int ps_seconds(const ASN1_TIME *time, int64_t *seconds) {
    struct tm parts;
    if (!time || ASN1_TIME_to_tm(time, &parts) != 1) return 0;
    *seconds = (int64_t)timegm(&parts);
    return 1;
}

// What the signer says of when it signed, under its signature; 0 unless it says so exactly once.
static inline int ps_cms_signing_time(const CMS_SignerInfo *signer, int64_t *seconds) {
    int at = CMS_signed_get_attr_by_NID(signer, NID_pkcs9_signingTime, -1);
    if (at < 0 || CMS_signed_get_attr_by_NID(signer, NID_pkcs9_signingTime, at) >= 0) return 0;
    X509_ATTRIBUTE *attribute = CMS_signed_get_attr(signer, at);
    if (X509_ATTRIBUTE_count(attribute) != 1) return 0;
    ASN1_TYPE *value = X509_ATTRIBUTE_get0_type(attribute, 0);
    if (!value || (value->type != V_ASN1_UTCTIME && value->type != V_ASN1_GENERALIZEDTIME))
        return 0;
    return ps_seconds(value->value.asn1_string, seconds);
}

// Nobody is at a terminal to type a pass phrase.
static inline int ps_no_pass_phrase(char *buffer, int size, int writing, void *data) {
    (void)buffer, (void)size, (void)writing, (void)data;
    return -1;
}

static inline EVP_PKEY *ps_read_private_key(const void *pem, int count) {
    BIO *bio = BIO_new_mem_buf(pem, count);
    EVP_PKEY *key = bio ? PEM_read_bio_PrivateKey(bio, NULL, ps_no_pass_phrase, NULL) : NULL;
    BIO_free(bio);
    return key;
}

static inline X509 *ps_read_certificate(const void *pem, int count) {
    BIO *bio = BIO_new_mem_buf(pem, count);
    X509 *certificate = bio ? PEM_read_bio_X509(bio, NULL, ps_no_pass_phrase, NULL) : NULL;
    BIO_free(bio);
    return certificate;
}

// The next certificate of a text; NULL after the last.
static inline X509 *ps_next_certificate(BIO *input) {
    return PEM_read_bio_X509(input, NULL, ps_no_pass_phrase, NULL);
}

static inline void ps_free(void *bytes) { OPENSSL_free(bytes); }

// The name of the key's curve; 0 when it has none.
static inline int ps_curve(const EVP_PKEY *key) {
    char name[64];
    size_t count = 0;
    if (EVP_PKEY_get_group_name(key, name, sizeof name, &count) != 1) return 0;
    return OBJ_txt2nid(name);
}

static inline int ps_is_rsa(const EVP_PKEY *key) { return EVP_PKEY_is_a(key, "RSA"); }
static inline int ps_is_ec(const EVP_PKEY *key) { return EVP_PKEY_is_a(key, "EC"); }
