/// The words after a command: options with a value, and all others.
struct CommandOptions {
    private var values: [String: String] = [:]
    private(set) var others: [String] = []

    /// - Parameters:
    ///   - command: the command whose help explains them.
    ///   - known: the options that take a value.
    init(_ arguments: [String], of command: String, known: [String]) throws {
        var rest = arguments[...]
        while let word = rest.popFirst() {
            guard known.contains(word) else {
                guard !word.hasPrefix("-") else {
                    throw CommandFailure.usage(
                        "unexpected argument '\(word)'; see paysheet \(command) --help")
                }
                others.append(word)
                continue
            }
            guard let value = rest.popFirst() else {
                throw CommandFailure.usage(
                    "\(word) requires a value; see paysheet \(command) --help")
            }
            guard values.updateValue(value, forKey: word) == nil else {
                throw CommandFailure.usage("\(word) is given twice")
            }
        }
    }

    subscript(_ name: String) -> String? { values[name] }
}
