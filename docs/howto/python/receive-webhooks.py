"""Receive webhooks: accepts an event with a valid signature, and refuses any other request."""

import http.server
import os
import queue
import threading
import time
import urllib.error
import urllib.request

from paysheet import InvalidWebhook, Paysheet, verify_webhook

paysheet = Paysheet(os.environ["PAYSHEET_SECRET_KEY"], os.environ["PAYSHEET_URL"])
events = queue.Queue()


class Receiver(http.server.BaseHTTPRequestHandler):
    def do_POST(self):
        body = self.rfile.read(int(self.headers["Content-Length"] or 0))
        try:
            # Answer soon, and do the work afterwards. An event may arrive twice: store its id.
            events.put(verify_webhook(body, dict(self.headers), endpoint["secret"]))
            self.send_response(204)
        except InvalidWebhook:
            self.send_response(400)
        self.end_headers()


server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Receiver)
threading.Thread(target=server.serve_forever, daemon=True).start()
url = f"http://127.0.0.1:{server.server_port}/paysheet-events"
# Only this response contains the secret.
endpoint = paysheet.create_webhook_endpoint({"url": url, "eventTypes": ["checkout.canceled"]})

checkout = paysheet.create_checkout({
    "countryCode": "US", "currencyCode": "USD", "items": [{"name": "Scarf", "unitPrice": "25.00"}]})
paysheet.cancel_checkout(checkout["id"])
event = events.get(timeout=20)
print(event["type"], event["object"] == checkout["id"])  # checkout.canceled True
while paysheet.get_webhook_delivery(endpoint["id"], event["id"])["state"] != "delivered":
    time.sleep(1)

try:
    urllib.request.urlopen(url, b'{"type": "checkout.captured"}')
except urllib.error.HTTPError as refusal:
    print(refusal.code)  # 400
paysheet.delete_webhook_endpoint(endpoint["id"])
