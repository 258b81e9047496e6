// libmicrohttpd 0.9.75 answers some requests itself, without calling us: a head that is too large
// (431), an unreadable request line (400), an unknown version (505). It has no hook for these
// answers, their pages have no Request-Id, and it closes a connection without an answer if its
// memory is used up, a chunk is malformed or a request line has no space. It sends its answers with
// its own MHD_queue_response, and closes with shutdown; a program can replace both functions
// through the dynamic linker.
#define _GNU_SOURCE
#include "CHTTPRefusals.h"

#include <dlfcn.h>
#include <linux/tcp.h>
#include <netinet/in.h>
#include <stddef.h>
#include <sys/socket.h>

typedef int (*queue_response)(struct MHD_Connection *, unsigned int, struct MHD_Response *);
int MHD_run(struct MHD_Daemon *daemon);
typedef int (*shut_down)(int socket, int how);

static chttp_refuse refuse;
static chttp_will_close will_close;
/// The context of the daemon that this thread runs; NULL outside of the library.
static _Thread_local void *running;

static queue_response library(void) {
    static queue_response found;
    if (found == NULL) {
        found = (queue_response)(size_t)dlsym(RTLD_NEXT, "MHD_queue_response");
    }
    return found;
}

static shut_down c_library(void) {
    static shut_down found;
    if (found == NULL) {
        found = (shut_down)(size_t)dlsym(RTLD_NEXT, "shutdown");
    }
    return found;
}

void chttp_answer_refusals(chttp_refuse answer, chttp_will_close closing) {
    refuse = answer;
    will_close = closing;
    (void)library();
    (void)c_library();
}

void chttp_run(struct MHD_Daemon *daemon, void *context) {
    running = context;
    MHD_run(daemon);
    running = NULL;
}

int chttp_queue_response(struct MHD_Connection *connection, unsigned int status,
                         struct MHD_Response *response) {
    queue_response queue = library();
    return queue == NULL ? 0 : queue(connection, status, response);
}

uint64_t chttp_received_bytes(int socket) {
    struct tcp_info info = {0};
    socklen_t size = sizeof info;
    return getsockopt(socket, IPPROTO_TCP, TCP_INFO, &info, &size) == 0
        ? info.tcpi_bytes_received : 0;
}

/// The library calls this for its own answers; we never do. `refuse` writes our answer to the
/// socket, on which no more can be sent afterwards. Then the library queues its own answer as
/// usual: some of its callers ignore the result, and would use a closed connection.
__attribute__((visibility("default")))
int MHD_queue_response(struct MHD_Connection *connection, unsigned int status,
                       struct MHD_Response *response) {
    if (refuse != NULL) refuse(connection, status);
    return chttp_queue_response(connection, status, response);
}

/// The library calls this when it closes a connection.
__attribute__((visibility("default")))
int shutdown(int socket, int how) {
    void *context = running;
    if (context != NULL && how == SHUT_WR && will_close != NULL) {
        // The callback shuts the socket down as well.
        running = NULL;
        will_close(context, socket);
        running = context;
    }
    shut_down next = c_library();
    return next == NULL ? -1 : next(socket, how);
}
