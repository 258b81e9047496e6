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

    package func decide(_ loaded: inout LoadedCheckout) throws -> (
        SheetUpdateOutcome, TimelineEntry
    ) {
        let examined = ContactRules.examine(
            contact, stage: .redacted, role: .shipping,
            required: loaded.session.request.requiredShippingContactFields,
            policy: loaded.session.request.contactPolicy(context.merchant))
        let currentChoice = try loaded.currentChoice()
        var choice = currentChoice.choice
        if examined.errors.isEmpty, !loaded.isAtKnownStore {
            choice.select(examined.destination, as: .shipping)
        }
        let (price, errors, dropped) = try loaded.reprice(
            on: choice, or: currentChoice, errors: examined.errors)
        let entry = loaded.entry(
            .shippingContact, errors: errors, dropped: dropped,
            input: Writer.value { $0.object { $0.member("shippingContact", contact) } })
        return (
            SheetUpdateOutcome(
                session: loaded.session, price: price, errors: errors, dropped: dropped), entry
        )
    }
}
