# Run: PAYSHEET_SECRET_KEY=sk_… PAYSHEET_URL=http://127.0.0.1:8080 python3 server.py (port 8000)
import http.server, json, os, pathlib, urllib.error, urllib.request
URL, HEADERS = os.environ["PAYSHEET_URL"], {"Authorization": "Bearer " + os.environ["PAYSHEET_SECRET_KEY"], "Content-Type": "application/json"}
PAGE = pathlib.Path(__file__).with_name("storefront.html").read_text().replace("http://127.0.0.1:8080", URL)
ORDER = {"countryCode": "US", "currencyCode": "USD", "items": [{"name": "Scarf", "quantity": 1, "unitPrice": "25.00"}]}
class Shop(http.server.BaseHTTPRequestHandler):
    def answer(self, status, kind, text):
        self.send_response(status)
        self.send_header("Content-Type", kind)
        self.end_headers()
        self.wfile.write(text.encode())
    def do_GET(self): self.answer(200, "text/html; charset=utf-8", PAGE)
    def do_POST(self):
        request = urllib.request.Request(URL + "/v1/checkouts", json.dumps(ORDER).encode(), HEADERS)
        try:  # The page needs the client secret and nothing else.
            self.answer(200, "application/json", json.dumps({"clientSecret": json.load(urllib.request.urlopen(request))["clientSecret"]}))
        except urllib.error.URLError as problem:
            print(json.load(problem)["detail"] if isinstance(problem, urllib.error.HTTPError) else problem, flush=True)
            self.answer(502, "application/json", "{}")
http.server.ThreadingHTTPServer(("127.0.0.1", int(os.environ.get("PORT", 8000))), Shop).serve_forever()
