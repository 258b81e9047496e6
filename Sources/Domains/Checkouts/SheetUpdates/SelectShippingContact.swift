import Carts
import Contacts
import Customers
import JSON
import Merchants
import Postgres
import Vocabulary

/// The buyer chose an address: finds the shipping methods and the price for it.
package struct SelectShippingContact: SheetVerb {
    package let question: SheetQuestion
    package let contact: Contact

    package init(question: SheetQuestion, contact: Contact) {
        self.question = question
        self.contact = contact
    }

    package func decide(_ held: inout HeldSheet) throws -> (SheetAnswer, TimelineEntry) {
        let examined = ContactRules.examine(
            contact, stage: .redacted, role: .shipping,
            required: held.sheet.request.requiredShippingContactFields,
            policy: held.sheet.request.contactPolicy(question.merchant))
        let standing = try held.standing()
        var choice = standing.choice
        if examined.errors.isEmpty, !held.isAtKnownStore {
            choice.select(examined.destination, as: .shipping)
        }
        let (price, errors, dropped) = try held.settle(
            on: choice, or: standing, errors: examined.errors)
        let entry = held.entry(
            .shippingContact, errors: errors, dropped: dropped,
            question: Writer.value { $0.object { $0.member("shippingContact", contact) } })
        return (
            SheetAnswer(sheet: held.sheet, price: price, errors: errors, dropped: dropped), entry
        )
    }
}
