import CHTTPServer
import Glibc
import Threads

// A call passes through begin, receive, proceed, queue and end.

extension Daemon {
    /// Reads the head and finds the route or a refusal; with `mustClose` the refusal is sent at
    /// once.
    func begin(
        _ connection: OpaquePointer, _ client: ClientConnection, _ url: UnsafePointer<CChar>,
        _ method: UnsafePointer<CChar>, _ version: UnsafePointer<CChar>
    ) -> Call {
        let call = Call(id: ids.next(), connection: connection, client: client, receivedAt: now)
        client.call = call
        client.enter(.arriving, until: deadline(after: settings.arrivalMilliseconds))
        call.method = Method(method)
        let head = Head(
            connection, method: method, target: client.target,
            targetLength: client.targetLength, version: version)
        let query = client.query
        client.query = nil
        client.target = nil
        call.isLast = head.chunked
        call.keepsConnection = head.keepsConnection
        if head.expectsContinue, !head.chunked, head.contentLength ?? 0 == 0 {
            // The library would send 100 and then take the next request for this one's body. A
            // server may omit the 100 if there is no body (RFC 9110, 10.1.1).
            chttp_forget_expectation(connection)
        }
        let used =
            chttp_head_size(connection) + head.cookieBytes
            + (head.headers.count + head.cookies) * settings.headerRecordBytes
        if used > settings.headBytesMax - settings.answerHeadBytes {
            // The library has no room left for the head of an answer.
            let isTarget = client.targetLength > settings.headBytesMax / 2
            call.refusal = .unreadable(status: isTarget ? 414 : 431)
            answerDirectly(call)
            linger(client)
            return call
        }
        if client.isBeyondLimit { return refuse(call, .tooManyConnections, close: true) }
        if let fault = head.fault { return refuse(call, .malformed(fault), close: true) }
        if head.hasUnknownCoding {
            return refuse(call, .unreadable(status: 501), close: true)
        }
        let target: Target
        do throws(Target.Fault) {
            target = try Target(url, query: query)
        } catch {
            switch error {
            case .malformed: return refuse(call, .malformed(.target), close: true)
            case .tooManyArguments:
                return refuse(call, .tooManyArguments(limit: Target.argumentsMax), close: true)
            }
        }
        call.request = Request(
            method: call.method ?? .get, path: target.path, query: target.query,
            headers: head.headers, body: [], id: call.id, remoteAddress: client.address,
            receivedAt: now)
        guard let refusal = route(call, head, target.path) else { return call }
        let isLarge = head.contentLength ?? 0 > settings.drainBytesMax
        if isLarge, !head.expectsContinue, refusal != .malformed(.target) {
            // A close while a proxy still sends would reset its connection, and the proxy would
            // take the server for dead (RFC 9112, 9.6). So the answer goes out at once, and the
            // server reads and drops the body until the client closes or its time is over.
            call.refusal = refusal
            answerDirectly(call)
            call.isDraining = true
            return call
        }
        // The server reads and drops the rest of the body, unless the client withholds it.
        return refuse(
            call, refusal, close: head.expectsContinue || refusal == .malformed(.target))
    }

    private func refuse(_ call: Call, _ refusal: Refusal, close: Bool) -> Call {
        call.refusal = refusal
        if close {
            call.mustClose = true
            call.response = answer(refusal, call)
        }
        return call
    }

    private func route(_ call: Call, _ head: Head, _ path: String) -> Refusal? {
        var path = path
        switch path.withUTF8({ handlers.router.match(call.method, path: $0) }) {
        case .malformed: return .malformed(.target)
        case .notFound: return .notFound(similar: handlers.router.similar(to: path))
        case .methodNotAllowed(let allowed): return .methodNotAllowed(allowed: allowed)
        case .found(let route, let parameters):
            call.route = route
            call.parameters = parameters
        }
        guard let route = call.route else { return .notFound(similar: nil) }
        if let length = head.contentLength, length > route.bodyBytesMax {
            return .bodyTooLarge(limit: route.bodyBytesMax)
        }
        let wantsJSON = route.body == .json || route.body == .jsonOptional
        if wantsJSON, head.headers.has("Content-Type"), !MediaType.isJSON(head.headers) {
            return .unsupportedMediaType
        }
        if let length = head.contentLength, length > 0, route.body != .none {
            // Memory grows with the bytes received: a client that announces a large body and sends
            // nothing gets little.
            call.body.reserveCapacity(min(Int(length), bodyBytesReservedMax))
        }
        return nil
    }

