/// The parameters after the question mark, decoded, in the order of arrival.
package struct QueryItems: Sendable {
    package private(set) var items: [(name: String, value: String)] = []

    package init() {}

    package init(_ items: [(name: String, value: String)]) { self.items = items }

    mutating func append(_ name: String, _ value: String) { items.append((name, value)) }

    /// The value of the first parameter with that name; a parameter without `=` has the empty
    /// value.
    package subscript(name: String) -> String? { items.first { $0.name == name }?.value }

    package func all(_ name: String) -> [String] {
        items.filter { $0.name == name }.map(\.value)
    }

    package var names: [String] { items.map(\.name) }
}
