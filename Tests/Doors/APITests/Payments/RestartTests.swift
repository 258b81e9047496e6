import Credentials
import Crypto
import Foundation
import Postgres
import TestSupport
import Testing

/// Servers that stop, whose database restarts, or whose master keys change.
@Suite(.serialized, .timeLimit(.minutes(5)))
struct RestartTests {
    private static let cart =
        #"{"currencyCode":"USD","countryCode":"US","items":[{"name":"Toast","unitPrice":"10.00"}]}"#

    @Test func `a database restart gives 503 with Retry-After, then the server recovers`()
        async throws
    {
        try await withFolder { folder in
            let cluster = try await offPool { TestCluster() }
            #expect(
                try await offPool {
                    RunningServer.run(["migrate"], on: cluster.connection, in: folder)
                } == 0)
            var settings = Database.Settings(cluster.connection)
            settings.connections = 2
            let database = Database(settings)
            let merchant = try await CrashScene.open("{}", in: database)
            let scene = CrashScene(
                settings: settings, database: database, folder: folder, merchant: merchant)
            let server = try await scene.start()
            let shop = scene.shop(at: server)
            let checkout = try await shop.checkout()

            // The database stops during the charge: the bank charges, and the outcome cannot be
            // stored.
            let buyer = scene.again(checkout, at: server)
            let paying = Task {
                try await buyer.pay(sandbox: #""outcome":"slow","delayMilliseconds":1500"#)
            }
            try await eventually("the charge is made") { try await scene.charges == ["charged"] }
            try await offPool { cluster.stop() }
            for _ in 0..<4 {
                for reply in [
                    try await shop.ask("POST", "/v1/checkouts", Self.cart),
                    try await shop.ask("GET", "/v1/checkouts/\(checkout.id)"),
                    try await checkout.ask(
                        "shipping-method", #"{"shippingMethod":{"identifier":"x"}}"#),
                ] { expectUnavailable(reply) }
            }
            // The bank was asked, so the buyer must not read that nothing was charged.
            let paid = try await paying.value
            #expect(paid.number("status") == 1)
            #expect(paid.string("errors.0.code") == "unknown")
            #expect(try await shop.ask(as: nil, "GET", "/healthz").status == 200)
            #expect(try await shop.ask(as: nil, "GET", "/readyz").status == 503)

            try await offPool { cluster.start() }
            try await eventually("the server accepts requests again") {
                try await shop.ask("POST", "/v1/checkouts", Self.cart).status == 201
            }
            #expect(try await shop.ask(as: nil, "GET", "/readyz").status == 200)
            // The worker stores the outcome that could not be stored before.
            try await eventually("the worker finishes the payment") {
                // A worker that asked the bank on a broken connection asks again after its lease
                // ends.
                try await scene.age(seconds: 60)
                try await Task.sleep(for: .milliseconds(500))
                return try await checkout.state().string("status") == "captured"
            }
            #expect(try await checkout.pay(sandbox: "").status == 409)
            #expect(try await scene.charges == ["charged"])
            try await server.stop()
            await database.close()
            try await offPool { cluster.stop("immediate") }
        }
    }

    @Test func `workers that get SIGTERM as they start stop cleanly`() async throws {
        try await CrashScene.play { scene in
            for start in 0..<100 {
                let workers = RunningServer.startWorkers(
                    on: scene.settings.connection, in: scene.folder)
                // Before, while and after they install their signal handlers.
                try await Task.sleep(for: .microseconds(3_000 + start * 270))
                let status = try await workers.stop()
                #expect(status == 0 || status == SIGTERM)
            }
        }
    }

    @Test func `a server that gets SIGTERM finishes the payment in progress`()
        async throws
    {
        try await CrashScene.play { scene in
            let server = try await scene.start()
            let checkout = try await scene.shop(at: server).checkout()
            let paying = Task {
                try await checkout.pay(sandbox: #""outcome":"slow","delayMilliseconds":1500"#)
            }
            try await eventually("the bank has the charge") {
                try await scene.charges == ["charged"]
            }
            #expect(try await server.stop() == 0)
            let paid = try await paying.value
            #expect(paid.status == 200)
            #expect(paid.number("status") == 0)
            #expect(paid.http["Connection"] == "close")
        }
    }

    private func expectUnavailable(
        _ reply: Reply, at place: SourceLocation = #_sourceLocation
    ) {
        #expect(reply.status == 503, "\(reply.text)", sourceLocation: place)
        #expect(reply.http["Retry-After"] != nil, sourceLocation: place)
        #expect(
            reply.http["Content-Type"] == "application/problem+json", sourceLocation: place)
    }

    /// docs/rules/money.md#17: secrets derived and data sealed with an older key stay valid under a
    /// newer one.
    @Test func `an open checkout survives a new master key`() async throws {
        try await CrashScene.play { scene in
            let first = try await scene.start()
            let members = """
                "items":[{"name":"Toast","unitPrice":"10.00"}],
                "requiredShippingContactFields":["email"],
                "shippingContact":{"emailAddress":"ann@example.com"}
                """
            let old = try await scene.shop(at: first).checkout(members)
            try await first.stop()
            try addKey(2, to: scene.folder + "/keys")

            let second = try await scene.start()
            let shop = scene.shop(at: second)
            let returned = scene.again(old, at: second)
            // The secret was derived with the old key: it works, and the API returns the same.
            let seen = try await shop.ask(as: old.secret, "GET", "/v1/checkouts/\(old.id)")
            #expect(seen.status == 200)
            #expect(try await returned.state().string("clientSecret") == old.secret)
            // Sealed with the old key: the server can still read the merchant's prefill.
            #expect(
                seen.string("paymentRequest.shippingContact.emailAddress") == "ann@example.com")
            let paid = try await returned.pay(
                contact: #"{"emailAddress":"bob@example.com"}"#)
            #expect(paid.number("status") == 0)
            #expect(
                try await returned.state().string("shippingContact.emailAddress")
                    == "bob@example.com")
            // New checkouts use the new key.
            let new = try await shop.checkout(members)
            let numbers = try await scene.database.run(
                "SELECT derivation_key, get_byte(data_key, 2)::integer AS sealing FROM checkouts ORDER BY checkout_id"
            ).map { (try $0.get("derivation_key") as Int32, try $0.get("sealing") as Int32) }
            #expect(numbers.map(\.0) == [1, 2])
            #expect(numbers.map(\.1) == [1, 2])
            #expect(new.secret != old.secret)
            try await second.stop()

            // Without the old key its secrets are invalid; everything else works.
            try removeKey(1, from: scene.folder + "/keys")
            let third = try await scene.start()
            let without = scene.shop(at: third)
            #expect(
                try await without.ask(as: old.secret, "GET", "/v1/checkouts/\(old.id)").status
                    == 401)
            #expect(
                try await without.ask(as: new.secret, "GET", "/v1/checkouts/\(new.id)").status
                    == 200)
            try await third.stop()
        }
    }

    /// docs/operate/operations.md, "To rotate without a pause".
    @Test func `the master key can be rotated while one of two servers always sells`() async throws
    {
        try await CrashScene.play { scene in
            let forge = try await TestServer.shared.value.forge
            let authorities = scene.folder + "/authorities.pem"
            try Data(forge.read("root.pem") + forge.read("relations.pem"))
                .write(to: URL(fileURLWithPath: authorities))
            let start = { try await scene.start(["PAYSHEET_TEST_CERTIFICATES=\(authorities)"]) }
            // A payment needs the merchant's sealed key, and one server reads secrets that the
            // other has derived.
            let sell = { (servers: [RunningServer]) in
                for (server, other) in zip(servers, servers.reversed()) {
                    let data = try forge.token(TokenForge.payload(of: 1_000, "840"))
                    let checkout = scene.again(
                        try await scene.shop(at: other).checkout(), at: server)
                    let paid = try await checkout.authorize(["paymentData": data])
                    #expect(paid.number("status") == 0, "\(paid.text)")
                }
            }
            var servers = [try await start(), try await start()]
            #expect(try await scene.shop(at: servers[0]).storeCertificate().status == 201)
            try await sell(servers)

            let file = scene.folder + "/keys"
            let first = try String(contentsOfFile: file, encoding: .utf8)
            let second = "2 \(String(repeating: "5a", count: 31))01"
            for content in [first + second + " next\n", first + second + "\n", second + "\n"] {
                if !content.hasPrefix(first) {
                    // A worker does this every minute.
                    let keys = try MasterKeyFile.parse(Array((first + second).utf8)[...])
                    let rewrap = RewrapDataKeys(keys: keys, limit: 10)
                    #expect(try await scene.database.transaction { try rewrap(in: $0) } <= 1)
                }
                try rewrite(file, content)
                for place in servers.indices {
                    try await servers[place].stop()
                    try await sell([servers[1 - place]])
                    servers[place] = try await start()
                    try await sell(servers)
                }
            }
            for server in servers { try await server.stop() }
        }
    }

    private func addKey(_ number: Int, to file: String) throws {
        let digits = (0..<64).map { _ in String(Int.random(in: 0..<16), radix: 16) }.joined()
        let text = try String(contentsOfFile: file, encoding: .utf8)
        try rewrite(file, text + "\(number) \(digits)\n")
    }

    private func removeKey(_ number: Int, from file: String) throws {
        let lines = try String(contentsOfFile: file, encoding: .utf8).split(separator: "\n")
        try rewrite(
            file, lines.filter { !$0.hasPrefix("\(number) ") }.joined(separator: "\n") + "\n")
    }

    /// Writes in place, so that the file keeps its mode.
    private func rewrite(_ file: String, _ text: String) throws {
        try text.write(toFile: file, atomically: false, encoding: .utf8)
    }
}
