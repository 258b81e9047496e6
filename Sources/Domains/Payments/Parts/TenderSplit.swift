/// Divides an amount among the tenders: pure rules (docs/rules/money.md#14).
enum TenderSplit {
    struct Parts: Hashable, Sendable {
        let card: Int64
        /// By balance, in the order in which they were attached.
        let holds: [Int64]
    }

    /// Balances pay first, in their order; the card pays the rest without a limit.
    static func capture(_ amount: Int64, of holds: [Int64]) -> Parts {
        var remaining = amount
        let parts = holds.map { most in
            let part = min(remaining, max(0, most))
            remaining -= part
            return part
        }
        return Parts(card: remaining, holds: parts)
    }

    /// The reverse order: the card first, then the balances from the last one. Returns nil if they
    /// paid less than the amount.
    static func refund(_ amount: Int64, card: Int64, of holds: [Int64]) -> Parts? {
        let first = min(amount, max(0, card))
        let rest = capture(amount - first, of: holds.reversed())
        guard rest.card == 0 else { return nil }
        return Parts(card: first, holds: rest.holds.reversed())
    }
}
