"""Starts the shared orders of a bench, and watches while they change.

shared.py start URL SECRET_KEY ORDERS FRIENDS: starts ORDERS orders with FRIENDS participants each,
and prints a line for each participant: the token, the credential, the number.
shared.py watch URL LIST STREAMS PID CHANGES: opens STREAMS streams over the orders of LIST, 100 on
each, makes CHANGES choices, and prints the memory of process PID for a stream in KiB, and the
median and the 99th percentile of the milliseconds until a change reaches one of its order's
streams.
"""

import http.client
import json
import resource
import selectors
import socket
import sys
import time
import urllib.parse

MENU = [{"id": "water", "name": "Water", "price": "1.00"}, {"id": "cone", "name": "Cone", "price": "3.00"}]


class Server:
    def __init__(self, url):
        self.place = urllib.parse.urlsplit(url)
        self.line = http.client.HTTPConnection(self.place.hostname, self.place.port)

    def ask(self, method, path, key, body=None):
        headers = {"Content-Type": "application/json"}
        if key:
            headers["Authorization"] = f"Bearer {key}"
        self.line.request(method, path, json.dumps(body) if body is not None else None, headers)
        answer = self.line.getresponse()
        text = answer.read()
        assert answer.status in (200, 201), text
        return json.loads(text)


def start(url, key, orders, friends):
    server = Server(url)
    for _ in range(orders):
        order = server.ask("POST", "/v1/shared-orders", key, {
            "title": "Bench", "currencyCode": "USD", "countryCode": "US", "menu": MENU, "limits": {"participants": 100}})
        print(order["token"], order["credential"], 1)
        for _ in range(friends - 1):
            friend = server.ask("POST", f"/v1/shared/{order['token']}/participants", None, {})
            print(order["token"], friend["credential"], friend["participant"])


def resident(pid):
    for line in open(f"/proc/{pid}/status"):
        if line.startswith("VmRSS:"):
            return int(line.split()[1])


def watch(url, listed, streams, pid, changes):
    hard = resource.getrlimit(resource.RLIMIT_NOFILE)[1]
    resource.setrlimit(resource.RLIMIT_NOFILE, (hard, hard))
    place = urllib.parse.urlsplit(url)
    hosts = [line.split() for line in open(listed)][: streams // 100]
    before = resident(pid)
    ready = selectors.DefaultSelector()
    for number in range(streams):
        token = hosts[number % len(hosts)][0]
        line = socket.create_connection((place.hostname, place.port))
        line.sendall(f"GET /v1/shared/{token}/events HTTP/1.1\r\nHost: bench\r\n\r\n".encode())
        line.setblocking(False)
        ready.register(line, selectors.EVENT_READ, number % len(hosts))
        if number % 200 == 199:
            drain(ready, 0.05)
    drain(ready, 1)
    after = resident(pid)
    server, delays = Server(url), []
    for change in range(changes):
        order = change % len(hosts)
        token, key, _ = hosts[order]
        begun = time.perf_counter()
        server.ask("PUT", f"/v1/shared/{token}/choices/w{change}", key, {"item": "water"})
        left = streams // len(hosts)
        while left and time.perf_counter() - begun < 5:
            for found, _ in ready.select(0.1):
                if found.fileobj.recv(65536) and found.data == order:
                    delays.append((time.perf_counter() - begun) * 1000)
                    left -= 1
        assert not left, f"{left} streams heard nothing of a change"
    delays.sort()
    print((after - before) / streams, delays[len(delays) // 2], delays[int(len(delays) * 0.99)])


def drain(ready, seconds):
    until = time.perf_counter() + seconds
    while time.perf_counter() < until:
        for found, _ in ready.select(0.05):
            found.fileobj.recv(65536)


if __name__ == "__main__":
    if sys.argv[1] == "start":
        start(sys.argv[2], sys.argv[3], int(sys.argv[4]), int(sys.argv[5]))
    else:
        watch(sys.argv[2], sys.argv[3], int(sys.argv[4]), int(sys.argv[5]), int(sys.argv[6]))
