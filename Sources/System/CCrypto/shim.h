#pragma once
#include <openssl/cms.h>
#include <openssl/core_names.h>
#include <openssl/crypto.h>
#include <openssl/err.h>
#include <openssl/evp.h>
#include <openssl/kdf.h>
#include <openssl/params.h>
#include <openssl/pem.h>
#include <openssl/pkcs12.h>
#include <openssl/provider.h>
#include <openssl/rand.h>
#include <openssl/rsa.h>
#include <openssl/x509.h>
#include <openssl/x509v3.h>
#include <limits.h>
#include <string.h>
#include <time.h>

// One call of the generator costs 0.7 µs at any size, so small requests use a pool that each thread
// refills 512 bytes at a time. Bytes that were handed out are wiped from the pool at once. A forked
// child must not use the pool: this process only forks to exec. Returns 0 if the generator fails.
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

// A context with the digest set and without a key. NULL on failure.
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

// OpenSSL types its lists with macros, which Swift does not import.
static inline int ps_certificate_count(const STACK_OF(X509) *list) { return sk_X509_num(list); }

static inline X509 *ps_certificate_at(const STACK_OF(X509) *list, int index) {
    return sk_X509_value(list, index);
}

static inline void ps_certificates_free(STACK_OF(X509) *list) { sk_X509_pop_free(list, X509_free); }

// The signer, if there is exactly one; otherwise NULL.
static inline CMS_SignerInfo *ps_cms_only_signer(CMS_ContentInfo *cms) {
    STACK_OF(CMS_SignerInfo) *signers = CMS_get0_SignerInfos(cms);
    return signers && sk_CMS_SignerInfo_num(signers) == 1 ? sk_CMS_SignerInfo_value(signers, 0)
                                                          : NULL;
}

// Returns 1 if an algorithm has no parameters, in either of the two encodings.
static inline int ps_algorithm_is_plain(const X509_ALGOR *algorithm) {
    int type = V_ASN1_UNDEF;
    X509_ALGOR_get0(NULL, &type, NULL, algorithm);
    return type == V_ASN1_UNDEF || type == V_ASN1_NULL;
}

// Returns 1 if the signature uses SHA-256 and a matching algorithm. Parameters and unsigned
// attributes are refused, because no signature covers them.
static inline int ps_cms_uses_sha256(CMS_SignerInfo *signer) {
    X509_ALGOR *digest = NULL, *signature = NULL;
    CMS_SignerInfo_get0_algs(signer, NULL, NULL, &digest, &signature);
    const ASN1_OBJECT *of_digest = NULL, *of_signature = NULL;
    if (!digest || !signature || CMS_unsigned_get_attr_count(signer) > 0) return 0;
    if (!ps_algorithm_is_plain(digest) || !ps_algorithm_is_plain(signature)) return 0;
    X509_ALGOR_get0(&of_digest, NULL, NULL, digest);
    X509_ALGOR_get0(&of_signature, NULL, NULL, signature);
    int name = OBJ_obj2nid(of_signature);
    return OBJ_obj2nid(of_digest) == NID_sha256
        && (name == NID_ecdsa_with_SHA256 || name == NID_sha256WithRSAEncryption
            || name == NID_rsaEncryption);
}

// Returns 1 if the digest is of the SHA family: older digests no longer protect the signed content.
static inline int ps_cms_uses_sha(CMS_SignerInfo *signer) {
    X509_ALGOR *digest = NULL;
    const ASN1_OBJECT *name = NULL;
    CMS_SignerInfo_get0_algs(signer, NULL, NULL, &digest, NULL);
    if (!digest) return 0;
    X509_ALGOR_get0(&name, NULL, NULL, digest);
    int known = OBJ_obj2nid(name);
    return known == NID_sha1 || known == NID_sha256 || known == NID_sha384 || known == NID_sha512;
}

// Enters the next DER element or skips it. Returns 0 if it is of another kind.
static inline int ps_der_step(
    const unsigned char **at, const unsigned char *end, int tag, int class, int enters) {
    long count = 0;
    int found = 0, found_class = 0;
    if (ASN1_get_object(at, &count, &found, &found_class, end - *at) & 0x81) return 0;
    if (found != tag || found_class != class) return 0;
    if (!enters) *at += count;
    return 1;
}

static inline int ps_der_is(const unsigned char **at, const unsigned char *end, int number) {
    const unsigned char *from = *at;
    if (!ps_der_step(at, end, V_ASN1_INTEGER, V_ASN1_UNIVERSAL, 0)) return 0;
    return *at - from == 3 && from[2] == number;
}

