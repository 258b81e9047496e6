import CHTTPServer
import Glibc

// What the library calls, always on the loop's thread. Each finds the daemon in its context.

private func daemon(_ context: UnsafeMutableRawPointer?) -> Daemon {
    Unmanaged<Daemon>.fromOpaque(context!).takeUnretainedValue()
}

private func visitor(_ connection: OpaquePointer?) -> Visitor? {
    guard let context = chttp_connection_context(connection) else { return nil }
    return Unmanaged<Visitor>.fromOpaque(context).takeUnretainedValue()
}

/// A connection was accepted or is gone.
func onConnection(
    _ context: UnsafeMutableRawPointer?, _ connection: OpaquePointer?,
    _ place: UnsafeMutablePointer<UnsafeMutableRawPointer?>?,
    _ event: MHD_ConnectionNotificationCode
) {
    let daemon = daemon(context)
    if event == .CONNECTION_NOTIFY_STARTED {
        let visitor = Visitor(
            socket: chttp_connection_socket(connection),
            address: Listening.text(chttp_connection_address(connection)),
            deadline: daemon.deadline(after: daemon.settings.arrivalMilliseconds))
        daemon.visitors[visitor.socket] = visitor
        daemon.loop.watchForEnd(visitor.socket)
        place?.pointee = Unmanaged.passRetained(visitor).toOpaque()
    } else if let old = place?.pointee {
        let visitor = Unmanaged<Visitor>.fromOpaque(old).takeRetainedValue()
        place?.pointee = nil
        // The library listens again, after it had no place left, only in its next run.
        if daemon.visitors.count >= daemon.connectionsMax { daemon.again = true }
        daemon.visitors[visitor.socket] = nil
        // The next connection may get the same number and has an end of its own.
        daemon.ended[visitor.socket] = nil
    }
}

/// The first line of a request is there.
func onTarget(
    _ context: UnsafeMutableRawPointer?, _ target: UnsafePointer<CChar>?,
    _ connection: OpaquePointer?
) -> UnsafeMutableRawPointer? {
    guard let visitor = visitor(connection), let target else { return nil }
    let daemon = daemon(context)
    visitor.target = target
    visitor.targetLength = strlen(target)
    visitor.enter(
        .arriving, until: daemon.deadline(after: daemon.settings.arrivalMilliseconds))
    return nil
}

/// The head is there, then parts of the body, then its end; and again after a resume.
func onAccess(
    _ context: UnsafeMutableRawPointer?, _ connection: OpaquePointer?,
    _ url: UnsafePointer<CChar>?, _ method: UnsafePointer<CChar>?,
    _ version: UnsafePointer<CChar>?, _ data: UnsafePointer<CChar>?,
    _ size: UnsafeMutablePointer<Int>?, _ state: UnsafeMutablePointer<UnsafeMutableRawPointer?>?
) -> MHD_Result {
    guard let connection, let url, let method, let version, let size, let state else { return .NO }
    let daemon = daemon(context)
    if let known = state.pointee {
        let call = Unmanaged<Call>.fromOpaque(known).takeUnretainedValue()
        guard size.pointee > 0 else { return daemon.proceed(call) }
        if let data {
            daemon.receive(UnsafeRawBufferPointer(start: data, count: size.pointee), call)
        }
        size.pointee = 0
        return .YES
    }
    guard let visitor = visitor(connection) else { return .NO }
    let call = daemon.begin(connection, visitor, url, method, version)
    state.pointee = Unmanaged.passRetained(call).toOpaque()
    return call.mustClose ? daemon.queue(call) : .YES
}

/// The answer is sent or will never be.
func onCompleted(
    _ context: UnsafeMutableRawPointer?, _ connection: OpaquePointer?,
    _ state: UnsafeMutablePointer<UnsafeMutableRawPointer?>?,
    _ code: MHD_RequestTerminationCode
) {
    guard let known = state?.pointee else { return }
    state?.pointee = nil
    let call = Unmanaged<Call>.fromOpaque(known).takeRetainedValue()
    daemon(context).end(
        call, whole: code == .REQUEST_TERMINATED_COMPLETED_OK,
        status: Int(chttp_connection_status(connection)))
}

/// Leaves the text as it was sent: it is decoded by segment, where `%2F` is no slash.
func onUnescape(
    _ context: UnsafeMutableRawPointer?, _ connection: OpaquePointer?,
    _ text: UnsafeMutablePointer<CChar>?
) -> Int {
    text.map { strlen($0) } ?? 0
}
