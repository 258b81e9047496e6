"""Simulates Apple's push service for passes: HTTP/2 over TLS on 127.0.0.1, by PyPI's `h2`.

    push.py FOLDER

FOLDER has server.pem, server.key and clients.pem, as for Tests/gateway/gateway.py. The service
prints its port, and ends when its standard input ends. It appends a line of JSON to FOLDER/seen for
each push. FOLDER/TOKEN.answer has the answer for that token as `STATUS JSON`; without the file the
service accepts the push.
"""

import asyncio
import json
import os
import ssl
import sys

import h2.config
import h2.connection
import h2.errors
import h2.events

folder = sys.argv[1]
connections = 0


def answer(token):
    try:
        with open(f"{folder}/{os.path.basename(token)}.answer") as said:
            status, _, body = said.read().partition(" ")
            return int(status), body.encode()
    except FileNotFoundError:
        return 200, b""


class Push(asyncio.Protocol):
    def connection_made(self, transport):
        global connections
        connections += 1
        self.number, self.transport = connections, transport
        tls = transport.get_extra_info("ssl_object")
        shown = dict(pair[0] for pair in (tls.getpeercert() or {}).get("subject", ()))
        self.shown = shown.get("userId") or shown.get("UID") or shown.get("commonName", "")
        self.protocol = tls.selected_alpn_protocol()
        self.h2 = h2.connection.H2Connection(h2.config.H2Configuration(client_side=False))
        self.h2.initiate_connection()
        self.h2.update_settings({0x3: 1000})
        self.asked = {}
        transport.write(self.h2.data_to_send())

    def data_received(self, data):
        for event in self.h2.receive_data(data):
            if isinstance(event, h2.events.RequestReceived):
                self.asked[event.stream_id] = (dict(event.headers), [])
            elif isinstance(event, h2.events.DataReceived):
                self.asked[event.stream_id][1].append(event.data)
                self.h2.acknowledge_received_data(event.flow_controlled_length, event.stream_id)
            elif isinstance(event, h2.events.StreamEnded):
                self.end(event.stream_id)
        self.transport.write(self.h2.data_to_send())

    def end(self, stream):
        headers, body = self.asked.pop(stream)
        text = {name.decode(): value.decode() for name, value in headers.items()}
        token = text[":path"].rsplit("/", 1)[1]
        with open(f"{folder}/seen", "a") as seen:
            seen.write(json.dumps({
                "connection": self.number, "protocol": self.protocol, "shown": self.shown, "headers": text,
                "body": b"".join(body).decode()}) + "\n")
        status, said = answer(token)
        self.h2.send_headers(stream, [(":status", str(status)), ("apns-id", "1")], end_stream=not said)
        if said:
            self.h2.send_data(stream, said, end_stream=True)


async def main():
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    context.load_cert_chain(f"{folder}/server.pem", f"{folder}/server.key")
    context.load_verify_locations(f"{folder}/clients.pem")
    context.verify_mode = ssl.CERT_REQUIRED
    context.set_alpn_protocols(["h2"])
    loop = asyncio.get_running_loop()
    server = await loop.create_server(Push, "127.0.0.1", 0, ssl=context)
    print(server.sockets[0].getsockname()[1], flush=True)
    await loop.run_in_executor(None, sys.stdin.read)
    os._exit(0)


asyncio.run(main())
