import Balances

extension CheckoutRequest {
    /// True if a line tops up a balance.
    package var topsUp: Bool { !credited.isEmpty }

    /// The balances that its lines top up.
    package var credited: [Balance.ID] { cartContent.credited.compactMap(\.self) }
}

extension CheckoutRequest.CartContent {
    package var isCart: Bool {
        if case .items = self { true } else { false }
    }

    /// The balance that each line tops up, if any.
    package var credited: [Balance.ID?] {
        switch self {
        case .items(let items): items.map(\.creditsBalance)
        case .lines(let lines): lines.map(\.creditsBalance)
        }
    }
}
