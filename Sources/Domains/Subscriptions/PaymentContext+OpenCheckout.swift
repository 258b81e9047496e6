import Checkouts
import Merchants
import Payments
import Vocabulary

extension PaymentContext {
    /// Opens the one checkout that pays an invoice or a scheduled payment.
    ///
    /// - Parameters:
    ///   - open: inserts the checkout; returns nil if the merchant's settings have changed, another
    ///     process has inserted one, or the invoice or payment is over.
    ///   - find: reads the checkout that the stored row names.
    /// - Returns: nil if the merchant cannot charge, if the invoice or payment is over, or if the
    ///   settings change during each try.
    func openCheckout(
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
