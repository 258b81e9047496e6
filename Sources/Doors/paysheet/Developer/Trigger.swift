import HTTPClient
import JSON
import Outbox

/// Causes a real event at a test merchant, by the API calls that a storefront makes.
struct Trigger {
    private let shop: TestShop
    private let kind: Event.Kind
    private let story: Story

    init(config: Config, _ arguments: [String]) throws {
        let (shop, rest) = try TestShop.read(arguments, config, for: "trigger")
        guard rest.count == 1 else { throw Command.misused("trigger") }
        guard let kind = Event.Kind(rawValue: rest[0]) else {
            throw CommandFailure.usage(
                "unknown event '\(rest[0])'; see paysheet trigger --help")
        }
        guard let story = kind.story else {
            throw CommandFailure.usage("\(kind.rawValue) cannot be triggered: \(kind.meaning)")
        }
        self.shop = shop
        self.kind = kind
        self.story = story
    }

    /// The slowest event follows a payment whose outcome is unknown at first.
    private static let waitSecondsMax = 90

    func callAsFunction() async throws {
        _ = try await shop.needTestMerchant()
        let object = try await story(shop)
        let query = "/v1/events?type=\(kind.rawValue)&object=\(object)"
        for _ in 0..<Self.waitSecondsMax * 4 {
            let page = try await shop.ask(.get, query).root
            if let event = page["data"]?.elements.first(where: { _ in true })?["id"]?.string {
                return say("\(kind.rawValue)  \(event)  of \(object)")
            }
            try await Task.sleep(for: .milliseconds(250))
        }
        throw CommandFailure.failed(
            "\(kind.rawValue) of \(object) was not emitted within \(Self.waitSecondsMax) s; "
                + "check that the workers are running")
    }

    /// Each kind of event, and how it comes about, for `--help`.
    static var options: [(name: String, meaning: String)] {
        Event.Kind.allCases.map { kind in
            (kind.rawValue, kind.story == nil ? "not supported: \(kind.meaning)" : kind.meaning)
        }
    }
}
