import CHTTPServer

/// Streams that are resumed between two polls of the sockets: one event for thousands of streams
/// takes some 10 µs each, and other requests must not wait for all of them.
private let resumesEachTurnMax = 256

// Answers whose body is sent in parts: `queue` begins them, and they are suspended while there is
// nothing to send.

extension Daemon {
    func begin(_ open: OpenAnswer, _ call: Call) {
        call.open = open
        streams += 1
        open.begin { [awoken] in awoken.add(open) }
    }

    /// Notifies the owner and frees the stream's slot.
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
        // The library processes it in its next run.
        again = true
    }

    /// Resumes the streams that have new data, at most a fixed number in each turn.
    func resumeAwoken() {
        woken += awoken.take()
        for open in woken.suffix(resumesEachTurnMax) { resume(open.call) }
        woken.removeLast(min(resumesEachTurnMax, woken.count))
        again = !woken.isEmpty
    }

    /// Ends a stream whose client has closed its side: it will not read the stream to its end.
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

    /// A stream does not end by itself, so a stop ends all of them.
    func endStreams() {
        for visitor in visitors.values where visitor.phase == .streaming {
            guard let open = visitor.call?.open else { continue }
            open.outflow.end()
            resume(open.call)
        }
    }
}
