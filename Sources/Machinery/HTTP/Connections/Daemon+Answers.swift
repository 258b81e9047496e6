import CHTTPRefusals
import CHTTPServer

extension Daemon {
    /// The owner's answer to a refusal, with the headers that the refusal requires.
    func answer(_ refusal: Refusal, _ call: Call) -> Response {
        var response = handlers.refuse(refusal, call.id)
        for header in refusal.headers where response[header.0] == nil {
            response.headers.append(header)
        }
        return response
    }

    /// Gives the call's response to the library.
    func queue(_ call: Call) -> MHD_Result {
        guard var response = call.response else { return .NO }
        let eventStream = response.eventStream
        if eventStream != nil, streams >= streamsMax { response = answer(.tooManyInFlight, call) }
        if let request = call.request { handlers.decorate?(request, &response) }
        var open = response.eventStream.map { StreamingResponse(self, call, $0) }
        var made = make(response, call, open)
        if made == nil {
            call.mustClose = true
            response = answer(.brokenAnswer, call)
            open = nil
            made = make(response, call, nil)
        }
        call.response?.eventStream = response.eventStream
        if eventStream !== response.eventStream { eventStream?.finish() }
        guard let made else { return .NO }
        defer { MHD_destroy_response(made) }
        call.status = response.status
        call.bytesOut = call.method == .head || open != nil ? 0 : response.body.count
        call.client.enter(.departing, until: deadline(after: settings.departureMilliseconds))
        if let open { begin(open, call) }
        let isTaken = chttp_queue_response(call.connection, UInt32(response.status), made) == 1
        return isTaken ? .YES : .NO
    }

    /// - Returns: nil when a header has a line break.
    private func make(_ response: Response, _ call: Call, _ open: StreamingResponse?)
        -> OpaquePointer?
    {
        let made = open.map { $0.make() } ?? Self.make(response.body)
        guard let made else { return nil }
        var good = MHD_add_response_header(made, "Request-Id", call.id) == .YES
        for (name, value) in response.headers where good {
            good = MHD_add_response_header(made, name, value) == .YES
        }
        for (name, value) in settings.headers where good && response[name] == nil {
            good = MHD_add_response_header(made, name, value) == .YES
        }
        if good, call.mustClose || call.isLast || isStopping {
            good = MHD_add_response_header(made, "Connection", "close") == .YES
        }
        if good { return made }
        MHD_destroy_response(made)
        return nil
    }

    /// From this size on the server lends a body to the library instead of copying it.
    ///
    /// Copying a signed pass of 300 KB touches fresh pages, which costs more than sending it;
    /// copying a few pages costs no more than allocating the box that keeps a body.
    private static let zeroCopyBytesMin = 16 << 10

    private static func make(_ body: [UInt8]) -> OpaquePointer? {
        body.withUnsafeBytes { bytes in
            // The library does not write; its parameter is not const for other modes.
            let start = UnsafeMutableRawPointer(mutating: bytes.baseAddress)
            guard bytes.count >= zeroCopyBytesMin else {
                return MHD_create_response_from_buffer(bytes.count, start, .RESPMEM_MUST_COPY)
            }
            // The box never changes, so its storage stays in place until the box is released.
            let retained = Unmanaged.passRetained(LibraryOwnedBytes(body))
            let made = MHD_create_response_from_buffer_with_free_callback_cls(
                bytes.count, start, { Unmanaged<LibraryOwnedBytes>.fromContext($0).release() },
                retained.toOpaque())
            if made == nil { retained.release() }
            return made
        }
    }
}

/// A body that is being sent; the library releases it together with its answer, also when the
/// client is gone.
private final class LibraryOwnedBytes {
    private let body: [UInt8]

    init(_ body: [UInt8]) { self.body = body }
}
