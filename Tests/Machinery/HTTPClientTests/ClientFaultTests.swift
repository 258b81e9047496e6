import HTTPClient
import TestSupport
import Testing

@Suite(.timeLimit(.minutes(5))) struct ClientFaultTests {
    private let client = Client()

    /// For peers that never finish: the limit ends the test.
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

    @Test func `a closed port is unreachable`() async throws {
        let peer = try Peer(nil)
        peer.close()
        #expect(await fault(of: peer.url) == .unreachable)
    }

    @Test func `an unknown name is not found`() async throws {
        // RFC 6761: .invalid never resolves.
        #expect(await fault(of: "https://paysheet.invalid/") == .nameNotFound)
    }

    @Test func `a peer that never accepts times out`() async throws {
        let peer = try Peer(nil)
        #expect(await fault(of: peer.url, within: brief) == .timedOut)
    }

    @Test func `a peer that never answers times out`() async throws {
        let peer = try Peer { $0.waitForEnd() }
        #expect(await fault(of: peer.url, within: brief) == .timedOut)
    }

    @Test func `an answer whose body does not arrive times out`() async throws {
        let peer = try Peer { connection in
            guard connection.request() != nil else { return }
            _ = connection.send("HTTP/1.1 200 OK\r\nContent-Length: 100\r\n\r\na")
            connection.waitForEnd()
        }
        #expect(await fault(of: peer.url, within: brief) == .timedOut)
    }

    @Test func `https to a peer without TLS, or to one that never answers, fails`() async throws {
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
    func `an incomplete or malformed HTTP answer is refused`(_ bytes: String) async throws {
        let peer = try Peer { connection in
            guard connection.request() != nil else { return }
            _ = connection.send(bytes)
        }
        #expect(await fault(of: peer.url) == .broken)
    }

    @Test func `a response with endless headers is refused`() async throws {
        let peer = try Peer { connection in
            guard connection.request() != nil, connection.send("HTTP/1.1 200 OK\r\n") else {
                return
            }
            while connection.send("X-A: \(String(repeating: "b", count: 1000))\r\n") {}
        }
        #expect(await fault(of: peer.url) == .broken)
    }

    @Test(arguments: ["localhost", "a.localhost"])
    func `a name that resolves to a private address is refused on connecting`(
        _ name: String
    ) async throws {
        let peer = try Peer.answering { _ in Peer.answer(200) }
        let url = "https://\(name):\(peer.port)/"
        #expect(await fault(of: url, under: .publicOnly) == .addressNotAllowed)
        #expect(peer.connections == 0)
    }

    @Test(arguments: ["127.0.0.1", "127.1", "0x7f.1", "[::1]", "[::ffff:127.0.0.1]", "localhost"])
    func `loopbackAllowed reaches this machine, publicOnly does not`(
        _ host: String
    ) async throws {
        let peer = try Peer.answering { _ in Peer.answer(200) }
        #expect(
            await fault(of: "https://\(host):\(peer.port)/", under: .publicOnly)
                == .addressNotAllowed)
        #expect(peer.connections == 0)
        let reached = await fault(of: "http://\(host):\(peer.port)/")
        // The peer listens only on the IPv4 address.
        #expect(reached == (host == "[::1]" ? .unreachable : nil))
    }

    @Test func `canceling the task ends the request`() async throws {
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

    @Test func `a canceled task sends no request`() async throws {
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

    @Test func `a stopped client ends its requests and accepts no more`() async throws {
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
