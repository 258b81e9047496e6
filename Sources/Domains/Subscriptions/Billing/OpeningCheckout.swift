import Checkouts
import Merchants
import Payments
import Vocabulary

extension PaymentContext {
    /// Opens the one checkout that pays an invoice or a scheduled payment.
    ///
    /// - Parameters:
    ///   - open: inserts the checkout; returns nil if the merchant's settings have changed or
    ///     another process has inserted one.
    ///   - find: the checkout that the stored row names.
    /// - Returns: nil if the merchant cannot charge, or if its settings change during each try.
    func openingCheckout(
        of merchant: MerchantNumber,
        _ open: (Merchant) async throws -> CheckoutSession.ID?,
        orFinding find: () async throws -> CheckoutSession.ID?
    ) async throws -> CheckoutSession.ID? {
        do {
            return try await retryingOnSettingsChange(of: merchant) { merchant, _ in
                if let checkout = try await open(merchant) { return checkout }
                if let other = try await find() { return other }
                throw CheckoutRefusal.settingsChanged
            }
        } catch CheckoutRefusal.settingsChanged {
            return nil
        }
    }
}
