// Replaces the answers that libmicrohttpd sends itself, and answers before it closes without one.
#ifndef PAYSHEET_CHTTPREFUSALS_H
#define PAYSHEET_CHTTPREFUSALS_H

#include <stdint.h>

struct MHD_Connection;
struct MHD_Daemon;
struct MHD_Response;

/// Answers a request that the library refuses, on the library's thread, and stops further sending
/// on its connection. The library closes the connection afterwards.
typedef void (*chttp_refuse)(struct MHD_Connection *connection, unsigned int status);

/// Runs before the library closes a connection, on the library's thread, also after an answer.
/// `context` is that of `chttp_run`.
typedef void (*chttp_will_close)(void *context, int socket);

/// Call it before the first daemon starts.
void chttp_answer_refusals(chttp_refuse refuse, chttp_will_close will_close);

/// Lets the library handle what has arrived.
void chttp_run(struct MHD_Daemon *daemon, void *context);

/// The bytes that the kernel has received on a connection; 0 if the kernel does not report them, as
/// in some sandboxes. The server then closes a connection without an answer if its request line
/// never ends.
uint64_t chttp_received_bytes(int socket);

/// Queues one of our own answers with the library's MHD_queue_response. Returns 1 if it was
/// accepted.
int chttp_queue_response(struct MHD_Connection *connection, unsigned int status,
                         struct MHD_Response *response);

#endif
