import CHTTPServer

/// Streams that are sent to between two looks at the sockets: one event for thousands takes some
/// 10 µs each, and other requests are not to wait for all of them.
private let resumesEachTurnMax = 256

// Answers whose body comes bit by bit: begun by `queue`, suspended whenever nothing waits.

extension Daemon {
    func begin(_ open: OpenAnswer, _ call: Call) {
        call.open = open
        streams += 1
        open.begin { [awoken] in awoken.add(open) }
    }

    /// Lets the owner know and gives the place back.
    func endStream(_ call: Call) {
        if let open = call.open {
            call.open = nil
            streams -= 1
            open.end()
        }
        call.response?.outflow?.finish()
    }

    func resume(_ call: Call) {
        guard call.suspended else { return }
        call.suspended = false
        MHD_resume_connection(call.connection)
        // The library sees to it in its next run.
        again = true
    }

    /// Resumes those that something was sent to, of very many a part.
    func resumeAwoken() {
        woken += awoken.take()
        for open in woken.suffix(resumesEachTurnMax) { resume(open.call) }
        woken.removeLast(min(resumesEachTurnMax, woken.count))
        again = !woken.isEmpty
    }

    /// Whoever has sent its last byte reads no stream to its end.
    func cut(_ visitor: Visitor) {
        visitor.shut()
        if let call = visitor.call { resume(call) }
    }

    func sendHeartbeats() {
        let last = now - Int64(settings.heartbeatMilliseconds) * 1000
        for visitor in visitors.values where visitor.phase == .streaming {
            guard let open = visitor.call?.open, open.sentAt <= last else { continue }
            if open.outflow.beat() { resume(open.call) }
        }
    }

    /// No stream ends by itself, so a stop ends them all.
    func endStreams() {
        for visitor in visitors.values where visitor.phase == .streaming {
            guard let open = visitor.call?.open else { continue }
            open.outflow.end()
            resume(open.call)
        }
    }
}
