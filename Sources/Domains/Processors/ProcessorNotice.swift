import Vocabulary

/// A processor's notice that something changed. It is only a hint: the server does not trust its
/// sender and asks the processor itself for the new state.
package struct ProcessorNotice: Hashable, Sendable {
    package enum Kind: String, Hashable, Sendable, CaseIterable {
        case authorization, capture, refund, dispute
    }

    /// The name of the adapter that handles it.
    package let processor: String
    package let merchant: MerchantNumber
    package let kind: Kind
    /// Our key; for a dispute, the processor's own identifier.
    package let name: String

    package init(processor: String, merchant: MerchantNumber, kind: Kind, name: String) {
        self.processor = processor
        self.merchant = merchant
        self.kind = kind
        self.name = name
    }

    /// Longer than any processor's own identifier.
    package static let nameLengthMax = 255
}
