import Glibc

/// A TCP connection to 127.0.0.1 that sends any bytes and reads answers; every wait is bounded.
///
/// Its calls block the thread. In a test whose handlers run on the shared task pool, wrap them in
/// `offPool`.
package final class RawSocket {
    package enum Failure: Error, Equatable {
        case system(String, Int32)
        /// No bytes arrived within the limit.
        case silence
        /// The peer closed before the answer was complete.
        case closed(got: String)
        case notHTTP(String)
    }

    private let descriptor: Int32
    /// Time limit of a read. A machine that runs a thousand tests at once may stall for ten
    /// seconds.
    package var milliseconds: Int32
    private var buffer: [UInt8] = []

    /// - Parameter source: the last number of the address 127.0.0.x to connect from.
    package init(port: UInt16, from source: UInt8 = 1, milliseconds: Int32 = 30_000) throws {
        self.milliseconds = milliseconds
        // Otherwise a program that another test starts would inherit the descriptor and keep it
        // open.
        descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue), 0)
        func loopback(_ number: UInt8, _ port: UInt16) -> sockaddr_in {
            var address = sockaddr_in()
            address.sin_family = sa_family_t(AF_INET)
            address.sin_port = port.bigEndian
            address.sin_addr.s_addr = (0x7F00_0000 | UInt32(number)).bigEndian
            return address
        }
        func call(
            _ function: (Int32, UnsafePointer<sockaddr>?, socklen_t) -> Int32,
            _ address: sockaddr_in
        ) -> Int32 {
            withUnsafePointer(to: address) { pointer in
                pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                    function(descriptor, $0, socklen_t(MemoryLayout<sockaddr_in>.size))
                }
            }
        }
        guard source == 1 || call(bind, loopback(source, 0)) == 0 else {
            throw Failure.system("bind", errno)
        }
        guard call(connect, loopback(1, port)) == 0 else {
            throw Failure.system("connect", errno)
        }
        var one: Int32 = 1
        setsockopt(descriptor, Int32(IPPROTO_TCP), TCP_NODELAY, &one, 4)
    }

    deinit { close(descriptor) }

    // MARK: Sending

    package func send(_ text: String) throws { try send(Array(text.utf8)) }

    /// Sends everything; a peer that closed is an error, never a signal.
    package func send(_ bytes: [UInt8]) throws {
        var place = 0
        while place < bytes.count {
            let sent = bytes.withUnsafeBytes { raw in
                Glibc.send(
                    descriptor, raw.baseAddress! + place, raw.count - place, Int32(MSG_NOSIGNAL))
            }
            guard sent > 0 else { throw Failure.system("send", errno) }
            place += sent
        }
    }

    /// Closes the sending direction: the peer reads the end and may still answer.
    package func finishSending() { shutdown(descriptor, Int32(SHUT_WR)) }

    /// Disconnects with a reset, as a client that crashed.
    package func vanish() {
        var option = linger(l_onoff: 1, l_linger: 0)
        setsockopt(
            descriptor, SOL_SOCKET, SO_LINGER, &option, socklen_t(MemoryLayout<linger>.size))
        // A file that stays open under this number keeps `deinit` from closing an unrelated
        // descriptor.
        let nothing = open("/dev/null", O_RDONLY)
        dup2(nothing, descriptor)
        close(nothing)
    }

    // MARK: Reading

    /// The next answer; answers to HEAD have no body, despite their Content-Length.
    package func reply(toHead: Bool = false) throws -> HTTPReply {
        let end = Array("\r\n\r\n".utf8)
        while true {
            while find(end) == nil { try fill() }
            let headEnd = find(end)!
            let head = String(decoding: buffer[..<headEnd], as: UTF8.self)
            buffer.removeFirst(headEnd + 4)
            var reply = try HTTPReply(head: head)
            if reply.status == 100 { continue }
            let bare = toHead || reply.status == 204 || reply.status == 304
            if !bare, let length = reply["Content-Length"].flatMap({ Int($0) }) {
                while buffer.count < length { try fill() }
                reply.body = Array(buffer.prefix(length))
                buffer.removeFirst(length)
            }
            return reply
        }
    }

    /// All text until the peer closes.
    package func rest() throws -> String {
        while true {
            do { try fill() } catch Failure.closed { break }
        }
        defer { buffer = [] }
        return String(decoding: buffer, as: UTF8.self)
    }

    /// The rest of a chunked answer, as text, up to its last chunk.
    package func chunks() throws -> String {
        var body = ""
        while true {
            let part = try chunk()
            if part.isEmpty { return body }
            body += part
        }
    }

    /// The next chunk, as text; the last one is empty.
    package func chunk() throws -> String {
        let lineEnd = Array("\r\n".utf8)
        while find(lineEnd) == nil { try fill() }
        let sizeEnd = find(lineEnd)!
        let line = String(decoding: buffer[..<sizeEnd], as: UTF8.self)
        guard let size = Int(line, radix: 16) else { throw Failure.notHTTP(line) }
        while buffer.count < sizeEnd + size + 4 { try fill() }
        let chunk = buffer[sizeEnd + 2..<sizeEnd + 2 + size]
        defer { buffer.removeFirst(sizeEnd + size + 4) }
        return String(decoding: chunk, as: UTF8.self)
    }

    /// Reads until the received text contains the given one, and consumes it.
    package func expect(_ text: String) throws {
        let wanted = Array(text.utf8)
        while find(wanted) == nil { try fill() }
        buffer.removeFirst(find(wanted)! + wanted.count)
    }

    /// - Returns: true if the peer closes without sending more; waits for it.
    package func isClosed() throws -> Bool {
        guard buffer.isEmpty else { return false }
        do {
            try fill()
            return false
        } catch Failure.closed { return true }
    }

    private func find(_ wanted: [UInt8]) -> Int? {
        guard buffer.count >= wanted.count else { return nil }
        return (0...buffer.count - wanted.count).first { start in
            buffer[start] == wanted[0] && buffer[start..<start + wanted.count].elementsEqual(wanted)
        }
    }

    private func fill() throws {
        var waiting = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
        guard poll(&waiting, 1, milliseconds) > 0 else { throw Failure.silence }
        let size = 64 * 1024
        var got = 0
        let part = [UInt8](unsafeUninitializedCapacity: size) { bytes, count in
            got = recv(descriptor, bytes.baseAddress, size, 0)
            count = max(0, got)
        }
        guard got > 0 else {
            throw Failure.closed(got: String(decoding: buffer, as: UTF8.self))
        }
        buffer += part
    }
}
