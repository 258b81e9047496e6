import Vocabulary

/// What a processor says it has news of. It is a hint and nothing more: whoever sent it, the news is
/// asked for where it is known.
package struct ProcessorNotice: Hashable, Sendable {
    package enum Kind: String, Hashable, Sendable, CaseIterable {
        case authorization, capture, refund, dispute
    }

    /// The adapter that it is for.
    package let processor: String
    package let merchant: MerchantNumber
    package let kind: Kind
    /// Our key; of a dispute, the processor's own name for it.
    package let name: String

    package init(processor: String, merchant: MerchantNumber, kind: Kind, name: String) {
        self.processor = processor
        self.merchant = merchant
        self.kind = kind
        self.name = name
    }

    /// Processors' own names have fewer characters.
    package static let nameLengthMax = 255
}
