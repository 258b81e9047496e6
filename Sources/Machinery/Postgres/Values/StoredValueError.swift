/// A stored value that this version of the server does not understand.
package struct StoredValueError: Error, Equatable, CustomStringConvertible {
    package let column: String

    package init(column: String) {
        self.column = column
    }

    /// Names the column, which is a word of the source, and never the value.
    package var description: String { "a value of \(column) cannot be read" }
}