// Skips a set of one algorithm. Returns 1 for SHA-256, with or without a NULL parameter.
static inline int ps_der_is_sha256(const unsigned char **at, const unsigned char *end) {
    static const unsigned char bare[] = {0x31, 0x0d, 0x30, 0x0b, 0x06, 0x09, 0x60, 0x86, 0x48,
                                         0x01, 0x65, 0x03, 0x04, 0x02, 0x01};
    static const unsigned char null[] = {0x31, 0x0f, 0x30, 0x0d, 0x06, 0x09, 0x60, 0x86, 0x48,
                                         0x01, 0x65, 0x03, 0x04, 0x02, 0x01, 0x05, 0x00};
    const unsigned char *from = *at;
    if (!ps_der_step(at, end, V_ASN1_SET, V_ASN1_UNIVERSAL, 0)) return 0;
    size_t count = *at - from;
    return (count == sizeof bare && memcmp(from, bare, count) == 0)
        || (count == sizeof null && memcmp(from, null, count) == 0);
}

// The subjectKeyIdentifier of a signer; NULL if issuer and serial number name it (RFC 5652, 5.3).
static inline const ASN1_OCTET_STRING *ps_cms_signer_key(CMS_SignerInfo *signer) {
    ASN1_OCTET_STRING *key = NULL;
    return signer && CMS_SignerInfo_get0_signer_id(signer, &key, NULL, NULL) == 1 ? key : NULL;
}

// Returns 1 if both versions match the form of the signer's name (RFC 5652, 5.1 and 5.3) and one
// digest is listed: no signature covers these. Certificates must be present if has_certificates is
// set, and absent otherwise; other optional elements must be absent.
static inline int ps_cms_has_plain_frame(CMS_ContentInfo *cms, int has_certificates) {
    unsigned char *der = NULL;
    int count = i2d_CMS_ContentInfo(cms, &der);
    if (count <= 0) return 0;
    const unsigned char *at = der, *end = der + count;
    const int plain = V_ASN1_UNIVERSAL, own = V_ASN1_CONTEXT_SPECIFIC,
              version = ps_cms_signer_key(ps_cms_only_signer(cms)) ? 3 : 1;
    int done = ps_der_step(&at, end, V_ASN1_SEQUENCE, plain, 1)
        && ps_der_step(&at, end, V_ASN1_OBJECT, plain, 0) && ps_der_step(&at, end, 0, own, 1)
        && ps_der_step(&at, end, V_ASN1_SEQUENCE, plain, 1) && ps_der_is(&at, end, version)
        && ps_der_is_sha256(&at, end)
        && ps_der_step(&at, end, V_ASN1_SEQUENCE, plain, 0)
        && (!has_certificates || ps_der_step(&at, end, 0, own, 0))
        && ps_der_step(&at, end, V_ASN1_SET, plain, 1)
        && ps_der_step(&at, end, V_ASN1_SEQUENCE, plain, 1) && ps_der_is(&at, end, version);
    OPENSSL_free(der);
    return done;
}

// Returns 1 if subjectKeyIdentifier, or serial and exact issuer, name this certificate as signer.
static inline int ps_cms_names(CMS_SignerInfo *signer, const X509 *certificate) {
    if (CMS_SignerInfo_cert_cmp(signer, (X509 *)certificate) != 0) return 0;
    if (ps_cms_signer_key(signer)) return 1;
    X509_NAME *issuer = NULL;
    if (CMS_SignerInfo_get0_signer_id(signer, NULL, &issuer, NULL) != 1 || !issuer) return 0;
    const unsigned char *one = NULL, *other = NULL;
    size_t one_count = 0, other_count = 0;
    return X509_NAME_get0_der(issuer, &one, &one_count) == 1
        && X509_NAME_get0_der(X509_get_issuer_name(certificate), &other, &other_count) == 1
        && one_count == other_count && memcmp(one, other, one_count) == 0;
}

// Verifies the signature over the content with the given signer's certificate, or with the one in
// the message. It does not check the certificate's chain.
static inline int ps_cms_verify(CMS_ContentInfo *cms, X509 *signer, BIO *content, unsigned flags) {
    STACK_OF(X509) *list = NULL;
    if (signer && (!(list = sk_X509_new_null()) || !sk_X509_push(list, signer))) {
        sk_X509_free(list);
        return 0;
    }
    const int done = CMS_verify(cms, list, NULL, content, NULL, flags) == 1;
    return sk_X509_free(list), done;
}

