import HTTPClient
import JSON
import Outbox

/// Causes a real event at a test merchant, by the API calls that a storefront makes.
struct Trigger {
    private let shop: TestShop
    private let kind: Event.Kind
    private let scenario: EventScenario

    init(config: Config, _ arguments: [String]) throws {
        let (shop, rest) = try TestShop.read(arguments, config, for: "trigger")
        guard rest.count == 1 else { throw Command.misused("trigger") }
        guard let kind = Event.Kind(rawValue: rest[0]) else {
            throw CommandFailure.usage(
                "unknown event '\(rest[0])'; see paysheet trigger --help")
        }
        guard let scenario = kind.scenario else {
            throw CommandFailure.usage("\(kind.rawValue) cannot be triggered: \(kind.meaning)")
        }
        self.shop = shop
        self.kind = kind
        self.scenario = scenario
    }

    /// The slowest event follows a payment whose outcome is unknown at first.
    private static let waitSecondsMax = 90

    func callAsFunction() async throws {
        _ = try await shop.requireTestMerchant()
        let object = try await scenario(shop)
        let query = "/v1/events?type=\(kind.rawValue)&object=\(object)"
        for _ in 0..<Self.waitSecondsMax * 4 {
            let page = try await shop.call(.get, query).root
            if let event = page["data"]?.elements.first(where: { _ in true })?["id"]?.string {
                return printLine("\(kind.rawValue)  \(event)  of \(object)")
            }
            try await Task.sleep(for: .milliseconds(250))
        }
        throw CommandFailure.failed(
            "\(kind.rawValue) of \(object) was not emitted within \(Self.waitSecondsMax) s; "
                + "check that the workers are running")
    }

    /// Each kind of event with its cause, for `--help`.
    static var options: [(name: String, meaning: String)] {
        Event.Kind.allCases.map { kind in
            (kind.rawValue, kind.scenario == nil ? "not supported: \(kind.meaning)" : kind.meaning)
        }
    }
}
