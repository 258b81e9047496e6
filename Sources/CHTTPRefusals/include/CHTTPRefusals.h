// Replaces the answers that libmicrohttpd sends itself.
#ifndef PAYSHEET_CHTTPREFUSALS_H
#define PAYSHEET_CHTTPREFUSALS_H

struct MHD_Connection;
struct MHD_Response;

/// Answers a request that the library refuses, on the library's thread, and stops further sending
/// on its connection. The library closes the connection afterwards.
typedef void (*chttp_refuse)(struct MHD_Connection *connection, unsigned int status);

/// Call it before the first daemon starts.
void chttp_answer_refusals(chttp_refuse refuse);

/// Queues one of our own answers with the library's MHD_queue_response. Returns 1 if it was
/// accepted.
int chttp_queue_response(struct MHD_Connection *connection, unsigned int status,
                         struct MHD_Response *response);

#endif
