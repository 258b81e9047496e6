import JSON
import Vocabulary

extension Examined {
    /// Writes the result of validating a contact: whether it is valid, its normalized form, and its
    /// errors.
    ///
    /// - Parameter words: translates a message into the reader's language.
    package func write(membersTo body: inout Writer, words: (Message) -> String) {
        body.member("valid", isValid)
        body.member("normalized", normalized)
        body.member("given", ifPresent: given)
        body.member("region", ifPresent: destination?.region)
        body.key("provenance")
        body.object { provenance.write(membersTo: &$0) }
        body.array("errors", errors) { $0.write(to: &$1, words: words) }
        body.array("warnings", warnings) { $0.write(to: &$1, words: words) }
    }
}

extension Provenances {
    fileprivate func write(membersTo writer: inout Writer) {
        for part in ContactPart.allCases {
            guard let provenance = self[part] else { continue }
            writer.key(dynamic: part.rawValue)
            writer.value(provenance.rawValue)
        }
    }
}

extension FieldError {
    /// `{code, contactField?, message}` for `new ApplePayError(…)`, and the message's key.
    fileprivate func write(to writer: inout Writer, words: (Message) -> String) {
        writer.object {
            $0.member("code", code.rawValue)
            $0.member("contactField", ifPresent: contactField?.rawValue)
            $0.member("message", words(message))
            $0.member("messageCode", message.key.rawValue)
        }
    }
}

extension FieldWarning {
    fileprivate func write(to writer: inout Writer, words: (Message) -> String) {
        writer.object {
            $0.member("contactField", ifPresent: contactField?.rawValue)
            $0.member("message", words(message))
            $0.member("messageCode", message.key.rawValue)
            $0.member("suggestion", ifPresent: suggestion)
        }
    }
}
