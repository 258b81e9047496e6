/// The address of a server and its limits, each with its reason.
package struct Settings: Sendable {
    /// A numeric IPv4 or IPv6 address; loopback, because a TLS proxy runs in front of the server.
    package var address = "127.0.0.1"
    /// Zero lets the kernel choose.
    package var port: UInt16 = 0
    /// Threads that serve; one answers tens of thousands of requests a second.
    package var loops = 1
    /// Open connections over all loops. Each costs up to 32 KiB while a request arrives; the
    /// number is lowered to what RLIMIT_NOFILE leaves after `descriptorsReserved`.
    package var connectionsMax = 8192
    /// Open connections of one address; nil means no limit. The server answers a request beyond it
    /// with 503. A browser opens six, and a carrier's gateway has many buyers.
    package var connectionsOfAddressMax: Int?
    /// Addresses without the limit `connectionsOfAddressMax`: proxies.
    package var unlimitedAddresses: Set<String> = []
    /// If true, this machine has no such limit either: a proxy that is not listed may run on it.
    package var exemptsLoopback = true
    /// A connection beyond `connectionsOfAddressMax` has this long to send its request, which is
    /// refused.
    package var beyondLimitMilliseconds = 2_000
    /// Files that are not connections: the database pool, logs, epoll.
    package var descriptorsReserved = 128
    /// The library's memory for one request and the head of its answer, in bytes.
    package var headBytesMax = 32 * 1024
    /// The part of it that is reserved for the answer. A head that takes more than the rest is
    /// refused: browsers and proxies stay under 8 KiB.
    package var answerHeadBytes = 4 * 1024
    /// Bytes of the library's record of each header, in addition to the header's own bytes.
    package var headerRecordBytes = 64
    /// The server closes a connection without traffic after this; longer than a proxy keeps its own
    /// idle.
    package var idleMilliseconds = 75_000
    /// A head must be whole this long after its first line, and a body this long after its head:
    /// a slow phone sends 256 KiB in seconds, a slowloris never ends.
    package var arrivalMilliseconds = 30_000
    /// The client must have read an answer this long after it was ready.
    package var departureMilliseconds = 120_000
    /// Requests that handlers work on at once, over all loops; more are answered 503, because a
    /// longer queue outlives its clients' patience.
    package var inFlightMax = 4096
    /// Answers that may be open for events at once, over all loops; more are answered 503. Each
    /// holds a connection: the rest, and never less than a quarter of all, is for requests.
    package var streamsMax = 6000
    /// A stream without data for this long is sent a comment: proxies and mobile networks drop a
    /// silent connection after 30 to 60 seconds, and the server notices that a client is gone only
    /// when it writes.
    package var heartbeatMilliseconds = 20_000
    /// Bytes of bodies in memory at once, over all loops, beyond the first 16 KiB of each: the
    /// server reads a body before it authenticates the client.
    package var bodyBytesHeldMax = 64 * 1024 * 1024
    /// The server reads and drops a body over its route's limit up to this many bytes, so that the
    /// client sees the answer; it cuts off a still larger one.
    package var drainBytesMax = 1024 * 1024
    /// Headers that every answer has unless it sets them itself.
    package var headers: [(String, String)] = []

    package init() {}

    /// The connections that a process with this many open files can accept.
    func connections(openFilesMax: Int) -> Int {
        max(1, min(connectionsMax, openFilesMax - descriptorsReserved))
    }

    /// The streams that may be open at once on a loop with this many connections.
    func streams(connectionsMax: Int) -> Int {
        max(1, min(streamsMax / max(1, loops), connectionsMax * 3 / 4))
    }
}
