import CHTTPServer

/// Streams that are resumed between two polls of the sockets: one event for thousands of streams
/// takes some 10 µs each, and other requests must not wait for all of them.
private let resumesEachTurnMax = 256

// Answers whose body is sent in parts: `queue` begins them, and they are suspended while there is
// nothing to send.

extension Daemon {
    func begin(_ open: StreamingResponse, _ call: Call) {
        call.open = open
        streams += 1
        open.begin { [readyStreams] in readyStreams.add(open) }
    }

    /// Notifies the owner and frees the stream's slot.
    func endStream(_ call: Call) {
        if let open = call.open {
            call.open = nil
            streams -= 1
            open.end()
        }
        call.response?.eventStream?.finish()
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
        streamsToResume += readyStreams.take()
        for open in streamsToResume.suffix(resumesEachTurnMax) { resume(open.call) }
        streamsToResume.removeLast(min(resumesEachTurnMax, streamsToResume.count))
        again = !streamsToResume.isEmpty
    }

    /// Ends a stream whose client has closed its side: it will not read the stream to its end.
    func cut(_ client: ClientConnection) {
        client.shut()
        if let call = client.call { resume(call) }
    }

    func sendHeartbeats() {
        let last = now - Int64(settings.heartbeatMilliseconds) * 1000
        for client in clients.values where client.phase == .streaming {
            guard let open = client.call?.open, open.sentAt <= last else { continue }
            if open.eventStream.queueHeartbeat() { resume(open.call) }
        }
    }

    /// A stream does not end by itself, so a stop ends all of them.
    func endStreams() {
        for client in clients.values where client.phase == .streaming {
            guard let open = client.call?.open else { continue }
            open.eventStream.end()
            resume(open.call)
        }
    }
}
