import CHTTPServer
import Glibc

/// An answer whose body is sent in parts, as its loop sees it.
// Unchecked: only the loop's thread touches it; other threads only pass it to that thread.
final class StreamingResponse: @unchecked Sendable {
    /// Bytes that the library takes at once: about the size of an event; pages of its buffer that
    /// are never written cost nothing.
    private static let blockBytes = 4096
    /// Like `blockBytes`, for clients of HTTP/1.0; every stream pays for this buffer.
    private static let unchunkedBlockBytes = 1024
    /// Unsent bytes that the kernel may hold for a client. Beyond this, events wait here, where
    /// newer ones replace them; the kernel's own limit would hold megabytes of outdated events.
    private static let unsentBytesMax: Int32 = 16 * 1024

    let call: Call
    let eventStream: EventStream
    /// The time at which data was last sent, on the monotonic clock in microseconds.
    private(set) var sentAt: Int64
    /// The daemon lives as long as its connections.
    private unowned let daemon: Daemon

    init(_ daemon: Daemon, _ call: Call, _ eventStream: EventStream) {
        self.daemon = daemon
        self.call = call
        self.eventStream = eventStream
        sentAt = daemon.now
    }

    /// Creates the library's answer, which retains this one until the library releases it.
    func make() -> OpaquePointer? {
        let held = Unmanaged.passRetained(self)
        let made = MHD_create_response_from_callback(
            .max, Self.unchunkedBlockBytes, readOpenAnswer, held.toOpaque(), releaseOpenAnswer)
        guard let made else {
            held.release()
            return nil
        }
        // For HEAD the library would send the last chunk of a body that it does not send.
        if call.method == .head { chttp_avoid_chunks(made) }
        return made
    }

    func begin(waking wake: @escaping @Sendable () -> Void) {
        eventStream.begin(waking: wake)
        holdBack(Self.unsentBytesMax)
    }

    /// Removes the limit on unsent bytes: the connection may carry another request, whose answer is
    /// an ordinary one.
    func end() { holdBack(0) }

    private func holdBack(_ bytes: Int32) {
        var bytes = bytes
        setsockopt(call.client.socket, Int32(IPPROTO_TCP), TCP_NOTSENT_LOWAT, &bytes, 4)
    }

    /// Fills the library's buffer, or suspends the connection when there is nothing to send.
    fileprivate func read(_ room: UnsafeMutableRawBufferPointer) -> Int {
        let client = call.client
        guard client.phase != .shut else { return endWithError }
        let block = UnsafeMutableRawBufferPointer(rebasing: room.prefix(Self.blockBytes))
        let soon = daemon.deadline(after: daemon.settings.departureMilliseconds)
        switch eventStream.take(into: block) {
        case .bytes(let count):
            call.bytesOut += count
            sentAt = daemon.now
            client.enter(.streaming, until: soon)
            return count
        case .nothing:
            client.enter(.streaming, until: .max)
            call.suspended = true
            MHD_suspend_connection(call.connection)
            return 0
        case .end:
            client.enter(.departing, until: soon)
            return endOfStream
        }
    }
}

// The library's MHD_CONTENT_READER_END_OF_STREAM and …_END_WITH_ERROR.
private let endOfStream = -1
private let endWithError = -2

private func readOpenAnswer(
    _ held: UnsafeMutableRawPointer?, _ position: UInt64, _ room: UnsafeMutablePointer<CChar>?,
    _ size: Int
) -> Int {
    Unmanaged<StreamingResponse>.fromContext(held).takeUnretainedValue()
        .read(UnsafeMutableRawBufferPointer(start: room, count: size))
}

private func releaseOpenAnswer(_ held: UnsafeMutableRawPointer?) {
    Unmanaged<StreamingResponse>.fromContext(held).release()
}
