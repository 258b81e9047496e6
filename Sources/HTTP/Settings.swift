/// Where a server listens and every limit it keeps, each with its reason.
package struct Settings: Sendable {
    /// A numeric IPv4 or IPv6 address; loopback, because a proxy with TLS stands in front.
    package var address = "127.0.0.1"
    /// Zero lets the kernel choose.
    package var port: UInt16 = 0
    /// Threads that serve; one answers tens of thousands of requests a second.
    package var loops = 1
    /// Open connections over all loops. Each costs up to 32 KiB while a request arrives; the
    /// number is lowered to what RLIMIT_NOFILE leaves after `descriptorsReserved`.
    package var connectionsMax = 8192
    /// Files that are not connections: the database pool, logs, epoll.
    package var descriptorsReserved = 128
    /// Request line and headers of one request, in bytes; browsers and proxies stay under 8 KiB.
    package var headBytesMax = 32 * 1024
    /// A connection without traffic is closed after this; longer than a proxy keeps its own idle.
    package var idleMilliseconds = 75_000
    /// A head must be whole this long after its first line, and a body this long after its head:
    /// a slow phone sends 256 KiB in seconds, a slowloris never ends.
    package var arrivalMilliseconds = 30_000
    /// An answer must have been read this long after it was ready.
    package var departureMilliseconds = 120_000
    /// Requests that handlers work on at once, over all loops; more are answered 503, because a
    /// queue that long outlives its clients' patience.
    package var inFlightMax = 4096
    /// Answers that may be open for events at once, over all loops; more are answered 503. Each holds
    /// a connection: the rest, and never less than a quarter of all, is for requests.
    package var streamsMax = 6000
    /// A stream on which nothing was sent for so long is sent a comment: proxies and the networks of
    /// phones forget a silent connection after half a minute or a whole one, and only who is written
    /// to can be found to be gone.
    package var heartbeatMilliseconds = 20_000
    /// Bytes of bodies that may be held at once, over all loops, beyond the first 16 KiB of each:
    /// whoever sends one has not been asked for a key yet.
    package var bodyBytesHeldMax = 64 * 1024 * 1024
    /// A body over its route's limit is read and dropped up to this many bytes, so that the client
    /// sees the answer; one still larger is cut off.
    package var drainBytesMax = 1024 * 1024
    /// Headers that every answer has unless it sets them itself.
    package var headers: [(String, String)] = []

    package init() {}

    /// The connections that are taken by a process that may open so many files.
    func connections(openFilesMax: Int) -> Int {
        max(1, min(connectionsMax, openFilesMax - descriptorsReserved))
    }

    /// The streams that are open at once on a loop with so many connections.
    func streams(connectionsMax: Int) -> Int {
        max(1, min(streamsMax / max(1, loops), connectionsMax * 3 / 4))
    }
}
