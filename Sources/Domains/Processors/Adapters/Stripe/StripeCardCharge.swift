import JSON
import Vocabulary

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
