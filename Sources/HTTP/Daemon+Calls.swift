import CHTTPServer
import Glibc

// The way of a call: begin, receive, proceed, queue, end.

extension Daemon {
    /// Reads the head and finds the route or a refusal; with `mustClose` it is to be answered now.
    func begin(
        _ connection: OpaquePointer, _ visitor: Visitor, _ url: UnsafePointer<CChar>,
        _ method: UnsafePointer<CChar>, _ version: UnsafePointer<CChar>
    ) -> Call {
        let call = Call(id: ids.next(), connection: connection, visitor: visitor, receivedAt: now)
        visitor.call = call
        visitor.enter(.arriving, until: deadline(after: settings.arrivalMilliseconds))
        call.method = Method(method)
        let head = Head(
            connection, method: method, target: visitor.target,
            targetLength: visitor.targetLength, version: version)
        let hasQuery = strlen(url) < visitor.targetLength
        visitor.target = nil
        call.isLast = head.chunked
        if let fault = head.fault { return refuse(call, .malformed(fault), close: true) }
        guard let target = Target(connection, url, hasQuery: hasQuery) else {
            return refuse(call, .malformed(.target), close: true)
        }
        call.request = Request(
            method: call.method ?? .get, path: target.path, query: target.query,
            headers: head.headers, body: [], id: call.id, remoteAddress: visitor.address,
            receivedAt: now)
        guard let refusal = route(call, head, target.path) else { return call }
        // The rest of the body is read and dropped, if it is not too much and not withheld.
        let withheld = head.expectsContinue || head.contentLength ?? 0 > settings.drainBytesMax
        return refuse(call, refusal, close: withheld || refusal == .malformed(.target))
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
        switch path.withUTF8({ doors.router.match(call.method, path: $0) }) {
        case .malformed: return .malformed(.target)
        case .notFound: return .notFound
        case .methodNotAllowed(let allowed): return .methodNotAllowed(allowed: allowed)
        case .found(let route, let parameters):
            call.route = route
            call.parameters = parameters
        }
        guard let route = call.route else { return .notFound }
        if let length = head.contentLength, length > route.bodyBytesMax {
            return .bodyTooLarge(limit: route.bodyBytesMax)
        }
        let wantsJSON = route.body == .json || route.body == .jsonOptional
        if wantsJSON, head.headers.has("Content-Type"), !MediaType.isJSON(head.headers) {
            return .unsupportedMediaType
        }
        if let length = head.contentLength, length > 0, route.body != .none {
            // Memory is given only as it is used: who announces much and sends nothing gets little.
            call.body.reserveCapacity(min(Int(length), bodyBytesReservedMax))
        }
        return nil
    }

    /// Takes a part of the body.
    func receive(_ part: UnsafeRawBufferPointer, _ call: Call) {
        call.bytesIn += part.count
        guard let route = call.route, call.refusal == nil else {
            if call.bytesIn > settings.drainBytesMax { answerByHand(call) }
            return
        }
        guard call.bytesIn <= route.bodyBytesMax else {
            call.refusal = .bodyTooLarge(limit: route.bodyBytesMax)
            call.body = []
            return
        }
        guard route.body != .none else { return }
        guard hold(call) else {
            call.refusal = .tooManyInFlight
            call.body = []
            letGo(call)
            return
        }
        call.body.append(contentsOf: part)
    }

    /// Takes what the body has grown beyond its first bytes out of what all bodies may hold.
    private func hold(_ call: Call) -> Bool {
        let more = max(0, call.bytesIn - bodyBytesReservedMax) - call.bytesHeld
        guard bodyBytesHeld + more <= settings.bodyBytesHeldMax / settings.loops else {
            return false
        }
        bodyBytesHeld += more
        call.bytesHeld += more
        return true
    }

    private func letGo(_ call: Call) {
        bodyBytesHeld -= call.bytesHeld
        call.bytesHeld = 0
    }

    /// The request is whole, or its suspended handler has answered.
    func proceed(_ call: Call) -> MHD_Result {
        if call.answeredByHand { return .NO }
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
        guard let route = call.route, call.request != nil else { return }
        swap(&call.request!.body, &call.body)
        switch route.action {
        case .immediate(let handler):
            call.response = handler(call.request!, call.parameters)
        case .async(let handler):
            tasks += 1
            call.visitor.enter(.handling, until: .max)
            call.task = Task(executorPreference: loop) { [self] in
                finish(call, await handler(call.request!, call.parameters))
            }
            // Most handlers' first part, and many handlers altogether, run at once: then nothing
            // has to be suspended.
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
        // A stop has answered already.
        guard call.response == nil else {
            response.outflow?.finish()
            return
        }
        call.response = response
        resume(call)
    }

    /// The exchange is over; the connection may bring another.
    ///
    /// `status` is that of the library's own answer, where it gave one in the middle of a body.
    func end(_ call: Call, whole: Bool, status: Int) {
        call.visitor.call = nil
        letGo(call)
        endStream(call)
        call.visitor.enter(.idle, until: deadline(after: settings.idleMilliseconds))
        doors.finished(
            Exchange(
                id: call.id, method: call.method, route: call.route?.template,
                status: call.status > 0 ? call.status : status,
                traceparent: call.request?.headers["traceparent"],
                isStream: call.response?.outflow != nil,
                microseconds: monotonicMicroseconds() - call.receivedAt,
                bytesIn: call.bytesIn, bytesOut: call.bytesOut,
                ending: whole || call.answeredByHand ? .answered : .cutOff))
    }
}

/// Bytes of a body for which memory is reserved on the word of Content-Length alone.
private let bodyBytesReservedMax = 16 * 1024

/// Jobs that may run before an unanswered call is suspended.
private let jobsAtOnceMax = 16
