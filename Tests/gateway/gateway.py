"""Simulates Apple's gateway: HTTPS on 127.0.0.1 with client certificates.

    gateway.py FOLDER required|optional

`optional` also accepts connections without a client certificate. FOLDER has server.pem and
server.key, the server's certificate and its key, and clients.pem, the authorities of the client
certificates. The gateway prints its port, and ends when its standard input ends. It appends a line
of JSON to FOLDER/seen for each request, and a dot to FOLDER/connections for each connection.

The answer is a merchant session. These files change it, where NAME is the common name of the
client certificate:

- FOLDER/NAME.answer has the complete HTTP response.
- FOLDER/NAME.wait has the seconds that the gateway waits before it answers.
- FOLDER/LAST.token has the complete HTTP response to a call about a merchant token whose path ends
  with LAST. Without the file, `unlink` gets 204, and another call 400.
"""

import json
import os
import socket
import ssl
import sys
import threading

folder, demand = sys.argv[1:]
lock = threading.Lock()


def session(name, body):
    """A merchant session in unusual formatting, which is lost if a program rewrites it."""
    asked = json.loads(body or b"{}")
    return (
        '{ "epochTimestamp" : 1.0e3,"merchantSessionIdentifier":"SSH\\u0041-%s",\n "nonce":"\\/",  "domainName" : %s,'
        '"retries":0,"pspId":"" }\n' % (name, json.dumps(asked.get("initiativeContext")))
    ).encode()


def note(**members):
    with lock, open(f"{folder}/seen", "a") as seen:
        seen.write(json.dumps(members) + "\n")


def request(stream):
    """The first line, the headers and the body; None at the end of the connection."""
    first = stream.readline(65536).decode().strip()
    if not first:
        return None
    headers = {}
    while line := stream.readline(65536).decode().strip():
        name, value = line.split(":", 1)
        headers[name.lower()] = value.strip()
    return first, headers, stream.read(int(headers.get("content-length", 0)))


def serve(number, raw, context):
    # Otherwise an answer waits 40 ms for the client's acknowledgment of the last handshake packet.
    raw.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
    try:
        with context.wrap_socket(raw, server_side=True) as connection:
            shown = dict(pair[0] for pair in (connection.getpeercert() or {}).get("subject", ()))
            name = shown.get("commonName", "")
            stream = connection.makefile("rb")
            while asked := request(stream):
                first, headers, body = asked
                note(connection=number, resumed=connection.session_reused, shown=name, server=connection.asked_for,
                     line=first, headers=headers, body=body.decode())
                connection.sendall(answer(name, first.split()[1], body))
    except (OSError, ValueError):
        pass


def token(path):
    """The answer to a call about a merchant token."""
    last = path.rsplit("/", 1)[1]
    if os.path.exists(f"{folder}/{last}.token"):
        with open(f"{folder}/{last}.token", "rb") as whole:
            return whole.read()
    if last == "unlink":
        return b"HTTP/1.1 204 No Content\r\n\r\n"
    refusal = b'{"statusCode":400,"statusMessage":"Bad Request","subStatusCode":1}'
    return b"HTTP/1.1 400 Bad Request\r\nContent-Length: %d\r\n\r\n" % len(refusal) + refusal


def answer(name, path, body):
    if os.path.exists(f"{folder}/{name}.wait"):
        with open(f"{folder}/{name}.wait") as wait:
            threading.Event().wait(float(wait.read()))
    if os.path.exists(f"{folder}/{name}.answer"):
        with open(f"{folder}/{name}.answer", "rb") as whole:
            return whole.read()
    if "/merchantToken/" in path:
        return token(path)
    content = session(name, body)
    return b"HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nContent-Length: %d\r\n\r\n" % len(content) + content


class Connection(ssl.SSLSocket):
    asked_for = None


def remember(connection, server_name, _):
    connection.asked_for = server_name


def main():
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    context.sslsocket_class = Connection
    context.load_cert_chain(f"{folder}/server.pem", f"{folder}/server.key")
    context.load_verify_locations(f"{folder}/clients.pem")
    context.verify_mode = ssl.CERT_REQUIRED if demand == "required" else ssl.CERT_OPTIONAL
    context.sni_callback = remember
    listening = socket.create_server(("127.0.0.1", 0), backlog=128)
    print(listening.getsockname()[1], flush=True)

    def accept():
        number = 0
        while True:
            raw, _ = listening.accept()
            number += 1
            with open(f"{folder}/connections", "a") as connections:
                connections.write(".")
            threading.Thread(target=serve, args=(number, raw, context), daemon=True).start()

    threading.Thread(target=accept, daemon=True).start()
    sys.stdin.read()
    os._exit(0)


main()
