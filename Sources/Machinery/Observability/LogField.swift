/// A field of a log line. No other content can be logged, so a secret cannot slip in: names are
/// literals of the program, values have closed types, and free text is redacted.
package enum LogField: Sendable {
    case requestID(String)
    case traceID(String)
    case method(String)
    /// The template of a route, such as `/v1/checkouts/{checkout}`; never a path.
    case route(String)
    case status(Int)
    case microseconds(Int64)
    /// A literal name with a number: bytes, attempts, a port.
    case count(StaticString, Int)
    /// A literal name with a literal word.
    case word(StaticString, StaticString)
    /// The five characters of a Postgres error code.
    case sqlState(String)
    /// The name of a constraint, which is written as a sentence.
    case constraint(String)
    /// Free text, such as an error's own description; `Redaction` masks it.
    case text(StaticString, String)
}
