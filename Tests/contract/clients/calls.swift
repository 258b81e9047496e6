// Calls by the Swift file for servers, which test_swift.py compiles and runs. Its arguments are the
// URL, and then calls. It prints the outcome of each.
import Foundation

@main struct Calls {
    static func main() async throws {
        for call in CommandLine.arguments.dropFirst(2) {
            do {
                print(try await outcome(of: call, at: CommandLine.arguments[1]))
            } catch let error as PaysheetServerError {
                print(error.status, error.code)
            }
        }
    }

    static func outcome(of call: String, at url: String) async throws -> String {
        let key = call.hasPrefix("key ") ? String(call.dropFirst(4)) : "sk_1"
        let paysheet = try PaysheetServer(key: key, url: url, retries: 2)
        switch call {
        case "create":
            return "\(try await paysheet.post("/v1/checkouts", ["currencyCode": "USD"]).id)"
        case let call where call.hasPrefix("return "):
            let key = String(call.dropFirst(7))
            return "\(try await paysheet.post("/v1/refunds", idempotencyKey: key).id)"
        case let call where call.hasPrefix("post "):
            let path = PaysheetPath(stringLiteral: String(call.dropFirst(5)))
            return "\(try await paysheet.post(path, ["kind": "gift_card"]).id)"
        case "malformed client secret":
            return "\(try await paysheet.with(key: "cs_1\n").get("/v1/checkouts/chk_1"))"
        case "look up":
            let code: PaysheetJSON = ["code": "1234"]
            let path: PaysheetPath = "/v1/balances/lookup"
            return "\(try await paysheet.post(path, code, idempotencyKey: nil).id)"
        case "delete":
            try await paysheet.delete("/v1/coupons/cpn_1")
            return "deleted"
        case "list":
            var events: [PaysheetJSON] = []
            for try await event in paysheet.list("/v1/events?limit=2", after: "evt_0") {
                events.append(event)
            }
            return "\(events)"
        case let webhook where webhook.hasPrefix("{"):
            let sent = try JSONDecoder().decode(Webhook.self, from: Data(webhook.utf8))
            let event = try PaysheetServer.verifyWebhook(
                Data(sent.body.utf8), headers: sent.headers, secret: sent.secret
            ) { [$0, $1, $2] == [sent.code, sent.message, sent.key] }
            return "\(event.type)"
        default:
            return "\(try await paysheet.get("/v1/checkouts/\(call)"))"
        }
    }
}

/// A webhook, and the values that its HMAC compares.
struct Webhook: Decodable {
    let body, secret: String
    let headers: [String: String]
    let code, message, key: Data
}
