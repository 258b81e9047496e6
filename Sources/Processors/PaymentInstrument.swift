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

extension PaymentInstrument {
    /// What a payment token's `paymentData` looked like at the door.
    package enum TokenData: Hashable, Sendable {
        /// Absent, null, `""`, `{}` or nothing but empty texts: what Apple's simulator sends.
        case empty
        /// `{"sandbox": {…}}`, already read.
        case sandbox(SimulatedToken)
        /// Anything else: encrypted for a merchant's certificate.
        case encrypted
    }

    /// Why a token cannot be charged, in the order of the checks.
    package enum Refusal: Error, Hashable, CaseIterable, Sendable {
        /// The server cannot decrypt tokens for this merchant.
        case encryptedTokenNotSupported
        /// A simulated token would be an order without money.
        case simulatedTokenForLiveMerchant
    }

    /// Decides what a token is for a merchant: simulated ones are for test merchants only.
    package static func read(
        _ data: TokenData, card: CardDisplay, merchantIsLive: Bool
    ) throws(Refusal) -> PaymentInstrument {
        let token: SimulatedToken
        switch data {
        case .encrypted: throw .encryptedTokenNotSupported
        case .empty: token = SimulatedToken()
        case .sandbox(let read): token = read
        }
        if merchantIsLive { throw .simulatedTokenForLiveMerchant }
        return .simulated(token, card: card)
    }
}
