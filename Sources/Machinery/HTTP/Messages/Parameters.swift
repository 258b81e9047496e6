/// The decoded values of a route's `{name}` segments.
package struct Parameters: Sendable {
    private let names: [String]
    private let values: [String]

    package init(_ pairs: [(String, String)] = []) {
        names = pairs.map(\.0)
        values = pairs.map(\.1)
    }

    init(names: [String], values: [String]) {
        self.names = names
        self.values = values
    }

    /// The value of a name in the route's template; asking for any other name is a programming
    /// error, which the first request to the route shows.
    package subscript(name: String) -> String {
        guard let index = names.firstIndex(of: name) else {
            preconditionFailure("the template has no {\(name)}")
        }
        return values[index]
    }
}
