"""A pass web service with common faults, on 127.0.0.1 until its standard input ends.

    broken.py FOLDER HOW

FOLDER has pass.pkpass, the answer to every request for a pass with an Authorization header, and
serial, its serial number. HOW is `lists`, which makes `lastUpdated` a number, or `dates`, with
which it is a string and the client reaches the faults of Last-Modified. The service prints its
port, and appends the log lines of phones to FOLDER/log.
"""

import email.utils
import http.server
import itertools
import json
import os
import sys
import threading
import time

folder, how = sys.argv[1:]


# Last-Modified differs in each answer, even for requests in the same second.
seconds = itertools.count(int(time.time()))


class Broken(http.server.BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"

    def answer(self, status, body=b"", **headers):
        self.send_response(status)
        for name, value in headers.items():
            self.send_header(name.replace("_", "-"), value)
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    def do_POST(self):
        body = json.loads(self.rfile.read(int(self.headers["Content-Length"])))
        if self.path.endswith("/log"):
            with open(f"{folder}/log", "a") as log:
                log.write("".join(line + "\n" for line in body["logs"]))
        self.answer(200)

    def do_GET(self):
        if "/registrations/" in self.path:
            serial = open(f"{folder}/serial").read()
            body = json.dumps({"serialNumbers": [serial], "lastUpdated": 17 if how == "lists" else "17"}).encode()
            self.answer(200, body, Content_Type="application/json")
        elif "no-such-" in self.path:
            self.answer(404)
        elif "Authorization" not in self.headers:
            self.answer(500)
        else:
            with open(f"{folder}/pass.pkpass", "rb") as file:
                self.answer(
                    200, file.read(), Content_Type="application/zip",
                    Last_Modified=email.utils.formatdate(next(seconds), usegmt=True))

    def do_DELETE(self):
        self.answer(204)

    def log_message(self, *arguments):
        pass


server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Broken)
threading.Thread(target=server.serve_forever, daemon=True).start()
print(server.server_port, flush=True)
sys.stdin.read()
os._exit(0)
