// A shop's server in Swift: PAYSHEET_SECRET_KEY=sk_… PAYSHEET_URL=http://127.0.0.1:8080
// swift server.swift prints the client secret, which is all that the page needs.
import Foundation

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

let environment = ProcessInfo.processInfo.environment
var request = URLRequest(url: URL(string: environment["PAYSHEET_URL"]! + "/v1/checkouts")!)
request.httpMethod = "POST"
request.setValue("Bearer " + environment["PAYSHEET_SECRET_KEY"]!, forHTTPHeaderField: "Authorization")
request.setValue("application/json", forHTTPHeaderField: "Content-Type")
request.httpBody = Data(
    #"{"countryCode": "US", "currencyCode": "USD", "items": [{"name": "Scarf", "quantity": 1, "unitPrice": "25.00"}]}"#.utf8)
let (body, _) = try await URLSession.shared.data(for: request)
struct Answer: Decodable { let clientSecret, detail: String? }
let answer = try JSONDecoder().decode(Answer.self, from: body)
guard let secret = answer.clientSecret else { print(answer.detail ?? "this is not Paysheet"); exit(1) }
print(secret)
