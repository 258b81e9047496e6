import Crypto

/// With what Stripe charges, as far as it can.
enum StripeCard: Sendable {
    /// An opened Apple Pay token's number and proof.
    case networkToken(TokenPayload, cryptogram: Secret, indicator: String?, lastFour: String)
    /// A card that is kept at Stripe.
    case kept(StripeKeptCard, LaterPayment)

    /// Nothing where Stripe cannot charge it: a simulated one, a token of mainland China's.
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
        case .kept(let reference, _, let later):
            guard let kept = StripeKeptCard(reference.reference) else { return nil }
            self = .kept(kept, later)
        }
    }
}

/// A card of a customer of Stripe's; our reference has both names.
struct StripeKeptCard: Hashable, Sendable {
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
