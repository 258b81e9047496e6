import Carts
import Contacts
import Customers
import JSON
import Merchants
import Postgres
import Vocabulary

/// The buyer chose an address: finds the shipping methods and the price for it.
package struct SelectShippingContact: SheetUpdateVerb {
    package let context: CheckoutContext
    package let contact: Contact

    package init(context: CheckoutContext, contact: Contact) {
        self.context = context
        self.contact = contact
    }

    package func decide(_ locked: inout LockedCheckout) throws -> (
        SheetUpdateOutcome, TimelineEntry
    ) {
        let examined = ContactRules.examine(
            contact, stage: .redacted, role: .shipping,
            required: locked.session.request.requiredShippingContactFields,
            policy: locked.session.request.contactPolicy(context.merchant))
        let currentChoice = try locked.currentChoice()
        var choice = currentChoice.choice
        if examined.errors.isEmpty, !locked.isAtKnownStore {
            choice.select(examined.destination, as: .shipping)
        }
        let (price, errors, dropped) = try locked.reprice(
            on: choice, or: currentChoice, errors: examined.errors)
        let entry = locked.entry(
            .shippingContact, errors: errors, dropped: dropped,
            question: Writer.value { $0.object { $0.member("shippingContact", contact) } })
        return (
            SheetUpdateOutcome(
                session: locked.session, price: price, errors: errors, dropped: dropped), entry
        )
    }
}
