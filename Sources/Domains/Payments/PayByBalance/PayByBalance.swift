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
package struct PayByBalance: Sendable {
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

    package func callAsFunction(in transaction: Transaction) throws -> AuthorizationAnswer {
        var loaded = try LoadedCheckout(context, in: transaction)
        let attempts = try loaded.attempts()
        if let paid = loaded.paidByBalances(after: attempts) { return paid }
        if let last = attempts.first, last.isBeingVoided {
            throw VoidInProgress(
                answer: AuthorizationAnswer(
                    session: loaded.session, attempt: last, errors: [.stillChecking]))
        }
        switch try loaded.checkAuthorization(
            shipping: shipping, billing: billing, version: version, hasCard: false)
        {
        case .refused(let errors, let balance):
            return try loaded.refuse(errors, balance, shipping: shipping, in: transaction)
        case .passed(let price, let contacts, _):
            return try loaded.pay(price, contacts, in: transaction)
        }
    }
}

/// A card was charged too late and the charge is not voided yet: no other payment starts before.
/// The answer is not stored for a replay, because the next call may succeed.
package struct VoidInProgress: Error, Sendable {
    package let answer: AuthorizationAnswer
}
