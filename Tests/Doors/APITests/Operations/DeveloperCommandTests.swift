import Crypto
import HTTP
import Outbox
import TestSupport
import Testing

/// `paysheet listen` and `paysheet trigger` on a developer's own machine.
@Suite(.timeLimit(.minutes(5))) struct DeveloperCommandTests {
    @Test func `each new event reaches the developer's server with a signature`() async throws {
        try await withReceiver { receiver, folder in
            let shop = try await Shop.open()
            // An event from before the command started is not forwarded.
            _ = try await shop.checkout().pay()
            try await eventually("the event is listed") {
                try await shop.ask("GET", "/v1/events").count("data") == 1
            }
            let listen = RunningCommand(
                ["listen", "--forward", receiver.url], in: folder, try await Self.place(shop))
            do {
                let said = try await listen.lines(2)
                let secret = try #require(SigningSecret(text: said[1]))
                let second = try await shop.checkout()
                _ = try await second.pay(sandbox: #""outcome":"decline""#)
                _ = try await second.pay()
                let deliveries = try await receiver.journal.wait(for: 2)
                #expect(deliveries.count == 2)
                for (delivery, type) in zip(
                    deliveries, ["checkout.declined", "checkout.captured"])
                {
                    let kept = try await shop.ask("GET", "/v1/events/\(delivery.id)")
                    #expect(kept.string("type") == type)
                    #expect(
                        kept.http.body == delivery.body, "the delivery has the bytes of the event")
                    let signed = Array("\(delivery.id).\(delivery.time).".utf8) + delivery.body
                    let mac = HMACSHA256.mac(signed, key: secret.bytes)
                    #expect(delivery.signature == "v1," + Base64.standard.encode(mac))
                }
                let lines = try await listen.lines(4)
                #expect(lines[2].hasSuffix("  checkout.declined  \(deliveries[0].id)  204"))
                #expect(lines[3].hasSuffix("  checkout.captured  \(deliveries[1].id)  204"))
            } catch {
                try await listen.stop()
                throw error
            }
            try await listen.stop()
        }
    }

    @Test func `a failed forward is printed, and the next event follows`()
        async throws
    {
        try await withReceiver { receiver, folder in
            let shop = try await Shop.open()
            let secret = SigningSecret().text
            let listen = RunningCommand(
                ["listen", "--forward", receiver.url + "/nowhere"], in: folder,
                try await Self.place(shop) + ["PAYSHEET_WEBHOOK_SECRET=" + secret])
            do {
                #expect(try await listen.lines(2)[1] == secret)
                for _ in 0..<2 { _ = try await shop.checkout().pay() }
                let lines = try await listen.lines(4)
                #expect(lines[2].hasSuffix("  404"))
                #expect(lines[3].hasSuffix("  404"))
            } catch {
                try await listen.stop()
                throw error
            }
            try await listen.stop()
        }
    }

    @Test(
        arguments: [
            "checkout.authorized", "checkout.captured", "checkout.declined", "checkout.failed",
            "checkout.canceled", "customer.opened", "customer.erased", "balance.created",
            "balance.credited", "balance.debited", "balance.held", "balance.released",
            "balance.captured",
            "balance.frozen", "balance.unfrozen", "checkout.voided", "checkout.capture_failed",
            "refund.pending", "refund.succeeded", "refund.failed", "dispute.opened",
            "dispute.won", "dispute.lost",
        ])
    func `paysheet trigger causes the event`(type: String) async throws {
        try await withFolder { folder in
            let shop = try await Shop.open()
            let ended = try await run(["trigger", type], in: folder, try await Self.place(shop))
            #expect(ended.status == 0, "\(ended.text)")
            let words = ended.text.split(whereSeparator: \.isWhitespace).map(String.init)
            try #require(words.count == 4, "\(ended.text)")
            let event = try await shop.ask("GET", "/v1/events/\(words[1])")
            #expect(event.string("type") == type)
            #expect(event.string("object") == words[3])
        }
    }

    @Test func `the help lists every event and marks those that cannot be triggered`() async throws
    {
        try await withFolder { folder in
            let ended = try await run(["trigger", "--help"], in: folder)
            #expect(ended.status == 0)
            for kind in Event.Kind.allCases {
                #expect(ended.text.contains("      \(kind.rawValue) "), "\(kind.rawValue)")
            }
            #expect(ended.text.contains("not supported: only a failing webhook endpoint causes it"))
            let listen = try await run(["listen", "--help"], in: folder)
            #expect(listen.text.contains("--forward"))
            #expect(!listen.text.contains("checkout.captured"))
        }
    }

    @Test(
        arguments: [
            (["trigger"], 2, "usage: paysheet trigger EVENT"),
            (["trigger", "cake.baked"], 2, "unknown event 'cake.baked'"),
            (
                ["trigger", "webhook_endpoint.disabled"], 2,
                "cannot be triggered: only a failing webhook endpoint causes it"
            ),
            (["listen"], 2, "usage: paysheet listen --forward URL"),
            (["listen", "--forward", "localhost:3000"], 2, "begins with http:// or https://"),
        ] as [([String], CInt, String)])
    func `wrong arguments print one clear line`(
        arguments: [String], status: CInt, said: String
    ) async throws {
        try await withFolder { folder in
            let ended = try await run(arguments, in: folder, ["PAYSHEET_KEY=sk_1nobody"])
            #expect(ended.status == status)
            #expect(ended.lines.count == 1)
            #expect(ended.text.contains(said), "\(ended.text)")
        }
    }

    @Test func `paysheet trigger prints the reason why it cannot run`() async throws {
        try await withFolder { folder in
            let noKey = try await run(["trigger", "checkout.captured"], in: folder)
            #expect(noKey.status == 2)
            #expect(noKey.text.contains("set PAYSHEET_KEY"))
            let publishable = try await run(
                ["trigger", "checkout.captured"], in: folder, ["PAYSHEET_KEY=pk_1hush"])
            #expect(publishable.text.contains("contains no secret key"))
            #expect(!publishable.text.contains("hush"))
            let noFile = try await run(
                ["trigger", "checkout.captured", "--key", folder + "/none"], in: folder)
            #expect(noFile.status == 1)
            #expect(noFile.text.contains("there is no such file"))
            let away = try await run(
                ["trigger", "checkout.captured", "--url", "http://127.0.0.1:1"], in: folder,
                ["PAYSHEET_KEY=sk_1nobody"])
            #expect(away.status == 1)
            #expect(away.text.contains("check that the server is running"))
            let live = try await Shop.open(live: true)
            let refused = try await run(
                ["trigger", "checkout.captured"], in: folder, try await Self.place(live))
            #expect(refused.status == 1)
            #expect(refused.text.contains("this command requires a test merchant"))
            let stranger = try await run(
                ["listen", "--forward", "http://127.0.0.1:1"], in: folder,
                try await Self.place(live).dropLast() + ["PAYSHEET_KEY=sk_1nobody"])
            #expect(stranger.status == 1)
            #expect(stranger.text.contains("401, invalid_credential"), "\(stranger.text)")
        }
    }

    /// The environment that names the server and the merchant's key.
    private static func place(_ shop: Shop) async throws -> [String] {
        let port = try await TestServer.shared.value.port
        return [
            "PAYSHEET_PUBLIC_URL=http://127.0.0.1:\(port)", "PAYSHEET_KEY=\(shop.secretKey)",
        ]
    }

    private func run(
        _ arguments: [String], in folder: String, _ environment: [String] = []
    ) async throws -> RunningServer.Ended {
        try await offPool {
            RunningServer.end(of: arguments, on: "host=/nowhere", in: folder, environment)
        }
    }

    private func withReceiver(
        _ body: (Receiver, String) async throws -> Void
    ) async throws {
        let receiver = try Receiver()
        do {
            try await withFolder { try await body(receiver, $0) }
        } catch {
            await receiver.stop()
            throw error
        }
        await receiver.stop()
    }
}

/// A developer's own server, which records the deliveries that it receives.
private struct Receiver: Sendable {
    struct Delivery: Sendable {
        let id: String
        let time: String
        let signature: String
        let body: [UInt8]
    }

    let journal = Journal<Delivery>()
    let url: String
    private let server: Server

    init() throws {
        let journal = journal
        let route = Route(.post, "/hook", body: .any) { request, _ in
            journal.add(
                Delivery(
                    id: request.headers["webhook-id"] ?? "",
                    time: request.headers["webhook-timestamp"] ?? "",
                    signature: request.headers["webhook-signature"] ?? "", body: request.body))
            return Response(status: 204)
        }
        server = Server(
            Settings(), Router([route]),
            refuse: { refusal, _ in Response(status: refusal.status, headers: [], body: []) })
        url = "http://127.0.0.1:\(try server.start())/hook"
    }

    func stop() async { await server.stop(within: 5) }
}
