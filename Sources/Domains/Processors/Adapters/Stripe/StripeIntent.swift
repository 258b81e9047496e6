import JSON
import Vocabulary

/// A payment or a card verification at Stripe, as an API answer describes it.
struct StripeIntent: Sendable {
    enum Status: Sendable {
        /// The payment was never confirmed, or Stripe refused the card.
        case open
        case processing
        case needsAction
        /// The amount is authorized.
        case capturable
        /// The amount is captured; a verification is complete.
        case succeeded
        case canceled
    }

    let id: String
    let status: Status
    /// In Stripe's units; zero for a verification.
    let amount: Int64
    /// Nil for a verification.
    let currency: Currency?
    /// The amount that can still be captured.
    let capturable: Int64
    let captured: Int64
    let createdAt: Instant
    /// The error of the last refused attempt.
    let error: StripeError?
    /// Stripe's reason for a cancellation.
    let cancellation: String?
    let customer: String?
    let paymentMethod: String?
    let charge: StripeCardCharge?
    private let metadata: Node?

    /// Returns nil if the object is not an intent, or if this program does not know its status.
    init?(_ node: Node) {
        guard let id = node["id"]?.string,
            let status = node["status"]?.string.flatMap(Status.init(stripe:))
        else { return nil }
        self.id = id
        self.status = status
        amount = node["amount"]?.int64 ?? 0
        currency = node["currency"]?.string.flatMap { Currency($0.uppercased()) }
        charge = (node["latest_charge"] ?? node["latest_attempt"]).flatMap(StripeCardCharge.init)
        captured =
            node["amount_received"]?.int64 ?? (status == .succeeded ? charge?.captured ?? 0 : 0)
        capturable =
            node["amount_capturable"]?.int64 ?? (status == .capturable ? amount - captured : 0)
        createdAt = Instant(seconds: node["created"]?.int64 ?? 0)
        error = ["last_payment_error", "last_setup_error"].lazy.compactMap { node[$0] }
            .first { $0.kind == .object }.map { StripeError(status: 402, $0) }
        cancellation = node["cancellation_reason"]?.string
        customer = node["customer"]?.name
        paymentMethod = node["payment_method"]?.name
        metadata = node["metadata"]
    }

    func metadata(_ name: String) -> String? { metadata?[name]?.string }

    /// True for the identifier of a card verification.
    static func isSetup(_ id: String) -> Bool { id.hasPrefix("seti_") }

    static func path(_ id: String) -> String {
        (isSetup(id) ? "/v1/setup_intents/" : "/v1/payment_intents/") + id
    }

    /// The object to expand in the answer: the charge contains the card's details.
    static func expansion(_ id: String) -> String {
        isSetup(id) ? "latest_attempt" : "latest_charge"
    }
}

extension StripeIntent.Status {
    init?(stripe word: String) {
        switch word {
        case "requires_payment_method", "requires_confirmation": self = .open
        case "processing": self = .processing
        case "requires_action": self = .needsAction
        case "requires_capture": self = .capturable
        case "succeeded": self = .succeeded
        case "canceled": self = .canceled
        default: return nil
        }
    }
}

extension Node {
    /// The identifier of an object, given either alone or within the whole object.
    fileprivate var name: String? { string ?? self["id"]?.string }
}
