import Contacts
import Customers
import JSON
import Merchants
import Postgres
import Vocabulary

/// The buyer chose an address: what can be delivered there, how, and for how much?
package struct SelectShippingContact: Sendable {
    package let question: SheetQuestion
    package let contact: Contact

    package init(question: SheetQuestion, contact: Contact) {
        self.question = question
        self.contact = contact
    }

    package func callAsFunction(in transaction: Transaction) throws -> SheetAnswer {
        var locked = try LockedSheet(question, in: transaction)
        try locked.demandOpen(in: transaction)
        let examined = ContactRules.examine(
            contact, stage: .redacted, role: .shipping,
            required: locked.sheet.request.requiredShippingContactFields,
            policy: locked.sheet.request.contactPolicy(question.merchant))
        let standing = try locked.standing(in: transaction)
        var choice = standing.choice
        if examined.errors.isEmpty {
            let redacted = examined.destination
            let pinned = choice.pin.flatMap { $0.redacted == redacted ? $0.full : nil }
            choice.place = pinned ?? redacted
        }
        let (price, errors, dropped) = try locked.settle(
            on: choice, or: standing, errors: examined.errors, in: transaction)
        try transaction.later(locked.sheet.storeChoice)
        try transaction.later(
            locked.entry(
                .shippingContact, errors: errors, dropped: dropped,
                question: Writer.value { $0.object { $0.member("shippingContact", contact) } }
            ).insert)
        return SheetAnswer(sheet: locked.sheet, price: price, errors: errors, dropped: dropped)
    }
}
