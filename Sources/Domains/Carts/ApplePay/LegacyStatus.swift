import Contacts

/// The completion status of Apple Pay JS 1 and 2, which has no errors (docs/rules/apple.md#2.3).
package enum LegacyStatus: Int, CaseIterable, Sendable {
    case success = 0
    case failure = 1
    case invalidBillingPostalAddress = 2
    case invalidShippingPostalAddress = 3
    case invalidShippingContact = 4

    /// Expresses the most important error, as far as the old numbers allow.
    package init(_ errors: [SheetError]) {
        guard let first = errors.first else {
            self = .success
            return
        }
        switch first.code {
        case .billingContactInvalid: self = .invalidBillingPostalAddress
        case .addressUnserviceable: self = .invalidShippingPostalAddress
        case .shippingContactInvalid:
            self =
                first.contactField?.requiredField == .postalAddress
                ? .invalidShippingPostalAddress : .invalidShippingContact
        case .unknown, .couponCodeInvalid, .couponCodeExpired: self = .failure
        }
    }
}
