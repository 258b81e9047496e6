import Balances
import Checkouts
import Contacts
import Idempotency
import JSON
import Merchants
import Outbox
import Postgres
import Vocabulary

/// Pays by balances alone: no token, no processor, one transaction. A call after a lost answer, a
/// second tap and concurrent taps all return the answer of the one payment.
package struct PayByBalance: Verb {
    package let context: CheckoutContext
    package let shipping: Contact?
    package let billing: Contact?
    /// The version that the sheet showed; nil means the last version sent to the sheet.
    package let version: Int?

    package init(context: CheckoutContext, shipping: Contact?, billing: Contact?, version: Int?) {
        self.context = context
        self.shipping = shipping
        self.billing = billing
        self.version = version
    }

    /// Pays under the checkout's lock.
    package func callAsFunction(in transaction: Transaction) throws -> AuthorizationAnswer {
        var loaded = try LoadedCheckout(context, in: transaction)
        let (write, answer) = try outcome(&loaded)
        try write?.store(in: transaction)
        return answer
    }

    /// Decides on the payment.
    ///
    /// - Returns: the rows to write and the answer; no rows if the checkout was paid before.
    /// - Throws: `LoadedCheckout.NeedsLock` if rows must be read that a batch has not locked.
    func outcome(
        _ loaded: inout LoadedCheckout
    ) throws -> (write: PaymentWrite?, answer: AuthorizationAnswer) {
        let attempts = try loaded.attempts()
        if let paid = loaded.paidByBalances(after: attempts) { return (nil, paid) }
        if let last = attempts.first, last.isBeingVoided {
            throw VoidInProgress(
                answer: AuthorizationAnswer(
                    session: loaded.session, attempt: last, errors: [.stillChecking]))
        }
        switch try loaded.checkAuthorization(
            shipping: shipping, billing: billing, version: version, hasCard: false)
        {
        case .refused(let errors, let balance):
            return loaded.refusal(errors, balance, shipping: shipping)
        case .passed(let price, let contacts, _):
            return try loaded.payByBalances(price, contacts)
        }
    }
}

/// A card was charged too late and the charge is not voided yet: no other payment starts before.
/// The answer is not stored for a replay, because the next call may succeed.
package struct VoidInProgress: Error, Sendable {
    package let answer: AuthorizationAnswer
}
