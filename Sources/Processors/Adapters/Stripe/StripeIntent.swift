import JSON
import Vocabulary

/// A payment of Stripe's, or the verification of a card, as an answer describes it.
struct StripeIntent: Sendable {
    enum Status: Sendable {
        /// Nobody has confirmed it, or Stripe has refused the card.
        case open
        case processing
        case needsAction
        /// Held.
        case capturable
        /// Taken; of a verification, done.
        case succeeded
        case canceled
    }

    let id: String
    let status: Status
    /// In Stripe's units; of a verification, nothing.
    let amount: Int64
    /// Of a verification, nothing.
    let currency: Currency?
    /// What can still be taken of it.
    let capturable: Int64
    let captured: Int64
    let createdAt: Instant
    /// Why the last try was refused.
    let error: StripeError?
    /// Why it was canceled.
    let cancellation: String?
    let customer: String?
    let paymentMethod: String?
    let charge: StripeCardCharge?
    private let metadata: Node?

    /// Nothing when it is none, or one in a state that this program does not know.
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

    /// Whether it is the verification of a card.
    static func isSetup(_ id: String) -> Bool { id.hasPrefix("seti_") }

    static func path(_ id: String) -> String {
        (isSetup(id) ? "/v1/setup_intents/" : "/v1/payment_intents/") + id
    }

    /// What is wanted inside the answer: the charge tells of the card.
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

/// What a charge tells of the card and its bank.
struct StripeCardCharge: Sendable {
    /// What the bank has approved, in Stripe's units, when Stripe tells.
    let authorized: Int64?
    let captured: Int64
    let refunded: Int64
    let country: Country?
    let networkTransaction: String?
    let captureBefore: Instant?
    let display: CardDisplay
    /// Whether it may be taken in parts, or raised: not every card and every account can.
    let takesParts: Bool
    let canBeRaised: Bool

    /// Of a charge, or of the attempt of a verification; nothing when only its name was given.
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
        takesParts = card?["multicapture"]?["status"]?.string == "available"
        canBeRaised = card?["incremental_authorization"]?["status"]?.string == "available"
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
    /// A thing's name, whether it alone was given or the whole thing.
    fileprivate var name: String? { string ?? self["id"]?.string }
}
