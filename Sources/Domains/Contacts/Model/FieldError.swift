import Vocabulary

/// One error that stops the order, in the form of an `ApplePayError`.
///
/// `message` is a key with arguments; the API translates it into the buyer's language.
package struct FieldError: Hashable, Sendable {
    package let code: ApplePayErrorCode
    /// Set only with the two `…ContactInvalid` codes: Apple ignores it elsewhere.
    package let contactField: ContactField?
    package let message: Message

    package init(code: ApplePayErrorCode, contactField: ContactField? = nil, message: Message) {
        self.code = code
        self.contactField = contactField
        self.message = message
    }

    /// An error of one of the two contacts, for a field that Apple does not allow to be named.
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
    /// An error on a field if the buyer can fix it in this sheet; otherwise the same message
    /// without a field.
    ///
    /// The buyer cannot edit a field that the sheet did not request (docs/rules/demands.md#8): the
    /// storefront gets the code `unknown` and lets the buyer continue elsewhere. Fields that the
    /// sheet requested but Apple does not allow to be named, a billing contact's phone number and
    /// email, keep their code.
    package static func fixable(
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

/// A problem that the merchant may want to check and that never stops the order.
package struct FieldWarning: Hashable, Sendable {
    package let contactField: ContactField?
    package let message: Message
    /// The value that was probably meant, ready to replace the field's.
    package let suggestion: String?

    package init(_ contactField: ContactField?, _ message: Message, suggestion: String? = nil) {
        self.contactField = contactField
        self.message = message
        self.suggestion = suggestion
    }
}
