import Crypto

/// A payment instrument that Stripe can charge.
enum StripeCard: Sendable {
    /// The account number and cryptogram of a decrypted Apple Pay token.
    case networkToken(TokenPayload, cryptogram: Secret, indicator: String?, lastFour: String)
    /// A card that is saved at Stripe.
    case savedCard(StripeSavedCard, MerchantInitiatedKind)

    /// Returns nil if Stripe cannot charge it: a simulated token, or an EMV token of mainland
    /// China.
    init?(_ payment: PaymentInstrument) {
        switch payment {
        case .simulated: return nil
        case .opened(let token, let card):
            guard case .threeDSecure(let cryptogram, let indicator) = token.payload.proof else {
                return nil
            }
            let lastFour = card.lastFour.isEmpty ? token.payload.lastFour : card.lastFour
            self = .networkToken(
                token.payload, cryptogram: cryptogram, indicator: indicator, lastFour: lastFour)
        case .savedCard(let reference, _, let later):
            guard let savedCard = StripeSavedCard(reference.reference) else { return nil }
            self = .savedCard(savedCard, later)
        }
    }
}

/// A saved card of a Stripe customer; our reference contains both identifiers.
struct StripeSavedCard: Hashable, Sendable {
    let customer: String
    let paymentMethod: String

    init(customer: String, paymentMethod: String) {
        self.customer = customer
        self.paymentMethod = paymentMethod
    }

    init?(_ reference: String) {
        let names = reference.split(separator: "/", omittingEmptySubsequences: false)
        guard names.count == 2, names.allSatisfy({ !$0.isEmpty }) else { return nil }
        self.init(customer: String(names[0]), paymentMethod: String(names[1]))
    }

    var reference: String { customer + "/" + paymentMethod }
}
