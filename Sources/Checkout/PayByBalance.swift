import Balances
import Contacts
import Idempotency
import JSON
import Merchants
import Outbox
import Postgres
import Vocabulary

/// Balances pay alone: no token, no processor, one transaction. What comes back after a lost answer,
/// a second tap or from many taps at once is the answer of the one payment.
package struct PayByBalance: Sendable {
    package let question: SheetQuestion
    package let shipping: Contact?
    package let billing: Contact?
    /// The version that the sheet showed; nothing means the last one given out.
    package let version: Int?

    package init(
        question: SheetQuestion, shipping: Contact?, billing: Contact?, version: Int?
    ) {
        self.question = question
        self.shipping = shipping
        self.billing = billing
        self.version = version
    }

    package func callAsFunction(in transaction: Transaction) throws -> AuthorizationAnswer {
        var held = try HeldSheet(question, in: transaction)
        if let paid = held.paidByBalances(after: try held.attempts()) { return paid }
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
