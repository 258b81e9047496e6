import Merchants

/// The retry of work that was done with outdated settings of its merchant.
extension Registry {
    /// The maximum number of tries: one with cached settings, one with the stored ones, and one
    /// more, because an editor may save another change while the second try runs.
    private static let settingsTriesMax = 3

    /// Runs work with the merchant's cached settings. If the work reports outdated ones, reads the
    /// stored settings and runs it again, three times in all.
    ///
    /// - Parameter work: throws `CheckoutRefusal.settingsChanged` if its settings are outdated.
    ///   What it committed before must be valid under new settings, such as the reallocation of a
    ///   saved card's tenders.
    /// - Throws: `CheckoutRefusal.settingsChanged` if the third run reports outdated settings, too,
    ///   or if the merchant does not exist any more.
    package func retryingOnSettingsChange<Value>(
        _ merchant: Merchant, _ work: (Merchant) async throws -> Value
    ) async throws -> Value {
        var merchant = merchant
        for _ in 1..<Self.settingsTriesMax {
            do {
                return try await work(merchant)
            } catch CheckoutRefusal.settingsChanged {
                guard let present = try await reload(merchant.number) else {
                    throw CheckoutRefusal.settingsChanged
                }
                merchant = present
            }
        }
        return try await work(merchant)
    }

    /// Runs work in a context, and again in the same way if its merchant's settings are outdated.
    package func retryingOnSettingsChange<Value>(
        _ context: CheckoutContext, _ work: (CheckoutContext) async throws -> Value
    ) async throws -> Value {
        try await retryingOnSettingsChange(context.merchant) { merchant in
            var context = context
            context.merchant = merchant
            return try await work(context)
        }
    }
}
