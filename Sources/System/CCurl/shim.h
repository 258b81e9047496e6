// Wrappers for functions that Swift cannot call: variadic ones, and macros.
#ifndef PAYSHEET_CCURL_H
#define PAYSHEET_CCURL_H

#include <curl/curl.h>
#include <netinet/in.h>
#include <pthread.h>
#include <string.h>
#include <sys/socket.h>

static inline CURLcode ccurl_set_number(CURL *handle, CURLoption option, long value) {
    return curl_easy_setopt(handle, option, value);
}

/// curl copies the text.
static inline CURLcode ccurl_set_text(CURL *handle, CURLoption option, const char *value) {
    return curl_easy_setopt(handle, option, value);
}

/// curl reads the list during the transfer and does not copy it.
static inline CURLcode ccurl_set_lines(CURL *handle, const struct curl_slist *lines) {
    return curl_easy_setopt(handle, CURLOPT_HTTPHEADER, lines);
}

/// Connects to another address instead of the host; curl reads the list during the transfer.
static inline CURLcode ccurl_set_connect_override(CURL *handle,
                                                  const struct curl_slist *lines) {
    return curl_easy_setopt(handle, CURLOPT_CONNECT_TO, lines);
}

/// curl reads the bytes during the transfer and does not copy them.
static inline CURLcode ccurl_set_bytes(CURL *handle, CURLoption option, const void *bytes,
                                       size_t count) {
    struct curl_blob blob = {(void *)bytes, count, CURL_BLOB_NOCOPY};
    return curl_easy_setopt(handle, option, &blob);
}

/// Sets the body of a POST, which curl copies.
static inline CURLcode ccurl_set_body(CURL *handle, const void *bytes, size_t count) {
    CURLcode code = curl_easy_setopt(handle, CURLOPT_POST, 1L);
    if (code == CURLE_OK)
        code = curl_easy_setopt(handle, CURLOPT_POSTFIELDSIZE_LARGE, (curl_off_t)count);
    return code == CURLE_OK ? curl_easy_setopt(handle, CURLOPT_COPYPOSTFIELDS, bytes) : code;
}

typedef size_t (*ccurl_receive)(char *bytes, size_t size, size_t count, void *context);
typedef curl_socket_t (*ccurl_open)(void *context, curlsocktype purpose,
                                    struct curl_sockaddr *address);

/// Sets the callbacks of a transfer; `context` is the last argument of the first two and the first
/// of the third.
static inline CURLcode ccurl_set_callbacks(CURL *handle, void *context, ccurl_receive header,
                                           ccurl_receive body, ccurl_open open) {
    CURLcode code = curl_easy_setopt(handle, CURLOPT_PRIVATE, context);
    if (code == CURLE_OK) code = curl_easy_setopt(handle, CURLOPT_HEADERFUNCTION, header);
    if (code == CURLE_OK) code = curl_easy_setopt(handle, CURLOPT_HEADERDATA, context);
    if (code == CURLE_OK) code = curl_easy_setopt(handle, CURLOPT_WRITEFUNCTION, body);
    if (code == CURLE_OK) code = curl_easy_setopt(handle, CURLOPT_WRITEDATA, context);
    if (code == CURLE_OK) code = curl_easy_setopt(handle, CURLOPT_OPENSOCKETFUNCTION, open);
    return code == CURLE_OK ? curl_easy_setopt(handle, CURLOPT_OPENSOCKETDATA, context) : code;
}

/// Copies the IP address that curl is about to connect to, and returns its length; 0 for another
/// family. An IPv6 address extends beyond the member `addr`, into memory that curl reserves after
/// it.
static inline size_t ccurl_ip(const struct curl_sockaddr *address, unsigned char bytes[16]) {
    if (address->family == AF_INET) {
        memcpy(bytes, &((const struct sockaddr_in *)&address->addr)->sin_addr, 4);
        return 4;
    }
    if (address->family == AF_INET6) {
        memcpy(bytes, &((const struct sockaddr_in6 *)&address->addr)->sin6_addr, 16);
        return 16;
    }
    return 0;
}

static inline void *ccurl_context(CURL *handle) {
    char *context = NULL;
    curl_easy_getinfo(handle, CURLINFO_PRIVATE, &context);
    return context;
}

/// The status of the response; 0 if there was none.
static inline long ccurl_status(CURL *handle) {
    long status = 0;
    curl_easy_getinfo(handle, CURLINFO_RESPONSE_CODE, &status);
    return status;
}

static inline long long ccurl_microseconds(CURL *handle) {
    curl_off_t time = 0;
    curl_easy_getinfo(handle, CURLINFO_TOTAL_TIME_T, &time);
    return time;
}

static inline CURLMcode ccurl_multi_set_number(CURLM *multi, CURLMoption option, long value) {
    return curl_multi_setopt(multi, option, value);
}

/// The next finished transfer, or NULL.
static inline CURL *ccurl_multi_ended(CURLM *multi, CURLcode *result) {
    int left = 0;
    CURLMsg *message;
    while ((message = curl_multi_info_read(multi, &left)) != NULL) {
        if (message->msg != CURLMSG_DONE) continue;
        *result = message->data.result;
        return message->easy_handle;
    }
    return NULL;
}

static inline CURLcode ccurl_global_init(void) { return curl_global_init(CURL_GLOBAL_DEFAULT); }

#endif
