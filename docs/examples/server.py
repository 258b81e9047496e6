# Run: PAYSHEET_SECRET_KEY=sk_… PAYSHEET_URL=http://127.0.0.1:8080 python3 server.py (port 8000)
import http.server, json, os, pathlib, urllib.request
KEY, URL = (os.environ.get(x) or exit(f"set {x}") for x in ("PAYSHEET_SECRET_KEY", "PAYSHEET_URL"))
HEADERS = {"Authorization": "Bearer " + KEY.strip(), "Content-Type": "application/json"}
PAGE = pathlib.Path(__file__).with_name("storefront.html").read_text(encoding="utf-8")
ORDER = {"countryCode": "US", "currencyCode": "USD", "items": [{"name": "Scarf", "unitPrice": "25.00"}]}
class Shop(http.server.BaseHTTPRequestHandler):  # Its page needs only the client secret.
    def answer(self, status, kind, text):
        self.send_response(status), self.send_header("Content-Type", kind), self.end_headers()
        self.wfile.write(text.encode())
    def do_GET(self): self.answer(200, "text/html", PAGE.replace("http://127.0.0.1:8080", URL))
    def do_POST(self):
        request = urllib.request.Request(URL + "/v1/checkouts", json.dumps(ORDER).encode(), HEADERS)
        try: reply = urllib.request.urlopen(request)
        except Exception as problem: reply = problem  # A refusal is JSON, too.
        try: made = {"detail": "this is not Paysheet"} | json.load(reply)
        except Exception: made = {"detail": f"no JSON from {URL}: {getattr(reply, 'reason', reply)!r}"}
        secret = made.get("clientSecret") or print(made["detail"], *made.get("errors", []), sep="\n", flush=True)
        self.answer(200 if secret else 502, "application/json", json.dumps({"clientSecret": secret}))
http.server.ThreadingHTTPServer(("127.0.0.1", int(os.environ.get("PORT", 8000))), Shop).serve_forever()
