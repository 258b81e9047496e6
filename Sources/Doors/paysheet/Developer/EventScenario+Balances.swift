import HTTPClient
import JSON
import Outbox
import Vocabulary

// Scenarios of stored balances.

extension Event.Kind {
    /// Nil for an event that no API call can cause.
    var balanceScenario: EventScenario? {
        switch self {
        case .balanceCreated, .balanceCredited: { try await $0.balance() }
        case .balanceDebited:
            { try await $0.balance(then: "debits", #"{"currencyCode":"USD","amount":"5.00"}"#) }
        case .balanceHeld: { try await $0.held().balance }
        case .balanceReleased: { try await $0.held(then: "release") }
        case .balanceCaptured: { try await $0.held(then: "capture") }
        case .balanceFrozen: { try await $0.balance(then: "freeze") }
        case .balanceUnfrozen:
            { shop in
                let balance = try await shop.balance(then: "freeze")
                _ = try await shop.call(.post, "/v1/balances/\(balance)/unfreeze")
                return balance
            }
        case .balanceExpired: { try await $0.balance(expiringIn: .seconds(2)) }
        default: nil
        }
    }
}

extension TestShop {
    /// Opens a prepaid balance of fifty dollars.
    fileprivate func balance() async throws -> String {
        let opened = try await call(
            .post, "/v1/balances", #"{"kind":"prepaid","currencyCode":"USD","amount":"50.00"}"#)
        return try Self.text(opened, "id")
    }

    fileprivate func balance(expiringIn time: Duration) async throws -> String {
        let expiry = World.now().adding(time).rfc3339
        let opened = try await call(
            .post, "/v1/balances",
            #"{"kind":"prepaid","currencyCode":"USD","amount":"50.00","expiresAt":""# + expiry
                + #""}"#)
        return try Self.text(opened, "id")
    }

    fileprivate func balance(then verb: String, _ json: String? = nil) async throws -> String {
        let balance = try await balance()
        _ = try await call(.post, "/v1/balances/\(balance)/\(verb)", json)
        return balance
    }

    fileprivate func held() async throws -> (balance: String, hold: String) {
        let balance = try await balance()
        let hold = try await call(
            .post, "/v1/balances/\(balance)/holds", #"{"currencyCode":"USD","amount":"5.00"}"#)
        return (balance, try Self.text(hold, "id"))
    }

    fileprivate func held(then verb: String) async throws -> String {
        let (balance, hold) = try await held()
        _ = try await call(.post, "/v1/balances/\(balance)/holds/\(hold)/\(verb)")
        return balance
    }
}
