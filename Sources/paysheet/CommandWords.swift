/// The words behind a command: those with a value, and the rest.
struct CommandWords {
    private var values: [String: String] = [:]
    private(set) var others: [String] = []

    /// - Parameters:
    ///   - command: whose help names them.
    ///   - known: the options that take a value.
    init(_ arguments: [String], of command: String, known: [String]) throws {
        var rest = arguments[...]
        while let word = rest.popFirst() {
            guard known.contains(word) else {
                guard !word.hasPrefix("-") else {
                    throw CommandFailure.usage(
                        "'\(word)' is not expected here; see paysheet \(command) --help")
                }
                others.append(word)
                continue
            }
            guard let value = rest.popFirst() else {
                throw CommandFailure.usage("\(word) takes a value; see paysheet \(command) --help")
            }
            guard values.updateValue(value, forKey: word) == nil else {
                throw CommandFailure.usage("\(word) is there twice")
            }
        }
    }

    subscript(_ name: String) -> String? { values[name] }
}