    /// Takes a part of the body.
    func receive(_ part: UnsafeRawBufferPointer, _ call: Call) {
        call.bytesIn += part.count
        guard let route = call.route, call.refusal == nil else {
            if call.bytesIn > settings.drainBytesMax { answerDirectly(call) }
            return
        }
        guard call.bytesIn <= route.bodyBytesMax else {
            call.refusal = .bodyTooLarge(limit: route.bodyBytesMax)
            call.body = []
            return
        }
        guard route.body != .none else { return }
        guard reserveBodyBytes(call) else {
            call.refusal = .tooManyInFlight
            call.body = []
            releaseBodyBytes(call)
            return
        }
        call.body.append(contentsOf: part)
    }

    /// Counts the body's growth beyond its first bytes against the limit for all bodies.
    private func reserveBodyBytes(_ call: Call) -> Bool {
        let more = max(0, call.bytesIn - bodyBytesReservedMax) - call.bytesHeld
        guard bodyBytesHeld + more <= settings.bodyBytesHeldMax / settings.loops else {
            return false
        }
        bodyBytesHeld += more
        call.bytesHeld += more
        return true
    }

    private func releaseBodyBytes(_ call: Call) {
        bodyBytesHeld -= call.bytesHeld
        call.bytesHeld = 0
    }

    /// The request is whole, or its suspended handler has answered.
    func proceed(_ call: Call) -> MHD_Result {
        if call.answeredDirectly { return .NO }
        if call.response == nil { dispatch(call) }
        if call.response != nil { return queue(call) }
        call.suspended = true
        MHD_suspend_connection(call.connection)
        return .YES
    }

    private func dispatch(_ call: Call) {
        if let refusal = call.refusal ?? lateRefusal(call) {
            call.response = answer(refusal, call)
            return
        }
        guard let route = call.route, var request = call.request else { return }
        swap(&request.body, &call.body)
        call.request = request
        switch route.action {
        case .immediate(let handler):
            call.response = handler(request, call.parameters)
        case .async(let handler):
            tasks += 1
            call.client.enter(.handling, until: .max)
            call.task = Task(executorPreference: loop) { [self, request] in
                finish(call, await handler(request, call.parameters))
            }
            // The first part of most handlers runs at once, and many handlers finish in it: then
            // the connection is not suspended.
            _ = loop.runLocalJobs(atMost: jobsAtOnceMax)
        }
    }

    private func lateRefusal(_ call: Call) -> Refusal? {
        if tasks >= inFlightMax, case .async = call.route?.action { return .tooManyInFlight }
        guard let route = call.route, let request = call.request,
            route.body == .json || route.body == .jsonOptional,
            !request.headers.has("Content-Type"),
            !(call.body.isEmpty && route.body == .jsonOptional)
        else { return nil }
        return .unsupportedMediaType
    }

    private func finish(_ call: Call, _ response: Response) {
        loop.checkIsolated()
        tasks -= 1
        call.task = nil
        // A stop has already answered.
        guard call.response == nil else {
            response.eventStream?.finish()
            return
        }
        call.response = response
        resume(call)
    }

    /// Completes the exchange; the connection may carry another.
    ///
    /// `status` is the status of the library's own answer, if it sent one in the middle of a body.
    func end(_ call: Call, whole: Bool, status: Int) {
        call.client.call = nil
        call.client.servedAt = now
        call.client.isKeptAlive =
            whole && call.keepsConnection && !call.mustClose && !call.isLast && !isStopping
            && call.response?.eventStream == nil
        releaseBodyBytes(call)
        endStream(call)
        call.client.enter(.idle, until: deadline(after: settings.idleMilliseconds))
        handlers.finished(
            Exchange(
                id: call.id, method: call.method, route: call.route?.template,
                status: call.status > 0 ? call.status : status,
                traceparent: call.request?.headers["traceparent"],
                isStream: call.response?.eventStream != nil,
                microseconds: monotonicMicroseconds() - call.receivedAt,
                bytesIn: call.bytesIn, bytesOut: call.bytesOut,
                ending: whole || call.answeredDirectly ? .answered : .cutOff))
    }
}

/// Bytes that the server reserves for a body because of Content-Length alone.
private let bodyBytesReservedMax = 16 * 1024

/// Jobs that may run before an unanswered call is suspended.
private let jobsAtOnceMax = 16
