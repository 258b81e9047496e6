/// A stored value that this version of the server does not understand.
package struct StoredValueError: Error, Equatable {
    package let column: String

    package init(column: String) {
        self.column = column
    }
}
