import Vocabulary

/// Apple's error codes, as `new ApplePayError(code, …)` takes them (contracts 2.2).
package enum ApplePayErrorCode: String, CaseIterable, Sendable {
    case unknown
    case shippingContactInvalid, billingContactInvalid
    case addressUnserviceable
    case couponCodeInvalid, couponCodeExpired
}

/// One thing that stops the order, in the shape of an `ApplePayError`.
///
/// `message` is a key with arguments; the door turns it into the buyer's language.
package struct FieldError: Hashable, Sendable {
    package let code: ApplePayErrorCode
    /// Only ever set with the two `…ContactInvalid` codes: Apple ignores it elsewhere.
    package let contactField: ContactField?
    package let message: Message

    package init(
        code: ApplePayErrorCode, contactField: ContactField? = nil, message: Message
    ) {
        self.code = code
        self.contactField = contactField
        self.message = message
    }

    /// An error of one of the two contacts at a place that Apple does not let us point at.
    package init(_ role: Role, _ message: Message) {
        self.init(
            code: role == .shipping ? .shippingContactInvalid : .billingContactInvalid,
            message: message)
    }

    /// An error on a field of one of the two contacts.
    package init(_ role: Role, _ field: ContactField, _ message: Message) {
        self.init(
            code: role == .shipping ? .shippingContactInvalid : .billingContactInvalid,
            contactField: field, message: message)
    }
}

extension FieldError {
    /// An error on a field if the buyer can mend it in this sheet, else the same words without a field.
    ///
    /// What the sheet did not ask for cannot be edited there (user demand 8): the storefront sees the
    /// code `unknown` and lets the buyer continue elsewhere. What it asked for and Apple does not let
    /// us point at, the telephone number and e-mail address of a billing contact, keeps its code.
    package static func mendable(
        _ role: Role, _ field: ContactField, _ message: Message, at stage: Stage,
        required: Set<RequiredField>
    ) -> FieldError {
        guard required.contains(field.requiredField) else {
            return FieldError(code: .unknown, message: message)
        }
        return Reporting.allows(field, role, at: stage)
            ? FieldError(role, field, message) : FieldError(role, message)
    }
}

/// Something that the merchant may want to look at and that never stops the order.
package struct FieldWarning: Hashable, Sendable {
    package let contactField: ContactField?
    package let message: Message
    /// What was probably meant, ready to be put in the field's place.
    package let suggestion: String?

    package init(_ contactField: ContactField?, _ message: Message, suggestion: String? = nil) {
        self.contactField = contactField
        self.message = message
        self.suggestion = suggestion
    }
}
