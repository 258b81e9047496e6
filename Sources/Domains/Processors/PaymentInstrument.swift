/// The buyer's means of payment.
package enum PaymentInstrument: Hashable, Sendable {
    /// Apple Pay: the decrypted content of the device's payment token.
    case opened(DecryptedToken, card: CardDisplay)
    /// Apple's simulator or a browser without Apple Pay; for test merchants only.
    case simulated(SimulatedToken, card: CardDisplay)
    /// A saved card that the merchant charges without the buyer.
    case savedCard(SavedCardReference, card: CardDisplay, MerchantInitiatedKind)

    package var card: CardDisplay {
        switch self {
        case .opened(_, let card), .simulated(_, let card), .savedCard(_, let card, _): card
        }
    }

    /// True for a charge without the buyer.
    package var isSavedCard: Bool {
        if case .savedCard = self { true } else { false }
    }
}
