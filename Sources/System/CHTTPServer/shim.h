// Wrappers for variadic functions, which Swift cannot call, and headers that its Glibc module
// lacks.
#ifndef PAYSHEET_CHTTPSERVER_H
#define PAYSHEET_CHTTPSERVER_H

#include <microhttpd.h>
#include <sys/epoll.h>
#include <sys/eventfd.h>
#include <sys/random.h>
#include <sys/socket.h>

/// The callbacks of one daemon; `context` is the first argument of each.
struct chttp_callbacks {
    MHD_AccessHandlerCallback handle;
    MHD_RequestCompletedCallback completed;
    MHD_NotifyConnectionCallback connection;
    void *(*target)(void *context, const char *target, struct MHD_Connection *connection);
    size_t (*unescape)(void *context, struct MHD_Connection *connection, char *text);
    void *context;
};

/// Starts a daemon without a thread on a listening socket; NULL on failure.
static inline struct MHD_Daemon *chttp_start(int listening, unsigned int flags,
                                             unsigned int connections, unsigned int idle_seconds,
                                             size_t memory,
                                             const struct chttp_callbacks *callbacks) {
    return MHD_start_daemon(
        flags, 0, NULL, NULL, callbacks->handle, callbacks->context,
        MHD_OPTION_LISTEN_SOCKET, (MHD_socket)listening,
        MHD_OPTION_CONNECTION_LIMIT, connections,
        MHD_OPTION_CONNECTION_TIMEOUT, idle_seconds,
        MHD_OPTION_CONNECTION_MEMORY_LIMIT, memory,
        // With strictness 1, the library would answer a missing Host with a head that it sends
        // twice, and would not answer a target with a space. Our own checks answer both.
        MHD_OPTION_STRICT_FOR_CLIENT, (int)0,
        MHD_OPTION_SIGPIPE_HANDLED_BY_APP, (int)1,
        MHD_OPTION_NOTIFY_COMPLETED, callbacks->completed, callbacks->context,
        MHD_OPTION_NOTIFY_CONNECTION, callbacks->connection, callbacks->context,
        MHD_OPTION_URI_LOG_CALLBACK, callbacks->target, callbacks->context,
        MHD_OPTION_UNESCAPE_CALLBACK, callbacks->unescape, callbacks->context,
        MHD_OPTION_END);
}

/// The epoll descriptor that becomes readable when the daemon has work; -1 if there is none.
static inline int chttp_epoll(struct MHD_Daemon *daemon) {
    const union MHD_DaemonInfo *info = MHD_get_daemon_info(daemon, MHD_DAEMON_INFO_EPOLL_FD);
    return info == NULL ? -1 : info->epoll_fd;
}

/// The context that the connection's notification stored; NULL before that.
static inline void *chttp_connection_context(struct MHD_Connection *connection) {
    const union MHD_ConnectionInfo *info =
        MHD_get_connection_info(connection, MHD_CONNECTION_INFO_SOCKET_CONTEXT);
    return info == NULL ? NULL : info->socket_context;
}

static inline int chttp_connection_socket(struct MHD_Connection *connection) {
    const union MHD_ConnectionInfo *info =
        MHD_get_connection_info(connection, MHD_CONNECTION_INFO_CONNECTION_FD);
    return info == NULL ? -1 : info->connect_fd;
}

/// The status of the last queued response; 0 if there was none.
static inline unsigned int chttp_connection_status(struct MHD_Connection *connection) {
    const union MHD_ConnectionInfo *info =
        MHD_get_connection_info(connection, MHD_CONNECTION_INFO_HTTP_STATUS);
    return info == NULL ? 0 : info->http_status;
}

/// The size of the request line and the header lines, with the empty line that ends them.
static inline size_t chttp_head_size(struct MHD_Connection *connection) {
    const union MHD_ConnectionInfo *info =
        MHD_get_connection_info(connection, MHD_CONNECTION_INFO_REQUEST_HEADER_SIZE);
    return info == NULL ? 0 : info->header_size;
}

static inline const struct sockaddr *chttp_connection_address(struct MHD_Connection *connection) {
    const union MHD_ConnectionInfo *info =
        MHD_get_connection_info(connection, MHD_CONNECTION_INFO_CLIENT_ADDRESS);
    return info == NULL ? NULL : info->client_addr;
}

/// Makes the library ignore `Expect: 100-continue`: overwrites the value, which is in the
/// connection's own memory, before the library looks for it.
static inline void chttp_forget_expectation(struct MHD_Connection *connection) {
    const char *value = MHD_lookup_connection_value(connection, MHD_HEADER_KIND, "Expect");
    if (value != NULL && *value != 0) *(char *)(size_t)value = '-';
}

/// Sends a body of unknown length without chunks: the connection closes after it.
static inline void chttp_avoid_chunks(struct MHD_Response *response) {
    MHD_set_response_options(response, MHD_RF_HTTP_1_0_COMPATIBLE_STRICT, MHD_RO_END);
}

#endif
