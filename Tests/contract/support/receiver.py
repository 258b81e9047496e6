"""A merchant's server that receives webhooks."""

import http.server
import queue
import threading

SECONDS = 20


class Receiver(http.server.ThreadingHTTPServer):
    """A merchant's server: records requests and answers with the given statuses."""

    daemon_threads = True

    def __init__(self):
        self.arrived = queue.Queue()
        self.statuses = queue.Queue()
        super().__init__(("127.0.0.1", 0), Hook)
        threading.Thread(target=self.serve_forever, daemon=True).start()
        self.url = f"http://127.0.0.1:{self.server_port}/events"

    def next(self):
        return self.arrived.get(timeout=SECONDS)


class Hook(http.server.BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"

    def do_POST(self):
        body = self.rfile.read(int(self.headers["Content-Length"]))
        try:
            status = self.server.statuses.get_nowait()
        except queue.Empty:
            status = 204
        self.server.arrived.put((dict(self.headers.items()), body))
        self.send_response(status)
        self.send_header("Content-Length", "0")
        self.end_headers()

    def log_message(self, *arguments):
        pass
