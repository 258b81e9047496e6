import Vocabulary

/// A phone's position in the changes of a merchant's passes. The phone treats it as an opaque text
/// and sends it back.
package struct UpdateTag: Equatable, Sendable {
    let value: Int64

    init(value: Int64) { self.value = value }

    /// Returns nil for a text that cannot be a tag: the phone then gets all of its passes.
    package init?(_ text: String) {
        guard text.utf8.count <= 19, let value = text.wholeNumber else { return nil }
        self.value = value
    }

    package var text: String { String(value) }
}
