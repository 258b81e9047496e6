import HTTPClient
import JSON
import Outbox

/// Makes an event really happen at a test merchant, by calls of the API as a storefront makes them.
struct Trigger {
    private let shop: TestShop
    private let kind: Event.Kind
    private let story: Story

    init(config: Config, _ arguments: [String]) throws {
        let (shop, rest) = try TestShop.read(arguments, config, for: "trigger")
        guard rest.count == 1 else { throw Command.misused("trigger") }
        guard let kind = Event.Kind(rawValue: rest[0]) else {
            throw CommandFailure.usage(
                "there is no event '\(rest[0])'; see paysheet trigger --help")
        }
        guard let story = kind.story else {
            throw CommandFailure.usage("\(kind.rawValue) cannot be triggered: \(kind.meaning)")
        }
        self.shop = shop
        self.kind = kind
        self.story = story
    }

    /// What takes longest is a payment of which nothing is known at first.
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
            "\(kind.rawValue) of \(object) has not come within \(Self.waitSecondsMax) s; "
                + "do the workers run?")
    }

    /// Each kind of event, and how it is made, for `--help`.
    static var options: [(name: String, meaning: String)] {
        Event.Kind.allCases.map { kind in
            (kind.rawValue, kind.story == nil ? "not yet: \(kind.meaning)" : kind.meaning)
        }
    }
}
