import Postgres
import Vocabulary

/// Saved cards at the sandbox, and the outcome of their next charge.
extension Sandbox {
    /// Returns the outcome as a simulated token. A card that was never saved counts as removed by
    /// the buyer, and a key that charged the card before has the same outcome again.
    func simulation(
        of savedCard: SavedCardReference, for request: AuthorizationRequest
    ) async throws(ProcessorFault) -> SimulatedToken {
        let key = request.key
        guard let row = try await run(Self.card(savedCard, key), key).first else {
            return SimulatedToken(outcome: .unlinked)
        }
        return try readable {
            let renewals = try row.get("renewals", as: String.self).split(separator: " ")
                .map { try SimulatedOutcome(rawValue: String($0)).known("renewals") }
            let uses: Int64 = try row.get("uses")
            let chosen = renewals.isEmpty ? nil : renewals[min(Int(uses), renewals.count - 1)]
            let before = try row.get("outcome", as: String?.self).map {
                try SimulatedOutcome(rawValue: $0).known("outcome")
            }
            return SimulatedToken(outcome: before ?? chosen, renewals: renewals)
        }
    }

    private static func card(_ savedCard: SavedCardReference, _ key: AttemptKey) -> Query {
        """
        SELECT array_to_string(k.renewals, ' ') AS renewals, k.uses, c.outcome
        FROM sandbox.cards k LEFT JOIN sandbox.charges c
            ON c.merchant_id = k.merchant_id AND c.key = \(key.text)
        WHERE k.merchant_id = \(key.merchant.value) AND k.reference = \(savedCard.reference)
        """
    }
}
