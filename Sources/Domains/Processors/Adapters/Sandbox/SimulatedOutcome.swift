import Vocabulary

/// The outcomes that a storefront can test, by their names in the token.
package enum SimulatedOutcome: String, CaseIterable, Sendable {
    case approve
    case decline
    case insufficientFunds = "insufficient_funds"
    case doNotHonor = "do_not_honor"
    /// The bank has a different postal code.
    case billingPostalCodeMismatch = "billing_postal_code_mismatch"
    /// The bank does not know the street address.
    case billingAddressUnknown = "billing_address_unknown"
    /// Only half of the amount is authorized.
    case partial
    /// Nothing is charged, and no answer ever comes.
    case timeout
    /// The amount is charged, then the answer is lost.
    case unknown
    /// The charge is invisible at first; it appears after the delay.
    case lateSuccess = "late_success"
    /// Approved, after a delay.
    case slow
    case expiredCard = "expired_card"
    case lostCard = "lost_card"
    case authenticationRequired = "authentication_required"
    case unlinked
    /// The processor is unreachable: nothing is charged, and a later attempt may succeed.
    case unreachable
}

extension SimulatedOutcome {
    /// Amounts that select an outcome if the token names none, in minor units of any currency:
    /// 400001 is 4000.01 USD, 400001 JPY and 400.001 KWD.
    package static let amounts: [(minorUnits: Int64, outcome: SimulatedOutcome)] = [
        (400_001, .decline),
        (400_002, .insufficientFunds),
        (400_003, .doNotHonor),
        (400_004, .billingPostalCodeMismatch),
        (400_005, .billingAddressUnknown),
        (400_006, .partial),
        (400_007, .timeout),
        (400_008, .unknown),
        (400_009, .lateSuccess),
        (400_010, .slow),
        (400_011, .expiredCard),
        (400_012, .lostCard),
        (400_013, .authenticationRequired),
        (400_014, .unlinked),
        (400_015, .unreachable),
    ]

    package static func chosen(by amount: Money) -> SimulatedOutcome {
        amounts.first { $0.minorUnits == amount.minorUnits }?.outcome ?? .approve
    }

    /// The delay of the answer, or of a late success, if the token does not set one.
    package var defaultDelayMilliseconds: Int64 {
        switch self {
        case .slow: 3_000
        case .lateSuccess: 10_000
        case .approve, .decline, .insufficientFunds, .doNotHonor, .billingPostalCodeMismatch,
            .billingAddressUnknown, .partial, .timeout, .unknown, .expiredCard, .lostCard,
            .authenticationRequired, .unlinked, .unreachable:
            0
        }
    }
}
