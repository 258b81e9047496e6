import Glibc

// Answers that the library cannot send: it takes none in the middle of a body, or closes first.
extension Daemon {
    /// Writes a refusal to the socket and closes that direction, because the library takes no
    /// answer in the middle of a body. The server drops all later bytes until the deadline.
    func answerDirectly(_ call: Call) {
        guard !call.answeredDirectly, let refusal = call.refusal else { return }
        call.answeredDirectly = true
        call.client.isRefused = true
        let response = answer(refusal, call)
        var text = "HTTP/1.1 \(response.status) Refused\r\nRequest-Id: \(call.id)\r\n"
        for (name, value) in response.headers + settings.headers { text += "\(name): \(value)\r\n" }
        text += "Content-Length: \(response.body.count)\r\nConnection: close\r\n\r\n"
        let bytes = Array(text.utf8) + response.body
        call.status = response.status
        call.bytesOut = response.body.count
        // The socket's buffer holds nothing else, so the refusal fits at once unless the peer is
        // gone.
        send(call.client.socket, bytes, bytes.count, Int32(MSG_NOSIGNAL))
        shutdown(call.client.socket, Int32(SHUT_WR))
    }

    /// Answers a request that the library itself refuses, with the owner's text, a request
    /// identifier and a log line. The library closes the connection afterwards.
    func answerForLibrary(_ client: ClientConnection, status: Int) {
        refuse(client, .unreadable(status: status))
        linger(client)
    }

    /// Answers a request before the library closes its connection without an answer: a proxy would
    /// conclude that the server is down.
    func answerBeforeClose(_ client: ClientConnection) {
        guard client.isDropping(at: now) else { return }
        answerForLibrary(client, status: 400)
    }

    /// Refuses a request that has not fully arrived. A refusal by its head takes precedence.
    func refuse(_ client: ClientConnection, _ refusal: Refusal) {
        let isNew = client.call == nil
        let call =
            client.call
            ?? Call(
                id: ids.next(), connection: client.connection, client: client,
                receivedAt: now)
        call.refusal = call.refusal ?? refusal
        answerDirectly(call)
        // The library completes an exchange that has begun.
        guard isNew else { return }
        handlers.finished(
            Exchange(
                id: call.id, method: nil, route: nil, status: call.status, traceparent: nil,
                isStream: false, microseconds: 0, bytesIn: 0, bytesOut: call.bytesOut,
                ending: .answered))
    }
}
