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
}
