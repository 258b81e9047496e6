/// How long a request to somebody else may take, and how much of an answer is read.
package struct Limits: Hashable, Sendable {
    /// Name, connection and TLS together.
    package var connectMilliseconds = 5_000
    /// From the start to the last byte of the answer.
    package var totalMilliseconds = 15_000
    /// Enough to say what went wrong; the rest is not read.
    package var answerBytesMax = 65_536

    package init() {}
}
