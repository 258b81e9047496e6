/// The severity of a line; a log writes lines of its own level and above.
package enum LogLevel: Int, Comparable, Sendable, CaseIterable {
    case debug, info, warning, error

    /// Reads a setting such as `PAYSHEET_LOG_LEVEL=warning`; returns nil for an unknown word.
    package init?(name: String) {
        guard let level = LogLevel.allCases.first(where: { $0.name == name }) else { return nil }
        self = level
    }

    package var name: String {
        switch self {
        case .debug: "debug"
        case .info: "info"
        case .warning: "warning"
        case .error: "error"
        }
    }

    package static func < (one: LogLevel, other: LogLevel) -> Bool {
        one.rawValue < other.rawValue
    }
}
