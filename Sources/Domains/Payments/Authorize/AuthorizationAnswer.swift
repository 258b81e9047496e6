import Checkouts
import Contacts
import Vocabulary

/// The answer to the sheet about a payment: Apple's status 0 or 1, and errors that the buyer can
/// fix.
package struct AuthorizationAnswer: Sendable {
    package let session: CheckoutSession
    /// nil if the processor was not asked, or if its outcome could not be stored.
    package let attempt: Attempt?
    /// Empty after a plain decline: the buyer can fix nothing in the sheet.
    package let errors: [FieldError]
    /// The reason that balances do not pay what the sheet showed; the errors tell the buyer the
    /// same.
    package var balance: BalanceProblem?
    /// True if balances paid the whole total and no card was charged.
    package var isPaidByBalances = false

    package var isSuccess: Bool {
        (attempt?.state == .authorized || isPaidByBalances) && errors.isEmpty
    }
    /// True if the attempt has no known outcome yet.
    package var isUnknown: Bool {
        attempt.map { $0.state == .unknown || $0.state == .started } ?? false
    }

    /// False if the same request returns another answer later, which may be stored for replays
    /// then: the outcome is not known yet, or a late charge is being voided.
    var isFinal: Bool { !isUnknown && attempt?.isBeingVoided != true }
}
