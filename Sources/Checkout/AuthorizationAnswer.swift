import Contacts
import Vocabulary

/// What the sheet is told about a payment: Apple's status 0 or 1, and what the buyer can mend.
package struct AuthorizationAnswer: Sendable {
    package let sheet: Sheet
    /// Nothing when the processor was not asked.
    package let attempt: Attempt?
    /// Empty with a plain decline: nothing in the sheet would help.
    package let errors: [FieldError]
    /// Why balances do not pay what was shown; the errors say so to the buyer.
    package var balance: BalanceTrouble?
    /// Whether balances have paid alone, so that no card was asked.
    package var isPaidByBalances = false

    package var isSuccess: Bool {
        (attempt?.state == .authorized || isPaidByBalances) && errors.isEmpty
    }
    /// Whether the outcome is still being found out: the same question later has another answer.
    package var isUnknown: Bool {
        attempt.map { $0.state == .unknown || $0.state == .started } ?? false
    }
}
