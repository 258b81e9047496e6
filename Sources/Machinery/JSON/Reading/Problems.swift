/// One problem of a request: its position, its rule, and a description of the rule.
package struct FieldProblem: Equatable, Sendable {
    /// A JSON pointer (RFC 6901); empty for the whole document.
    package let pointer: String
    /// Stable, snake_case: `required`, `wrong_type`, `too_long`, `too_short`, `too_many`,
    /// `too_few`, `unknown_field`, `invalid_value`, `out_of_range`, or a domain's own.
    package let code: String
    /// A sentence for a developer. It never repeats the value, which may be a secret.
    package let detail: String

    package init(pointer: String, code: String, detail: String) {
        self.pointer = pointer
        self.code = code
        self.detail = detail
    }
}

extension FieldProblem: Writable {
    package func write(to writer: inout Writer) {
        writer.object {
            $0.member("pointer", pointer)
            $0.member("code", code)
            $0.member("detail", detail)
        }
    }
}

/// All problems of one document, in reading order.
///
/// Belongs to one request and one thread.
package final class Problems {
    /// Limits the size of the answer to a body with a thousand invalid fields.
    package static let keptMax = 100

    package private(set) var all: [FieldProblem] = []
    /// Includes problems that were not kept.
    package private(set) var count = 0

    /// The list that receives values beyond a reader's maximum, which the reader still reads. If
    /// nil, such values are problems of this list, and the reader skips them.
    package let excesses: Problems?

    /// True for a document that this program wrote: it has no misspelled names to look for.
    let isOfStoredDocument: Bool

    package init(excesses: Problems? = nil, ofStoredDocument: Bool = false) {
        self.excesses = excesses
        isOfStoredDocument = ofStoredDocument
    }

    package var isEmpty: Bool { count == 0 }

    package func add(_ pointer: String, _ code: String, _ detail: String) {
        add(code, at: pointer, detail)
    }

    func add(_ code: String, at pointer: @autoclosure () -> String, _ detail: String) {
        count += 1
        guard all.count < Self.keptMax else { return }
        all.append(FieldProblem(pointer: pointer(), code: code, detail: detail))
    }

    /// Adds a value beyond a maximum; returns whether the reader must skip it.
    func exceed(_ code: String, at pointer: @autoclosure () -> String, _ detail: String) -> Bool {
        (excesses ?? self).add(code, at: pointer(), detail)
        return excesses == nil
    }
}
