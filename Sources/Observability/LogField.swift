/// What may stand in a log line. Nothing else can be written, so nothing secret can slip in: names
/// are literals of the program, values are closed kinds, and free text is redacted.
package enum LogField: Sendable {
    case requestID(String)
    case traceID(String)
    case method(String)
    /// The template of a route, such as `/v1/checkouts/{checkout}`; never a path.
    case route(String)
    case status(Int)
    case microseconds(Int64)
    /// A name of the program with a number: bytes, attempts, a port.
    case count(StaticString, Int)
    /// A name of the program with a word of the program.
    case word(StaticString, StaticString)
    /// Postgres's five characters for an error.
    case sqlState(String)
    /// The sentence that a constraint is named by.
    case constraint(String)
    /// Free text, such as an error's own description: it passes through `Redaction`.
    case text(StaticString, String)
}
