import HTTP
import JSON
import Merchants
import Processors
import Vocabulary

/// Stripe tells by events of its own, and signs them.
extension Services {
    /// Nothing of an event that means nothing here.
    ///
    /// Also a signed event is a hint only; but who cannot sign makes nobody ask Stripe. A merchant that
    /// nobody knows, or that has no account there, is told what a wrong signature is told.
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
                "the event is not signed by a webhook secret that this merchant has stored, or was "
                    + "signed more than five minutes before or after now")
        }
        return ProcessorNotice(stripe: try request.document().root, for: merchant)
    }
}
