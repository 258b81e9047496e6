import HTTPClient
import JSON
import Outbox
import Vocabulary

/// Follows a test merchant's events and sends each to a URL on the developer's own machine.
///
/// It polls the server, so the server need not reach this machine. It sends the bytes that an
/// endpoint receives, signed in the same way but with the secret that it prints. It sends each
/// event only once, one after the other.
struct Listen {
    private let forward: String
    private let shop: TestShop
    private let secret: SigningSecret

    init(config: Config, _ arguments: [String]) throws {
        let (shop, rest) = try TestShop.read(arguments, config, for: "listen")
        guard rest.count == 2, rest[0] == "--forward" else { throw Command.misused("listen") }
        forward = try Config.url(rest[1], from: "--forward")
        self.shop = shop
        guard let text = Config.text("PAYSHEET_WEBHOOK_SECRET") else {
            secret = SigningSecret()
            return
        }
        guard let secret = SigningSecret(text: text) else {
            throw CommandFailure.usage(
                "PAYSHEET_WEBHOOK_SECRET must be whsec_ and 24 to 64 bytes in Base64")
        }
        self.secret = secret
    }

    /// The pause after a poll that found no event.
    private static let pause = Duration.milliseconds(500)
    /// A server that restarts is back after a few of these pauses.
    private static let pauseWhenAway = Duration.seconds(2)

    func callAsFunction() async throws {
        let name = try await shop.requireTestMerchant()
        var last = try await newest()
        printLine("forwarding events of \(name) from \(shop.url) to \(forward), signed with")
        printLine(secret.text)
        var isAway = false
        while true {
            do {
                let events = try await events(after: last)
                if isAway { printError("\(shop.url) is reachable again") }
                isAway = false
                for event in events {
                    try await send(event)
                    last = event
                }
                if events.isEmpty { try await Task.sleep(for: Self.pause) }
            } catch let error as ServerUnreachable {
                if !isAway { printError("\(error)") }
                isAway = true
                try await Task.sleep(for: Self.pauseWhenAway)
            }
        }
    }

    /// The newest event, after which the command begins; older ones are not sent.
    private func newest() async throws -> String? {
        try await shop.call(.get, "/v1/events?order=newest&limit=1").root["data"]?
            .elements.first { _ in true }?["id"]?.string
    }

    private func events(after last: String?) async throws -> [String] {
        let after = last.map { "&after=" + $0 } ?? ""
        let page = try await shop.call(.get, "/v1/events?limit=100" + after).root
        return page["data"]?.elements.compactMap { $0["id"]?.string } ?? []
    }

    private func send(_ event: String) async throws {
        let body = try await shop.bytes(.get, "/v1/events/" + event)
        let type = try Document.parse(body).root["type"]?.string ?? ""
        let now = World.now()
        let signature = WebhookSignature(of: body, id: event, at: now, secrets: [secret])
        let result = await shop.forward(
            Request(
                .post, forward, headers: [("Content-Type", "application/json")] + signature.headers,
                body: body))
        let outcome =
            switch result {
            case .success(let answer): String(answer.status)
            case .failure(let fault): fault.rawValue
            }
        printLine("\(now.rfc3339)  \(type)  \(event)  \(outcome)")
    }
}
