import JSON
import Vocabulary

/// A payment or a card verification at Stripe, as an API answer describes it.
struct StripeIntent: Sendable {
    enum Status: Sendable {
        /// The payment was never confirmed, or Stripe refused the card.
        case open
        case processing
        case needsAction
        /// The amount is held.
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

/// A charge's details about the card and its bank.
struct StripeCardCharge: Sendable {
    /// The amount that the bank approved, in Stripe's units; nil if Stripe does not report it.
    let authorized: Int64?
    let captured: Int64
    let refunded: Int64
    let country: Country?
    let networkTransaction: String?
    let captureBefore: Instant?
    let display: CardDisplay
    /// True if partial captures or increments are possible, which depends on the card and the
    /// account.
    let supportsPartialCaptures: Bool
    let supportsIncrements: Bool

    /// Reads a charge, or the attempt of a verification; returns nil if only its identifier was
    /// given.
    init?(_ node: Node) {
        guard node.kind == .object else { return nil }
        let card = node["payment_method_details"]?["card"]
        let amount = node["amount"]?.int64 ?? 0
        authorized = card?["amount_authorized"]?.int64
        captured =
            node["amount_captured"]?.int64 ?? (node["captured"]?.bool == true ? amount : 0)
        refunded = node["amount_refunded"]?.int64 ?? 0
        country = card?["country"]?.string.flatMap { Country($0) }
        networkTransaction = card?["network_transaction_id"]?.string
        captureBefore = card?["capture_before"]?.int64.map { Instant(seconds: $0) }
        display = CardDisplay(stripe: card)
        supportsPartialCaptures = card?["multicapture"]?["status"]?.string == "available"
        supportsIncrements = card?["incremental_authorization"]?["status"]?.string == "available"
    }
}

extension CardDisplay {
    fileprivate init(stripe card: Node?) {
        let brand = card?["brand"]?.string ?? ""
        self.init(
            network: Self.brands[brand] ?? brand, displayName: card?["last4"]?.string)
    }

    /// Stripe's names of networks, as Apple spells them.
    private static let brands = [
        "amex": "AmEx", "cartes_bancaires": "CartesBancaires", "diners": "DinersClub",
        "discover": "Discover", "eftpos_au": "Eftpos", "jcb": "JCB", "mastercard": "MasterCard",
        "unionpay": "ChinaUnionPay", "visa": "Visa",
    ]
}

extension Node {
    /// The identifier of an object, given either alone or within the whole object.
    fileprivate var name: String? { string ?? self["id"]?.string }
}
