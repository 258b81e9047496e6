import Foundation
import TestSupport
import Testing

/// Apple's domain association file: the merchant uploads it, and Apple fetches it from the domain
/// itself.
@Suite(.timeLimit(.minutes(5))) struct AssociationTests {
    private static let file = #"7B227073704964223A22"}"# + "\n\r\n é"
    private static let shown = "/.well-known/apple-developer-merchantid-domain-association"

    private static func newDomain() -> String { "shop\(UInt32.random(in: 0 ... .max)).example" }

    private static func shop(_ domains: String...) async throws -> Shop {
        let list = domains.map { "\"\($0)\"" }.joined(separator: ",")
        return try await Shop.open(settings: "{\"domains\":[\(list)]}")
    }

    private static func path(_ domain: String) -> String { "/v1/domains/\(domain)/association" }

    private static func body(_ file: String) throws -> String {
        String(
            decoding: try JSONSerialization.data(withJSONObject: ["file": file]), as: UTF8.self)
    }

    /// Requests a path with the given Host header, without an API key, as Apple does.
    private static func read(
        _ host: String, _ path: String = shown, method: String = "GET"
    ) async throws -> HTTPReply {
        let port = try await TestServer.shared.value.port
        return try await offPool {
            let socket = try RawSocket(port: port)
            try socket.send(Array("\(method) \(path) HTTP/1.1\r\nHost: \(host)\r\n\r\n".utf8))
            return try socket.reply(toHead: method == "HEAD")
        }
    }

    @Test func `the domain serves the uploaded bytes at both of Apple's paths`() async throws {
        let domain = Self.newDomain()
        let shop = try await Self.shop("other.\(domain)", domain)
        #expect(try await Self.read(domain).status == 404)
        let stored = try await shop.ask("PUT", Self.path(domain), Self.body(Self.file))
        #expect(stored.status == 200)
        #expect(stored.string("domain") == domain)
        #expect(stored.string("file") == Self.file)
        #expect(stored.string("storedAt") != nil)
        for host in [domain, domain.uppercased(), "\(domain):443", "\(domain):8080"] {
            for path in [Self.shown, Self.shown + ".txt"] {
                let reply = try await Self.read(host, path)
                #expect(reply.status == 200)
                #expect(reply.body == Array(Self.file.utf8))
                #expect(reply["Content-Type"] == "application/octet-stream")
                #expect(reply["X-Content-Type-Options"] == "nosniff")
                #expect(reply["Cache-Control"] == "no-store")
            }
        }
        #expect(try await Self.read(domain, method: "HEAD").status == 200)
        for host in [
            "other.\(domain)", "x.\(domain)", "\(domain).", ".\(domain)",
            String(domain.dropFirst()),
            "\(domain).evil.example", "127.0.0.1", "localhost", "[::1]:80", "' OR true --",
            String(repeating: "a", count: 300),
        ] {
            let reply = try await Self.read(host)
            #expect(reply.status == 404 || reply.status == 400)
            #expect(!reply.text.contains("7B22"))
        }
        #expect(try await Self.read(domain, method: "POST").status == 405)
    }

    @Test func `an association file can be replaced, read and deleted`() async throws {
        let domain = Self.newDomain()
        let shop = try await Self.shop(domain)
        #expect(try await shop.ask("GET", Self.path(domain)).status == 404)
        for file in ["old", "new"] {
            #expect(
                try await shop.ask("PUT", Self.path(domain), Self.body(file)).status == 200)
            #expect(try await shop.ask("GET", Self.path(domain)).string("file") == file)
            #expect(try await Self.read(domain).text == file)
        }
        #expect(try await shop.ask("DELETE", Self.path(domain)).status == 204)
        #expect(try await shop.ask("DELETE", Self.path(domain)).status == 404)
        #expect(try await shop.ask("GET", Self.path(domain)).status == 404)
        #expect(try await Self.read(domain).status == 404)
    }

    @Test func `a removed domain loses its file, and the next merchant does not inherit it`()
        async throws
    {
        let (kept, given) = (Self.newDomain(), Self.newDomain())
        let shop = try await Self.shop(kept, given)
        for domain in [kept, given] {
            _ = try await shop.ask("PUT", Self.path(domain), Self.body(domain))
        }
        let changed = try await shop.ask("PATCH", "/v1/merchant", "{\"domains\":[\"\(kept)\"]}")
        #expect(changed.status == 200)
        #expect(try await Self.read(given).status == 404)
        #expect(try await Self.read(kept).text == kept)
        let next = try await Self.shop(given)
        #expect(try await Self.read(given).status == 404)
        #expect(try await next.ask("GET", Self.path(given)).status == 404)
        // The file does not return when the first merchant adds the domain again.
        _ = try await next.ask("PATCH", "/v1/merchant", #"{"domains":null}"#)
        _ = try await shop.ask("PATCH", "/v1/merchant", "{\"domains\":[\"\(kept)\",\"\(given)\"]}")
        #expect(try await Self.read(given).status == 404)
    }

    @Test func `a merchant cannot store, read or delete the file of another merchant's domain`()
        async throws
    {
        let domain = Self.newDomain()
        let shop = try await Self.shop(domain)
        _ = try await shop.ask("PUT", Self.path(domain), Self.body("mine"))
        let other = try await Self.shop(Self.newDomain())
        for (method, body) in [("PUT", try Self.body("theirs")), ("GET", nil), ("DELETE", nil)] {
            #expect(try await other.ask(method, Self.path(domain), body).status == 404)
            let byPage = try await shop.ask(
                as: shop.publishableKey, method, Self.path(domain), body)
            #expect(byPage.status == 403)
        }
        #expect(try await Self.read(domain).text == "mine")
    }

    @Test func `a file has at most 32 KiB, and an invalid domain name is refused`() async throws {
        let domain = Self.newDomain()
        let shop = try await Self.shop(domain)
        let longest = String(repeating: "a", count: 32 * 1024)
        let wide = String(repeating: "é", count: 16 * 1024)
        for file in [longest, wide] {
            #expect(
                try await shop.ask("PUT", Self.path(domain), Self.body(file)).status == 200)
            let reply = try await shop.ask("PUT", Self.path(domain), Self.body(file + "é"))
            #expect(reply.status == 400)
            #expect(reply.string("errors.0.pointer") == "/file")
            #expect(reply.string("errors.0.code") == "too_long")
        }
        for json in [
            "{}", #"{"file":""}"#, #"{"file":7}"#, #"{"file":null}"#, #"{"file":"a","b":1}"#, "[]",
            "{\"file\":\"a\\u0000\"}",
        ] {
            #expect(try await shop.ask("PUT", Self.path(domain), json).status == 400)
        }
        #expect(try await Self.read(domain).text == wide)
        for name in [
            "a", domain.uppercased(), "%00", "a%2Fb", "é", String(repeating: "a", count: 500),
        ] {
            let reply = try await shop.ask("PUT", Self.path(name), Self.body("a"))
            #expect([400, 404].contains(reply.status))
        }
    }
}