// Converts an ASN.1 time to seconds since 1970. Returns 0 if it is not valid.
static inline int ps_seconds(const ASN1_TIME *time, int64_t *seconds) {
    struct tm parts;
    if (!time || ASN1_TIME_to_tm(time, &parts) != 1) return 0;
    *seconds = (int64_t)timegm(&parts);
    return 1;
}

// Adds the signing time to the signed attributes. Returns 0 on failure.
static inline int ps_cms_set_signing_time(CMS_SignerInfo *signer, int64_t seconds) {
    ASN1_TIME *time = X509_time_adj_ex(NULL, 0, 0, &(time_t){(time_t)seconds});
    int done = time
        && CMS_signed_add1_attr_by_NID(signer, NID_pkcs9_signingTime, time->type, time, -1) == 1;
    ASN1_TIME_free(time);
    return done;
}

// Reads the signing time from the signed attributes. Returns 0 unless it occurs exactly once.
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

// Refuses to ask for a pass phrase: the server has no terminal.
static inline int ps_no_pass_phrase(char *buffer, int size, int writing, void *data) {
    (void)buffer, (void)size, (void)writing, (void)data;
    return -1;
}

struct ps_words {
    const void *bytes;
    int count;
};

static inline int ps_pass_phrase(char *buffer, int size, int writing, void *data) {
    const struct ps_words *words = data;
    (void)writing;
    if (!words->bytes || words->count > size) return -1;
    memcpy(buffer, words->bytes, (size_t)words->count);
    return words->count;
}

// Reads a private key with a pass phrase, or without one if it is NULL.
static inline EVP_PKEY *ps_read_private_key(
    const void *pem, int count, const void *phrase, int phrase_count) {
    struct ps_words words = {phrase, phrase_count};
    BIO *bio = BIO_new_mem_buf(pem, count);
    EVP_PKEY *key = bio ? PEM_read_bio_PrivateKey(bio, NULL, ps_pass_phrase, &words) : NULL;
    BIO_free(bio);
    return key;
}

// The bytes in a memory BIO, which still owns them.
static inline long ps_memory(BIO *bio, char **bytes) { return BIO_get_mem_data(bio, bytes); }

static inline X509 *ps_read_certificate(const void *pem, int count) {
    BIO *bio = BIO_new_mem_buf(pem, count);
    X509 *certificate = bio ? PEM_read_bio_X509(bio, NULL, ps_no_pass_phrase, NULL) : NULL;
    BIO_free(bio);
    return certificate;
}

// The next certificate in a text; NULL after the last.
static inline X509 *ps_next_certificate(BIO *input) {
    return PEM_read_bio_X509(input, NULL, ps_no_pass_phrase, NULL);
}

static inline void ps_free(void *bytes) { OPENSSL_free(bytes); }

// The identifier of the key's curve; 0 if it has none.
static inline int ps_curve(const EVP_PKEY *key) {
    char name[64];
    size_t count = 0;
    if (EVP_PKEY_get_group_name(key, name, sizeof name, &count) != 1) return 0;
    return OBJ_txt2nid(name);
}

// Reads the public key of a SubjectPublicKeyInfo; NULL unless the bytes contain exactly one.
// OpenSSL tries every decoder for each key, which costs more than the key agreement itself. Apple's
// form, an uncompressed point on P-256, is decoded with the own key's parameters instead.
static inline EVP_PKEY *ps_read_peer(const EVP_PKEY *own, const unsigned char *bytes, long count) {
    static const unsigned char p256[] = {
        0x30, 0x59, 0x30, 0x13, 0x06, 0x07, 0x2a, 0x86, 0x48, 0xce, 0x3d, 0x02, 0x01, 0x06,
        0x08, 0x2a, 0x86, 0x48, 0xce, 0x3d, 0x03, 0x01, 0x07, 0x03, 0x42, 0x00, 0x04};
    const long before = sizeof p256 - 1, point = 65;
    EVP_PKEY *key = NULL;
    if (count == before + point && memcmp(bytes, p256, sizeof p256) == 0
        && ps_curve(own) == NID_X9_62_prime256v1) {
        key = EVP_PKEY_new();
        if (key && EVP_PKEY_copy_parameters(key, own) == 1
            && EVP_PKEY_set1_encoded_public_key(key, bytes + before, point) == 1)
            return key;
        EVP_PKEY_free(key);
        return NULL;
    }
    const unsigned char *at = bytes;
    key = d2i_PUBKEY(NULL, &at, count);
    if (key && at != bytes + count) {
        EVP_PKEY_free(key);
        return NULL;
    }
    return key;
}

