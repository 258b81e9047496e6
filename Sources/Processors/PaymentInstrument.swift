/// With what the buyer pays.
package enum PaymentInstrument: Hashable, Sendable {
    /// Apple Pay: what was inside the token of the buyer's device.
    case opened(OpenedToken, card: CardDisplay)
    /// Apple's simulator, or a browser without Apple Pay; for test merchants only.
    case simulated(SimulatedToken, card: CardDisplay)
    /// A card that was kept: the merchant asks, and the buyer is not there.
    case kept(KeptCardReference, card: CardDisplay, LaterPayment)

    package var card: CardDisplay {
        switch self {
        case .opened(_, let card), .simulated(_, let card), .kept(_, let card, _): card
        }
    }

    /// Whether the buyer is not there.
    package var isKept: Bool {
        if case .kept = self { true } else { false }
    }
}
