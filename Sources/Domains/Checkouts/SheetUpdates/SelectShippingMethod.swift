import JSON

/// The buyer chose a shipping method. An unavailable one is ignored: the sheet has no error for it,
/// but it shows the methods and the total in the answer.
package struct SelectShippingMethod: SheetUpdateVerb {
    package let context: CheckoutContext
    package let method: String

    package init(context: CheckoutContext, method: String) {
        self.context = context
        self.method = method
    }

    package func decide(_ loaded: inout LoadedCheckout) throws -> (
        SheetUpdateOutcome, TimelineEntry
    ) {
        let currentChoice = try loaded.currentChoice()
        var choice = currentChoice.choice
        choice.method = method
        let (price, errors, dropped) = try loaded.reprice(
            on: choice, or: currentChoice, errors: [])
        let entry = loaded.entry(
            .shippingMethod, errors: errors, dropped: dropped,
            input: Writer.value { $0.object { $0.member("shippingMethod", method) } })
        return (
            SheetUpdateOutcome(
                session: loaded.session, price: price, errors: errors, dropped: dropped), entry
        )
    }
}
