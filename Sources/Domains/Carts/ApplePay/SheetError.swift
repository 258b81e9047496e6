import Contacts
import JSON
import Vocabulary

/// Apple's `ApplePayError` in the buyer's language. Contacts/Model/ApplePayErrorCode.swift lists
/// its codes.
package struct SheetError: Hashable, Sendable, Writable {
    package let code: ApplePayErrorCode
    package let contactField: ContactField?
    package let message: String
    /// The message's key in the catalog, for a page with its own wording.
    package let messageCode: String

    package init(
        code: ApplePayErrorCode, contactField: ContactField? = nil, message: String,
        messageCode: String
    ) {
        self.code = code
        self.contactField = contactField
        self.message = message
        self.messageCode = messageCode
    }

    /// The merchant's own wording has priority.
    package init(
        _ error: FieldError, in language: Language, overrides: MessageCatalog.Overrides = [:]
    ) {
        self.init(
            code: error.code, contactField: error.contactField,
            message: MessageCatalog.text(error.message, language, overrides: overrides),
            messageCode: error.message.key.rawValue)
    }

    package func write(to writer: inout Writer) {
        writer.object { write(membersTo: &$0) }
    }

    package func write(membersTo writer: inout Writer) {
        writer.member("code", code.rawValue)
        writer.member("contactField", ifPresent: contactField?.rawValue)
        writer.member("message", message)
        writer.member("messageCode", messageCode)
    }
}
