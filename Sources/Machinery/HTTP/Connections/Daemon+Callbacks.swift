import CHTTPServer
import Glibc

// Callbacks of the library, always on the loop's thread. Each finds the daemon in its context.

private func daemon(_ context: UnsafeMutableRawPointer?) -> Daemon {
    Unmanaged<Daemon>.fromContext(context).takeUnretainedValue()
}

private func client(_ connection: OpaquePointer?) -> ClientConnection? {
    guard let context = chttp_connection_context(connection) else { return nil }
    return Unmanaged<ClientConnection>.fromOpaque(context).takeUnretainedValue()
}

/// The library itself refuses a request.
func onLibraryRefusal(_ connection: OpaquePointer?, _ status: UInt32) {
    guard let client = client(connection) else { return }
    client.daemon?.answerForLibrary(client, status: Int(status))
}

/// The library is about to close a connection.
func onLibraryClose(_ context: UnsafeMutableRawPointer?, _ socket: Int32) {
    let daemon = daemon(context)
    if let client = daemon.clients[socket] { daemon.answerBeforeClose(client) }
}

/// A connection was accepted or is gone.
func onConnection(
    _ context: UnsafeMutableRawPointer?, _ connection: OpaquePointer?,
    _ place: UnsafeMutablePointer<UnsafeMutableRawPointer?>?,
    _ event: MHD_ConnectionNotificationCode
) {
    let daemon = daemon(context)
    if event == .CONNECTION_NOTIFY_STARTED, let connection {
        let address = Listening.text(chttp_connection_address(connection))
        let isBeyondLimit = daemon.countConnection(of: address)
        let milliseconds =
            isBeyondLimit
            ? daemon.settings.beyondLimitMilliseconds : daemon.settings.arrivalMilliseconds
        let client = ClientConnection(
            daemon, connection, socket: chttp_connection_socket(connection), address: address,
            isBeyondLimit: isBeyondLimit, deadline: daemon.deadline(after: milliseconds))
        daemon.clients[client.socket] = client
        daemon.loop.watchForEnd(client.socket)
        place?.pointee = Unmanaged.passRetained(client).toOpaque()
    } else if let old = place?.pointee {
        let client = Unmanaged<ClientConnection>.fromOpaque(old).takeRetainedValue()
        place?.pointee = nil
        // After it had no room for a connection, the library accepts again only in its next run.
        if daemon.clients.count >= daemon.connectionsMax { daemon.again = true }
        daemon.clients[client.socket] = nil
        daemon.forgetConnection(of: client.address)
        // The next connection may get the same descriptor, and needs its own entry.
        daemon.ended[client.socket] = nil
    }
}

/// The request line has arrived.
func onTarget(
    _ context: UnsafeMutableRawPointer?, _ target: UnsafePointer<CChar>?,
    _ connection: OpaquePointer?
) -> UnsafeMutableRawPointer? {
    guard let client = client(connection), let target else { return nil }
    let daemon = daemon(context)
    client.target = target
    client.targetLength = strlen(target)
    client.query = takeQuery(UnsafeMutablePointer(mutating: target))
    client.enter(
        .arriving, until: daemon.deadline(after: daemon.settings.arrivalMilliseconds))
    return nil
}

/// Copies the query and cuts it off before the library parses it, which it does after this
/// callback.
///
/// The library (0.9.75) keeps each argument in its pool; if they do not fit, it closes the
/// connection without an answer, and a proxy concludes that the server is down.
private func takeQuery(_ target: UnsafeMutablePointer<CChar>) -> [UInt8]? {
    guard let mark = strchr(target, Int32(UInt8(ascii: "?"))) else { return nil }
    let start = mark + 1
    let count = strlen(start)
    let query = (0..<count).map { UInt8(bitPattern: start[$0]) }
    start.pointee = 0
    return query
}

/// The library calls this when the head has arrived, for each part of the body, at the body's end,
/// and after each resume.
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
    guard let client = client(connection) else { return .NO }
    let call = daemon.begin(connection, client, url, method, version)
    state.pointee = Unmanaged.passRetained(call).toOpaque()
    if call.answeredDirectly, !call.isDraining { return .NO }
    return call.mustClose ? daemon.queue(call) : .YES
}

/// The answer was sent, or never will be.
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

/// Leaves the text as it was sent: the router decodes it by segment, so that `%2F` is not a slash.
func onUnescape(
    _ context: UnsafeMutableRawPointer?, _ connection: OpaquePointer?,
    _ text: UnsafeMutablePointer<CChar>?
) -> Int {
    text.map { strlen($0) } ?? 0
}
