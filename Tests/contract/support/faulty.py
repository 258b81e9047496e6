"""A server that answers with given statuses, for the tests of the clients."""

import contextlib
import http.server
import json
import queue
import threading


class Faulty(http.server.BaseHTTPRequestHandler):
    """Answers with the given statuses, in order; 0 closes the connection without an answer.

    A third value of an answer makes it a replay.
    """

    def answer(self):
        body = self.rfile.read(int(self.headers.get("Content-Length") or 0))
        self.server.asked.append((self.command, self.path, self.headers.get("Idempotency-Key"), body))
        status, answer, *is_replay = self.server.answers.get_nowait()
        if status == 0:
            return self.connection.close()
        content = json.dumps(answer).encode()
        self.send_response(status)
        kind = "application/json" if status < 300 else "application/problem+json"
        self.send_header("Content-Type", self.server.kinds.get(status, kind))
        self.send_header("Content-Length", str(len(content)))
        self.send_header("Location", "/elsewhere")
        if is_replay:
            self.send_header("Idempotent-Replayed", "true")
        self.end_headers()
        self.wfile.write(content)

    do_GET = do_POST = do_DELETE = answer

    def log_message(self, *_):
        pass


@contextlib.contextmanager
def serve():
    """The running server, with the answers to give, the requests asked, and media types by status."""
    server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Faulty)
    server.asked, server.answers, server.kinds = [], queue.Queue(), {}
    threading.Thread(target=server.serve_forever, daemon=True).start()
    yield server
    server.shutdown()
    server.server_close()