static inline int ps_is_rsa(const EVP_PKEY *key) { return EVP_PKEY_is_a(key, "RSA"); }
static inline int ps_is_ec(const EVP_PKEY *key) { return EVP_PKEY_is_a(key, "EC"); }

// Returns 1 if a certificate allows a key purpose, given as a dotted OID (RFC 5280, 4.2.1.12).
static inline int ps_has_purpose(const X509 *certificate, const char *purpose) {
    EXTENDED_KEY_USAGE *list = X509_get_ext_d2i(certificate, NID_ext_key_usage, NULL, NULL);
    ASN1_OBJECT *wanted = OBJ_txt2obj(purpose, 1);
    int found = 0;
    for (int at = 0; list && wanted && at < sk_ASN1_OBJECT_num(list); at++)
        found |= OBJ_cmp(sk_ASN1_OBJECT_value(list, at), wanted) == 0;
    ASN1_OBJECT_free(wanted);
    EXTENDED_KEY_USAGE_free(list);
    return found;
}

enum { PS_PKCS12_NONE, PS_PKCS12_SEALED, PS_PKCS12_OPEN };

// A copy of the key in the default library context.
static inline EVP_PKEY *ps_key_at_home(EVP_PKEY *key) {
    unsigned char *der = NULL;
    int count = key ? i2d_PrivateKey(key, &der) : 0;
    const unsigned char *at = der;
    EVP_PKEY *copy = count > 0 ? d2i_AutoPrivateKey(NULL, &at, count) : NULL;
    OPENSSL_clear_free(der, count > 0 ? (size_t)count : 0);
    return copy;
}

static inline X509 *ps_certificate_at_home(const X509 *certificate) {
    unsigned char *der = NULL;
    int count = certificate ? i2d_X509(certificate, &der) : 0;
    const unsigned char *at = der;
    X509 *copy = count > 0 ? d2i_X509(NULL, &at, count) : NULL;
    OPENSSL_free(der);
    return copy;
}

// Reads a PKCS #12 file. The caller sets the results to NULL before and frees them afterwards; a
// missing certificate or key is NULL. Legacy ciphers exist only in a library context of their own,
// so that no other code can use them.
static inline int ps_read_pkcs12(
    const void *bytes, size_t count, const void *phrase, size_t phrase_count, X509 **certificate,
    EVP_PKEY **key, STACK_OF(X509) **others) {
    char word[1024];
    if (phrase_count >= sizeof word || count > LONG_MAX) return PS_PKCS12_SEALED;
    memcpy(word, phrase, phrase_count);
    word[phrase_count] = 0;
    OSSL_LIB_CTX *library = OSSL_LIB_CTX_new();
    OSSL_PROVIDER *usual = OSSL_PROVIDER_load(library, "default");
    OSSL_PROVIDER *legacy = OSSL_PROVIDER_load(library, "legacy");
    PKCS12 *file = PKCS12_init_ex(NID_pkcs7_data, library, NULL);
    const unsigned char *at = bytes;
    int status = PS_PKCS12_NONE;
    if (file && d2i_PKCS12(&file, &at, (long)count)) {
        // The results must not refer to the library context, which is freed here.
        EVP_PKEY *inner_key = NULL;
        X509 *inner = NULL;
        STACK_OF(X509) *list = NULL;
        status = PS_PKCS12_SEALED;
        if (PKCS12_parse(file, word, &inner_key, &inner, &list) == 1) status = PS_PKCS12_OPEN;
        *key = ps_key_at_home(inner_key);
        *certificate = ps_certificate_at_home(inner);
        *others = sk_X509_new_null();
        for (int other = 0; list && *others && other < sk_X509_num(list); other++) {
            X509 *copy = ps_certificate_at_home(sk_X509_value(list, other));
            if (copy && !sk_X509_push(*others, copy)) X509_free(copy);
        }
        EVP_PKEY_free(inner_key);
        X509_free(inner);
        sk_X509_pop_free(list, X509_free);
    }
    OPENSSL_cleanse(word, sizeof word);
    PKCS12_free(file);
    OSSL_PROVIDER_unload(legacy);
    OSSL_PROVIDER_unload(usual);
    OSSL_LIB_CTX_free(library);
    return status;
}

// The display form of a name: one line, in which only control characters are escaped.
enum { ps_name_style = XN_FLAG_ONELINE & ~ASN1_STRFLGS_ESC_MSB };

// The text written to a memory BIO so far.
static inline long ps_bio_text(BIO *memory, char **start) { return BIO_get_mem_data(memory, start); }
