import Crypto
import Foundation
import TestSupport
import Testing
import Vocabulary

@testable import HTTPClient
@testable import Processors

/// Answers as Stripe documents them, for cases that a local Stripe cannot produce: partial
/// captures, increments, pending refunds, disputes, banks' reasons.
final class CannedStripe: Sendable {
    struct Asked: Sendable {
        let method: String
        let path: String
        let parameters: [String]
        let key: String?
        let headers: [String]
    }

    let asked = Journal<Asked>()
    /// By method and path, without the query: the first answer, the second, and the last one for
    /// all later requests.
    private let answers: [String: [(status: Int, body: String)]]

    private let headers: [(name: String, value: String)]

    init(
        _ answers: [String: [(status: Int, body: String)]],
        headers: [(name: String, value: String)] = []
    ) {
        self.answers = answers
        self.headers = headers
    }

    func send(_ request: Request) -> Result<Answer, ClientFault> {
        let path = String(request.url.dropFirst(Self.base.count).prefix { $0 != "?" })
        let name = request.method.rawValue + " " + path
        let before = asked.all.count { $0.method + " " + $0.path == name }
        asked.add(
            Asked(
                method: request.method.rawValue, path: path,
                parameters: String(decoding: request.body, as: UTF8.self).split(separator: "&")
                    .map { String($0).removingPercentEncoding ?? "" },
                key: request.headers.first { $0.name == "Idempotency-Key" }?.value,
                headers: request.headers.map { $0.name + ": " + $0.value }))
        guard let known = answers[name], let last = known.last else {
            return .success(
                Answer(
                    status: 404, headers: [], body: Array(Self.missing.utf8), isCut: false,
                    milliseconds: 0))
        }
        let answer = before < known.count ? known[before] : last
        return .success(
            Answer(
                status: answer.status, headers: headers, body: Array(answer.body.utf8),
                isCut: false,
                milliseconds: 0))
    }

    func count(_ name: String) -> Int { asked.all.count { $0.method + " " + $0.path == name } }

    func last(_ name: String) throws -> Asked {
        try #require(asked.all.last { $0.method + " " + $0.path == name })
    }

    private static let base = "https://stripe.invalid"
    private static let missing =
        #"{"error":{"type":"invalid_request_error","code":"resource_missing"}}"#

    var environment: StripeEnvironment {
        StripeEnvironment(
            account: { _ in
                StripeAccount(
                    secretKey: Secret(Array("sk_canned".utf8)), webhookSecrets: [],
                    apiBase: Self.base)
            }, send: { request, _ in self.send(request) },
            now: { Instant(seconds: 1_790_000_000) }, sleep: { _ in })
    }

    func processor(_ fixture: StripeFixture) -> Processor { .stripe(fixture.database, environment) }

    // MARK: Stripe's answers

    static func intent(
        _ status: String, amount: Int = 1000, capturable: Int? = nil, received: Int = 0,
        card: String = "", metadata: String = "", more: String = "", refunded: Int = 0
    ) -> String {
        """
        {"id":"pi_1","object":"payment_intent","status":"\(status)","amount":\(amount),
         "amount_capturable":\(capturable ?? (status == "requires_capture" ? amount : 0)),
         "amount_received":\(received),"created":1790000000,"currency":"usd",
         "metadata":{\(metadata)},
         "latest_charge":{"id":"ch_1","amount":\(amount),"amount_captured":\(received),
          "amount_refunded":\(refunded),
          "payment_method_details":{"card":{"brand":"mastercard","last4":"4444"\(card)}}}\(more)}
        """
    }

    static let made =
        #"{"id":"pi_1","status":"requires_payment_method","amount":1000,"metadata":{}}"#

    /// A payment that is created, and then confirmed with this answer.
    static func confirmed(_ status: Int, _ body: String) -> [String: [(status: Int, body: String)]]
    {
        [
            "POST /v1/payment_intents": [(200, made)],
            "POST /v1/payment_intents/pi_1/confirm": [(status, body)],
            "GET /v1/payment_intents/pi_1": [(200, body)],
        ]
    }
}
