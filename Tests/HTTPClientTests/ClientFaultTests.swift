import HTTPClient
import TestSupport
import Testing

@Suite(.timeLimit(.minutes(5))) struct ClientFaultTests {
    private let client = Client()

    /// For peers that never end by themselves: the limit is what ends the test.
    private var brief: Limits {
        var limits = Limits()
        limits.totalMilliseconds = 300
        return limits
    }

    private func fault(
        of url: String, within limits: Limits = Limits(), under policy: Policy = .loopbackAllowed
    ) async -> ClientFault? {
        do {
            _ = try await client.send(Request(.get, url), within: limits, under: policy)
            return nil
        } catch { return error }
    }

    @Test func `who does not listen is unreachable`() async throws {
        let peer = try Peer(nil)
        peer.close()
        #expect(await fault(of: peer.url) == .unreachable)
    }

    @Test func `a name that nobody has is not found`() async throws {
        // RFC 6761: .invalid leads nowhere.
        #expect(await fault(of: "https://paysheet.invalid/") == .nameNotFound)
    }

    @Test func `a peer that never accepts is given up`() async throws {
        let peer = try Peer(nil)
        #expect(await fault(of: peer.url, within: brief) == .timedOut)
    }

    @Test func `a peer that never answers is given up`() async throws {
        let peer = try Peer { $0.waitForEnd() }
        #expect(await fault(of: peer.url, within: brief) == .timedOut)
    }

    @Test func `an answer that comes byte by byte is given up`() async throws {
        let peer = try Peer { connection in
            guard connection.request() != nil else { return }
            _ = connection.send("HTTP/1.1 200 OK\r\nContent-Length: 100\r\n\r\na")
            connection.waitForEnd()
        }
        #expect(await fault(of: peer.url, within: brief) == .timedOut)
    }

    @Test func `https to who speaks no TLS, or never answers, ends as well`() async throws {
        let plain = try Peer.answering { _ in Peer.answer(200) }
        let rude = try Peer { connection in
            _ = connection.send("HTTP/1.1 400 Bad\r\n\r\n")
            connection.waitForEnd()
        }
        let silent = try Peer { $0.waitForEnd() }
        var limits = Limits()
        limits.connectMilliseconds = 300
        #expect(
            await fault(of: "https://127.0.0.1:\(plain.port)/", within: limits) == .timedOut)
        #expect(await fault(of: "https://127.0.0.1:\(rude.port)/") == .tls)
        #expect(
            await fault(of: "https://127.0.0.1:\(silent.port)/", within: limits) == .timedOut)
    }

    @Test(arguments: [
        "", "nonsense\r\n\r\n", "HTTP/1.1 200 OK\r\nContent-Length: 10\r\n\r\nabc",
        "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\nzz\r\n", "SSH-2.0-a\r\n",
    ])
    func `what is no whole answer of HTTP is none`(_ bytes: String) async throws {
        let peer = try Peer { connection in
            guard connection.request() != nil else { return }
            _ = connection.send(bytes)
        }
        #expect(await fault(of: peer.url) == .broken)
    }

    @Test func `headers without end are none either`() async throws {
        let peer = try Peer { connection in
            guard connection.request() != nil, connection.send("HTTP/1.1 200 OK\r\n") else {
                return
            }
            while connection.send("X-A: \(String(repeating: "b", count: 1000))\r\n") {}
        }
        #expect(await fault(of: peer.url) == .broken)
    }

    @Test(arguments: ["localhost", "a.localhost"])
    func `a name that leads to a private address is refused as the connection is made`(
        _ name: String
    ) async throws {
        let peer = try Peer.answering { _ in Peer.answer(200) }
        let url = "https://\(name):\(peer.port)/"
        #expect(await fault(of: url, under: .publicOnly) == .addressNotAllowed)
        #expect(peer.connections == 0)
    }

    @Test(arguments: ["127.0.0.1", "127.1", "0x7f.1", "[::1]", "[::ffff:127.0.0.1]", "localhost"])
    func `what is refused to a live merchant is reached by a test merchant`(
        _ host: String
    ) async throws {
        let peer = try Peer.answering { _ in Peer.answer(200) }
        #expect(
            await fault(of: "https://\(host):\(peer.port)/", under: .publicOnly)
                == .addressNotAllowed)
        #expect(peer.connections == 0)
        let reached = await fault(of: "http://\(host):\(peer.port)/")
        // The peer listens on the address of version 4 alone.
        #expect(reached == (host == "[::1]" ? .unreachable : nil))
    }

    @Test func `who gives up ends the request`() async throws {
        let ended = Journal<Bool>()
        let arrived = Gate()
        let peer = try Peer { connection in
            guard connection.request() != nil else { return }
            arrived.open()
            connection.waitForEnd()
            ended.add(true)
        }
        let sending = Task { await fault(of: peer.url) }
        await arrived.wait()
        sending.cancel()
        #expect(await sending.value == .canceled)
        #expect(try await ended.wait(for: 1) == [true])
    }

    @Test func `who has given up before sends nothing`() async throws {
        let peer = try Peer.answering { _ in Peer.answer(200) }
        let mayBegin = Gate()
        let sending = Task {
            await mayBegin.wait()
            return await fault(of: peer.url)
        }
        sending.cancel()
        mayBegin.open()
        #expect(await sending.value == .canceled)
        #expect(peer.connections == 0)
    }

    @Test func `a client that stops ends what is under way and takes nothing more`() async throws {
        let arrived = Gate()
        let peer = try Peer { connection in
            guard connection.request() != nil else { return }
            arrived.open()
            connection.waitForEnd()
        }
        let sending = Task { await fault(of: peer.url) }
        await arrived.wait()
        client.stop()
        #expect(await sending.value == .stopped)
        #expect(await fault(of: peer.url) == .stopped)
        client.stop()
    }
}
