import Vocabulary

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

    /// Reads the value of an option that takes a day, and returns its start.
    static func day(_ text: String?, of option: String) throws -> Instant {
        guard let text, text.utf8.count == 10,
            let instant = Instant(rfc3339: text + "T00:00:00Z")
        else { throw CommandFailure.usage("\(option) takes a day in UTC, such as 2026-11-22") }
        return instant
    }
}
