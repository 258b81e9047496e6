# A shop's server: PAYSHEET_SECRET_KEY=sk_… PAYSHEET_URL=http://127.0.0.1:8080 python3 server.py, then localhost:8000.
import http.server, json, os, urllib.request

ORDER = {"countryCode": "US", "currencyCode": "USD", "items": [{"name": "Scarf", "quantity": 1, "unitPrice": "25.00"}]}


class Shop(http.server.SimpleHTTPRequestHandler):
    def do_POST(self):
        headers = {"Authorization": "Bearer " + os.environ["PAYSHEET_SECRET_KEY"], "Content-Type": "application/json"}
        request = urllib.request.Request(os.environ["PAYSHEET_URL"] + "/v1/checkouts", json.dumps(ORDER).encode(), headers)
        opened = json.load(urllib.request.urlopen(request))
        # The page needs the client secret and nothing else.
        body = json.dumps({"clientSecret": opened["clientSecret"]}).encode()
        self.send_response(200)
        self.send_header("Content-Type", "application/json")
        self.end_headers()
        self.wfile.write(body)


http.server.ThreadingHTTPServer(("127.0.0.1", int(os.environ.get("PORT", 8000))), Shop).serve_forever()
