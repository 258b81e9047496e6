import HTTPClient
import JSON
import Outbox

// Scenarios after an authorization: voids, captures, refunds and disputes.

extension Event.Kind {
    /// Nil for an event that no API call can cause.
    var paymentOperationScenario: EventScenario? {
        switch self {
        case .checkoutVoided: Self.held(then: "void")
        case .checkoutCaptureFailed: Self.held(#""capture":"fail""#, then: "capture")
        case .checkoutAuthorizationExpiring: Self.held(#""holdSeconds":3600"#)
        case .checkoutAuthorizationExpired: Self.held(#""holdSeconds":1"#)
        case .refundPending: Self.refunded(#""refund":"pending""#)
        case .refundSucceeded: Self.refunded()
        case .refundFailed: Self.refunded(#""refund":"fail""#)
        case .disputeOpened: { try await $0.disputed().checkout }
        case .disputeWon: Self.disputed(then: "win")
        case .disputeLost: Self.disputed(then: "lose")
        default: nil
        }
    }

    private static func held(_ sandbox: String = "", then verb: String? = nil) -> EventScenario {
        { shop in
            let checkout = try await shop.paid(#","captureMethod":"manual""#, sandbox: sandbox)
            if let verb { _ = try await shop.call(.post, "/v1/checkouts/\(checkout.id)/\(verb)") }
            return checkout.id
        }
    }

    private static func refunded(_ sandbox: String = "") -> EventScenario {
        { shop in
            let checkout = try await shop.paid(sandbox: sandbox)
            _ = try await shop.call(.post, "/v1/checkouts/\(checkout.id)/refunds")
            return checkout.id
        }
    }

    private static func disputed(then verb: String) -> EventScenario {
        { shop in
            let (checkout, dispute) = try await shop.disputed()
            _ = try await shop.call(.post, "/v1/sandbox/disputes/\(dispute)/\(verb)")
            return checkout
        }
    }
}

extension TestShop {
    fileprivate func disputed() async throws -> (checkout: String, dispute: String) {
        let checkout = try await paid()
        let dispute = try await call(.post, "/v1/sandbox/checkouts/\(checkout.id)/disputes")
        return (checkout.id, try Self.text(dispute, "reference"))
    }
}
