"""Add Apple Pay to a page: the route that creates a checkout and returns its client secret."""

import http.server
import json
import os
import threading
import urllib.request

from paysheet import Paysheet, PaysheetError, PaysheetUnreachable

paysheet = Paysheet(os.environ["PAYSHEET_SECRET_KEY"], os.environ["PAYSHEET_URL"])
# The server sets the prices. A page may send the goods, never their prices.
ORDER = {"countryCode": "US", "currencyCode": "USD", "items": [{"name": "Scarf", "unitPrice": "25.00"}]}


class Shop(http.server.BaseHTTPRequestHandler):
    def do_POST(self):
        try:
            # The page needs only the client secret. The secret key stays here.
            answer = {"clientSecret": paysheet.create_checkout(ORDER)["clientSecret"]}
        except (PaysheetError, PaysheetUnreachable):
            return self.send_error(502)
        self.send_response(200)
        self.send_header("Content-Type", "application/json")
        self.end_headers()
        self.wfile.write(json.dumps(answer).encode())


server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Shop)
threading.Thread(target=server.serve_forever, daemon=True).start()

# The page's part: fetch('/checkout', {method: 'POST'}), and then Paysheet.button.
with urllib.request.urlopen(f"http://127.0.0.1:{server.server_port}/checkout", b"") as response:
    print(json.load(response))  # {'clientSecret': 'cs_…'}
newest = next(paysheet.list_checkouts())
print(newest["status"], newest["total"])  # open 25.00
