import HTTPClient
import TestSupport
import Testing

@Suite(.timeLimit(.minutes(5))) struct ClientTests {
    private let client = Client()

    @Test func `a request arrives as written`() async throws {
        let arrived = Journal<HTTPReply>()
        let peer = try Peer.answering { request in
            arrived.add(request)
            return "HTTP/1.1 202 Accepted\r\nX-Kind:  odd \r\nContent-Length: 2\r\n\r\nok"
        }
        let answer = try await client.send(
            Request(
                .post, peer.url + "/hooks?a=b#c",
                headers: [("Webhook-Id", "evt_1"), ("Content-Type", "application/json")],
                body: Array("{\"a\":1}".utf8)),
            under: .loopbackAllowed)
        #expect(answer.status == 202)
        #expect(answer["x-kind"] == "odd")
        #expect(answer.body == Array("ok".utf8))
        #expect(!answer.isCut)
        #expect(answer.milliseconds >= 0)
        let request = try #require(arrived.all.first)
        #expect(request["Request-Line"] == "POST /hooks?a=b HTTP/1.1")
        #expect(request["webhook-id"] == "evt_1")
        #expect(request["content-type"] == "application/json")
        #expect(request["expect"] == nil)
        #expect(request["cookie"] == nil)
        #expect(request["authorization"] == nil)
        #expect(request.body == Array("{\"a\":1}".utf8))
    }

    @Test func `a large body is sent without Expect, and an empty one has no type`()
        async throws
    {
        let arrived = Journal<HTTPReply>()
        let peer = try Peer.answering { request in
            arrived.add(request)
            return Peer.answer(200)
        }
        let large = [UInt8](repeating: 7, count: 3_000_000)
        _ = try await client.send(
            Request(.post, peer.url, body: large), under: .loopbackAllowed)
        _ = try await client.send(Request(.post, peer.url), under: .loopbackAllowed)
        let requests = arrived.all
        #expect(requests.map(\.body.count) == [3_000_000, 0])
        #expect(requests.map { $0["expect"] } == [nil, nil])
        #expect(requests.map { $0["content-type"] } == [nil, nil])
        #expect(requests.map { $0["content-length"] } == ["3000000", "0"])
    }

    @Test(arguments: [301, 302, 303, 307, 308])
    func `a redirect is an answer and is not followed`(_ status: Int) async throws {
        let elsewhere = try Peer.answering { _ in Peer.answer(200) }
        let peer = try Peer.answering { [url = elsewhere.url] _ in
            "HTTP/1.1 \(status) Go\r\nLocation: \(url)/\r\nContent-Length: 0\r\n\r\n"
        }
        let answer = try await client.send(Request(.post, peer.url), under: .loopbackAllowed)
        #expect(answer.status == status)
        #expect(answer["Location"] == elsewhere.url + "/")
        #expect(elsewhere.connections == 0)
    }

    @Test func `the HTTP client keeps no cookies`() async throws {
        let arrived = Journal<HTTPReply>()
        let peer = try Peer.answering { request in
            arrived.add(request)
            return "HTTP/1.1 200 OK\r\nSet-Cookie: a=b; Path=/\r\nContent-Length: 0\r\n\r\n"
        }
        for _ in 0..<2 {
            _ = try await client.send(Request(.get, peer.url), under: .loopbackAllowed)
        }
        #expect(arrived.all.count == 2)
        #expect(arrived.all.allSatisfy { $0["cookie"] == nil })
    }

    @Test func `an endless answer is cut, and its status counts`() async throws {
        let ended = Journal<Bool>()
        let peer = try Peer { connection in
            guard connection.request() != nil else { return }
            _ = connection.send("HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n")
            let chunk = "8000\r\n" + String(repeating: "a", count: 0x8000) + "\r\n"
            while connection.send(chunk) {}
            ended.add(true)
        }
        var limits = Limits()
        limits.answerBytesMax = 1000
        let answer = try await client.send(
            Request(.get, peer.url), within: limits, under: .loopbackAllowed)
        #expect(answer.status == 200)
        #expect(answer.body == [UInt8](repeating: UInt8(ascii: "a"), count: 1000))
        #expect(answer.isCut)
        #expect(try await ended.wait(for: 1) == [true])
    }

    @Test func `an answer of exactly the maximum size is complete`() async throws {
        let peer = try Peer.answering { _ in Peer.answer(200, "12345") }
        var limits = Limits()
        limits.answerBytesMax = 5
        let answer = try await client.send(
            Request(.get, peer.url), within: limits, under: .loopbackAllowed)
        #expect(answer.body.count == 5)
        #expect(!answer.isCut)
    }

    @Test func `the HTTP client reuses one connection for consecutive requests`() async throws {
        let peer = try Peer.answering { _ in Peer.answer(204) }
        for _ in 0..<5 {
            _ = try await client.send(Request(.post, peer.url), under: .loopbackAllowed)
        }
        #expect(peer.connections == 1)
    }

    @Test func `a hundred requests run at once`() async throws {
        let all = 100
        let arrived = Journal<Bool>()
        let everybody = BodyGate()
        let peer = try Peer { connection in
            guard connection.request() != nil else { return }
            arrived.add(true)
            everybody.wait()
            _ = connection.send(Peer.answer(200))
        }
        let statuses = try await withThrowingTaskGroup(of: Int.self) { group in
            for _ in 0..<all {
                group.addTask { [client] in
                    try await client.send(Request(.get, peer.url), under: .loopbackAllowed).status
                }
            }
            #expect(try await arrived.wait(for: all).count == all)
            everybody.open()
            return try await group.reduce(into: []) { $0.append($1) }
        }
        #expect(statuses == [Int](repeating: 200, count: all))
    }

    @Test(arguments: [
        ("X-A", "b\r\nX-Evil: 1"), ("X-A", "b\nc"), ("X-A", "\u{0}"), ("X A", "b"), ("", "b"),
        ("X-A:", "b"), ("X\r\nY", "b"),
    ])
    func `an invalid header, such as one with a line break, is refused`(
        _ name: String, _ value: String
    ) async throws {
        await #expect(throws: ClientFault.badHeader) {
            try await client.send(
                Request(.get, "http://127.0.0.1:1/", headers: [(name, value)]),
                under: .loopbackAllowed)
        }
    }
}
