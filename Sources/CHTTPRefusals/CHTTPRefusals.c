// libmicrohttpd 0.9.75 answers some requests itself, without calling us: a head that is too large
// (431), an unreadable request line (400), an unknown version (505). It has no hook for these
// answers, their pages have no Request-Id, and it closes a connection without an answer if its
// memory is used up. It sends the answers with its own MHD_queue_response, which a program can
// replace through the dynamic linker.
#define _GNU_SOURCE
#include "CHTTPRefusals.h"

#include <dlfcn.h>
#include <stddef.h>

typedef int (*queue_response)(struct MHD_Connection *, unsigned int, struct MHD_Response *);

static chttp_refuse refuse;

static queue_response library(void) {
    static queue_response found;
    if (found == NULL) {
        found = (queue_response)(size_t)dlsym(RTLD_NEXT, "MHD_queue_response");
    }
    return found;
}

void chttp_answer_refusals(chttp_refuse answer) {
    refuse = answer;
    (void)library();
}

int chttp_queue_response(struct MHD_Connection *connection, unsigned int status,
                         struct MHD_Response *response) {
    queue_response queue = library();
    return queue == NULL ? 0 : queue(connection, status, response);
}

/// The library calls this for its own answers; we never do. Our answer is already on the socket,
/// and no more can be sent on it. The library continues as if its own answer were queued: some of
/// its callers ignore the result and would use a closed connection.
__attribute__((visibility("default")))
int MHD_queue_response(struct MHD_Connection *connection, unsigned int status,
                       struct MHD_Response *response) {
    if (refuse != NULL) refuse(connection, status);
    return chttp_queue_response(connection, status, response);
}
