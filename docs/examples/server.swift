// Run: PAYSHEET_SECRET_KEY=sk_… PAYSHEET_URL=http://127.0.0.1:8080 swift server.swift
import Foundation
#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif
let environment = ProcessInfo.processInfo.environment
guard let key = environment["PAYSHEET_SECRET_KEY"], let server = environment["PAYSHEET_URL"],
    let url = URL(string: server + "/v1/checkouts")
else { print("set PAYSHEET_SECRET_KEY and PAYSHEET_URL"); exit(1) }
let item = #"{"name": "Scarf", "quantity": 1, "unitPrice": "25.00"}"#
let order = #"{"countryCode": "US", "currencyCode": "USD", "items": [\#(item)]}"#
var call = URLRequest(url: url)
(call.httpMethod, call.httpBody) = ("POST", Data(order.utf8))
call.allHTTPHeaderFields = ["Authorization": "Bearer \(key)", "Content-Type": "application/json"]
struct Answer: Decodable { let clientSecret, detail: String?, errors: [[String: String]]? }
let body = try? await URLSession.shared.data(for: call).0
let answer = body.flatMap { try? JSONDecoder().decode(Answer.self, from: $0) }
print(answer?.clientSecret ?? answer?.detail ?? "no JSON from \(server)")  // The page needs this.
for one in answer?.errors ?? [] { print("\(one["pointer"] ?? ""): \(one["detail"] ?? "")") }
exit(answer?.clientSecret == nil ? 1 : 0)
