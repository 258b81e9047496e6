/// How long a request to somebody else may take, and how much of an answer is read.
package struct Limits: Hashable, Sendable {
    /// Name, connection and TLS together.
    package var connectMilliseconds = 5_000
    /// From the start to the last byte of the answer.
    package var totalMilliseconds = 15_000
    /// Enough to say what went wrong; the rest is not read.
    package var answerBytesMax = 65_536

    /// Of one answer; what servers send is a tenth of it.
    static let headerBytesMax = 65_536
    /// Open at once, in use or kept; more requests than these wait, within their time.
    static let connectionsMax = 512
    /// Side by side on one connection; the server may say fewer.
    static let streamsMax = 500

    package init() {}
}
