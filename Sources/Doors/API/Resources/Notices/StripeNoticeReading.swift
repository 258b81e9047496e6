import HTTP
import JSON
import Merchants
import Processors
import Vocabulary

/// Stripe sends events of its own form, and signs them.
extension Services {
    /// Reads an event; nil if it is of a kind that does not matter here.
    ///
    /// Even a signed event is only a hint, but a sender who cannot sign must not make the server
    /// call Stripe. An unknown merchant, or one without an account at Stripe, is answered like a
    /// wrong signature.
    func stripeNotice(
        _ request: Request, _ parameters: Parameters
    ) async throws -> ProcessorNotice? {
        guard let header = request.headers[StripeEvents.signatureHeader],
            let signature = StripeSignature(header),
            let merchant = Merchant.number(of: parameters["merchant"]),
            let account = try await stripeAccount(merchant),
            signature.isValid(for: request.body, by: account.webhookSecrets, at: now())
        else {
            throw Problem(
                400, "invalid_signature",
                "the event is not signed with one of this merchant's stored webhook secrets, or "
                    + "was "
                    + "signed more than five minutes before or after now")
        }
        return ProcessorNotice(stripe: try request.document().root, for: merchant)
    }
}
