import Merchants

/// The retry of work that was done with outdated settings of its merchant.
extension Registry {
    /// How often the work is tried: once with cached settings, once with the stored ones, and once
    /// more, because an editor may save another change while the second try runs.
    private static let settingsTriesMax = 3

    /// Runs work with a merchant's settings, and again with the new ones if they have changed.
    ///
    /// - Parameter work: throws `CheckoutRefusal.settingsChanged` before it has changed anything.
    /// - Throws: the same if the settings change during each try.
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

    /// Runs work in a context, and again with the merchant's new settings if they have changed.
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
