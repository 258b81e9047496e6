/// How loud a line is; a log writes lines of its own level and above.
package enum LogLevel: Int, Comparable, Sendable, CaseIterable {
    case debug, info, warning, error

    /// From a setting such as `PAYSHEET_LOG_LEVEL=warning`; nil for another word.
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
