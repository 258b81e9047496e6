import HTTP
import TestSupport
import Testing

/// Properties of every answer.
@Suite struct HTTPTests {
    @Test func `an answer has its request id, a date and no banner`() async throws {
        try await Site.run { site in
            let one = try await site.client.send("GET", "/now")
            let other = try await site.client.send("GET", "/now")
            #expect(one.status == 200)
            #expect(one.text == "now")
            let id = try #require(one["Request-Id"])
            #expect(id.utf8.count == 20)
            #expect(id != other["Request-Id"])
            #expect(one["Date"]?.hasSuffix("GMT") == true)
            #expect(one["Server"] == nil)
            #expect(one["Connection"] == nil)
        }
    }

    @Test func `a client's request id is ignored`() async throws {
        try await Site.run { site in
            let mine = "mine-mine-mine-mine-"
            let reply = try await site.client.send("GET", "/now", headers: [("Request-Id", mine)])
            #expect(reply.all("Request-Id").count == 1)
            #expect(reply["Request-Id"] != mine)
        }
    }

    @Test func `the handler sees the request as sent`() async throws {
        let seen = Journal<Request>()
        let route = Route(.post, "/v1/things/{thing}/parts/{part}") { request, parameters in
            seen.add(request)
            return Response(
                status: 201,
                headers: [("Location", "/x"), ("Set-Cookie", "a=1"), ("Set-Cookie", "b=2")],
                body: Array("\(parameters["thing"])+\(parameters["part"])".utf8))
        }
        try await Site.run([route]) { site in
            let reply = try await site.client.send(
                "POST", "/v1/things/a%2Fb/parts/%C3%A9?limit=10&after=x%3Dy&flag",
                headers: [("X-Twice", "one"), ("x-twice", "two  ")], json: "{}")
            #expect(reply.status == 201)
            #expect(reply.text == "a/b+é")
            #expect(reply["Location"] == "/x")
            #expect(reply.all("Set-Cookie") == ["a=1", "b=2"])
            let request = try #require(seen.all.first)
            #expect(request.method == .post)
            #expect(request.path == "/v1/things/a%2Fb/parts/%C3%A9")
            #expect(request.query["limit"] == "10")
            #expect(request.query["after"] == "x=y")
            #expect(request.query["flag"] == "")
            #expect(request.query.names == ["limit", "after", "flag"])
            #expect(request.headers["content-type"] == "application/json")
            #expect(request.headers.all("X-TWICE") == ["one", "two"])
            #expect(request.headers["Absent"] == nil)
            #expect(request.body == Array("{}".utf8))
            #expect(request.id == reply["Request-Id"])
            #expect(request.remoteAddress == "127.0.0.1")
            #expect(request.receivedAt > 0)
        }
    }

    @Test func `settings and the decorate hook add headers`() async throws {
        let decorate: @Sendable (Request, inout Response) -> Void = { request, response in
            response.headers.append(("X-Path", request.path))
        }
        let own = Route(.get, "/own") { _, _ in
            Response(status: 200, headers: [("cache-control", "max-age=60")])
        }
        try await Site.run(
            Site.routes + [own], decorate: decorate,
            settings: .with { $0.headers = [("Cache-Control", "no-store")] }
        ) { site in
            let plain = try await site.client.send("GET", "/now")
            #expect(plain["Cache-Control"] == "no-store")
            #expect(plain["X-Path"] == "/now")
            let own = try await site.client.send("GET", "/own")
            #expect(own.all("Cache-Control") == ["max-age=60"])
            let missing = try await site.client.send("GET", "/absent")
            #expect(missing["Cache-Control"] == "no-store")
            #expect(missing["X-Path"] == "/absent")
        }
    }

    @Test func `an answer with a line break in a header is 500, not a second header`() async throws
    {
        let route = Route(.get, "/broken") { _, _ in
            Response(status: 200, headers: [("X-Odd", "a\r\nSet-Cookie: b=c")])
        }
        try await Site.run([route]) { site in
            let reply = try await site.client.send("GET", "/broken")
            #expect(reply.status == 500)
            #expect(reply["Set-Cookie"] == nil)
            #expect(reply.text.hasSuffix("brokenAnswer"))
        }
    }

    @Test func `a finished exchange is reported with its route, without its path`() async throws {
        try await Site.run { site in
            _ = try await site.client.send("GET", "/echo/secret")
            _ = try await site.client.send("POST", "/any", body: Array("12345".utf8))
            _ = try await site.client.send("GET", "/absent")
            _ = try await site.client.send("HEAD", "/now")
            let got = try await site.exchanges.wait(for: 4)
            #expect(got.map(\.route) == ["/echo/{word}", "/any", nil, "/now"])
            #expect(got.map(\.method) == [.get, .post, .get, .head])
            #expect(got.map(\.status) == [200, 200, 404, 200])
            #expect(got.map(\.bytesIn) == [0, 5, 0, 0])
            #expect(got.prefix(2).map(\.bytesOut) == [6, 5])
            #expect(got[3].bytesOut == 0)
            #expect(got.allSatisfy { $0.ending == .answered && $0.microseconds > 0 })
            #expect(got.allSatisfy { $0.id.utf8.count == 20 })
        }
    }

    @Test(arguments: [204, 304])
    func `after an answer without content the connection serves the next request`(status: Int)
        async throws
    {
        let route = Route(.get, "/empty") { _, _ in Response(status: status) }
        try await Site.run([route] + Site.routes) { site in
            let reply = try await site.client.send("GET", "/empty")
            #expect(reply.status == status)
            // RFC 9110, 8.6: never with 204.
            if status == 204 { #expect(reply["Content-Length"] == nil) }
            #expect(reply["Transfer-Encoding"] == nil)
            let next = try await site.client.send("GET", "/now")
            #expect(next.text == "now")
        }
    }

    @Test func `several loops share one port`() async throws {
        try await Site.run(settings: .with { $0.loops = 3 }) { site in
            for _ in 0..<24 {
                let reply = try await HTTPClient(port: site.port).send("GET", "/echo/x")
                #expect(reply.text == "x")
            }
        }
    }

    @Test func `the server listens on IPv6`() async throws {
        try await Site.run(settings: .with { $0.address = "::1" }) { site in
            #expect(site.port > 0)
        }
    }
}
