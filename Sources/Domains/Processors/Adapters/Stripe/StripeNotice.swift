import JSON
import Vocabulary

/// A Stripe event, read as a notice.
extension ProcessorNotice {
    /// Returns nil for events of other kinds, and for payments and refunds that are not this
    /// merchant's: a Stripe account may contain others. A dispute has no key of ours, so the
    /// adapter looks up its payment later.
    package init?(stripe event: Node, for merchant: MerchantNumber) {
        guard let type = event["type"]?.string, let object = event["data"]?["object"] else {
            return nil
        }
        let kind: Kind
        let name: String?
        switch type {
        case _ where type.hasPrefix("payment_intent.") || type.hasPrefix("setup_intent."):
            kind = .authorization
            name = object.tag(StripeTag.attempt, of: merchant)
        case "charge.refund.updated", "refund.created", "refund.updated", "refund.failed":
            kind = .refund
            name = object.tag(StripeTag.refund, of: merchant)
        case _ where type.hasPrefix("charge.dispute."):
            kind = .dispute
            name = object["id"]?.string
        default: return nil
        }
        let lengthMax = kind == .dispute ? Self.nameLengthMax : AttemptKey.lengthMax
        guard let name, 1...lengthMax ~= name.utf8.count else { return nil }
        self.init(processor: Stripe.name, merchant: merchant, kind: kind, name: name)
    }
}

extension Node {
    /// Our key, if the object belongs to this merchant.
    fileprivate func tag(_ name: String, of merchant: MerchantNumber) -> String? {
        let metadata = self["metadata"]
        guard metadata?[StripeTag.merchant]?.string == String(merchant.value) else { return nil }
        return metadata?[name]?.string
    }
}

/// The processor's name and the signature header, for the route that receives its signed events.
package enum StripeEvents {
    package static let processor = Stripe.name
    package static let signatureHeader = "stripe-signature"
}
