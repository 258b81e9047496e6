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
    package let question: SheetQuestion
    package let shipping: Contact?
    package let billing: Contact?
    /// The version that the sheet showed; nil means the last version sent to the sheet.
    package let version: Int?

    package init(question: SheetQuestion, shipping: Contact?, billing: Contact?, version: Int?) {
        self.question = question
        self.shipping = shipping
        self.billing = billing
        self.version = version
    }

    package func callAsFunction(in transaction: Transaction) throws -> AuthorizationAnswer {
        var held = try HeldSheet(question, in: transaction)
        let attempts = try held.attempts()
        if let paid = held.paidByBalances(after: attempts) { return paid }
        if let last = attempts.first, last.isGivenBack {
            throw StillGivenBack(
                answer: AuthorizationAnswer(
                    sheet: held.sheet, attempt: last, errors: [.stillChecking]))
        }
        switch try held.agree(
            shipping: shipping, billing: billing, version: version, hasCard: false)
        {
        case .refused(let errors, let balance):
            return try held.refuse(errors, balance, shipping: shipping, in: transaction)
        case .agreed(let price, let contacts, _):
            return try held.pay(price, contacts, in: transaction)
        }
    }
}

/// A card was charged too late and the charge is not voided yet: no other payment starts before.
/// The answer is not stored for a replay, because the next call may succeed.
package struct StillGivenBack: Error, Sendable {
    package let answer: AuthorizationAnswer
}
