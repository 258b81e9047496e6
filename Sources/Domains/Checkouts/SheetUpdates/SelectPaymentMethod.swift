import Carts
import Contacts
import JSON

/// The buyer chose a card: its billing address decides the taxes of a cart without delivery.
///
/// The answer always repeats the price, because an update without lines would empty the sheet
/// (docs/rules/apple.md#1.3).
package struct SelectPaymentMethod: SheetUpdateVerb {
    package let context: CheckoutContext
    /// `debit`, `credit` and the like; never the card's name, which may reveal its owner.
    package let kind: String?
    /// Redacted; Apple sends it from version 10 on, if the sheet asks for a billing address.
    package let billing: Contact?

    package init(context: CheckoutContext, kind: String?, billing: Contact? = nil) {
        self.context = context
        self.kind = kind
        self.billing = billing
    }

    package func decide(_ loaded: inout LoadedCheckout) throws -> (
        SheetUpdateOutcome, TimelineEntry
    ) {
        let currentChoice = try loaded.currentChoice()
        var choice = currentChoice.choice
        let billing =
            loaded.session.request.isTaxedByBilling(shipping: choice.place) ? self.billing : nil
        // Without a readable country the price stays; the payment reports what is wrong.
        if let place = billing.flatMap({ ContactRules.billingPlace($0, at: .redacted) }) {
            choice.select(place, as: .billing)
        }
        let (price, errors, dropped) = try loaded.reprice(on: choice, or: currentChoice, errors: [])
        let entry = loaded.entry(
            .paymentMethod, errors: errors, dropped: dropped, input: timelineInput(billing))
        return (
            SheetUpdateOutcome(
                session: loaded.session, price: price, errors: errors, dropped: dropped), entry
        )
    }

    /// The input for the timeline, with the billing address only if it decided the price.
    private func timelineInput(_ billing: Contact?) -> [UInt8]? {
        guard kind != nil || billing != nil else { return nil }
        return Writer.value { writer in
            writer.object {
                $0.member("type", ifPresent: kind)
                $0.member("billingContact", ifPresent: billing)
            }
        }
    }
}
