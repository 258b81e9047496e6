import Subscriptions
import Vocabulary

/// The plan and the clock of a new member.
struct DemoMembership {
    let plan: Plan.ID
    let clock: TestClock.ID

    /// Members of the request that opens the member's checkout.
    var members: String { #", "plan": "\#(plan.text)", "testClock": "\#(clock.text)""# }
}

/// The club's plans: one toast a week, or two.
enum DemoPlan: UInt64, CaseIterable, Sendable {
    case one = 1
    case two = 2

    /// The same identifier in every database, so that the plan is opened only once.
    func id(of merchant: MerchantNumber) -> Plan.ID {
        Plan.ID(
            merchant: merchant,
            uuid: UUID128(high: 0x0000_0000_0000_7000, low: 0x8000_0000_00DE_3000 + rawValue))
    }

    var terms: String {
        switch self {
        case .one:
            """
            {"name": "Toast club", "currencyCode": "USD", "managementURL": "https://shop.example/club",
             "phases": [{"kind": "introductory", "amount": "4.50", "interval": {"unit": "week"}, "cycles": 2},
                        {"kind": "regular", "amount": "9.00", "interval": {"unit": "week"}}]}
            """
        case .two:
            """
            {"name": "Toast club for two", "currencyCode": "USD", "managementURL": "https://shop.example/club",
             "phases": [{"kind": "regular", "amount": "16.00", "interval": {"unit": "week"}}]}
            """
        }
    }
}
