import JSON

/// The buyer chose a shipping method. An unavailable one is ignored: the sheet has no error for it,
/// but it shows the methods and the total in the answer.
package struct SelectShippingMethod: SheetVerb {
    package let question: SheetQuestion
    package let method: String

    package init(question: SheetQuestion, method: String) {
        self.question = question
        self.method = method
    }

    package func decide(_ held: inout HeldSheet) throws -> (SheetAnswer, TimelineEntry) {
        let standing = try held.standing()
        var choice = standing.choice
        choice.method = method
        let (price, errors, dropped) = try held.settle(
            on: choice, or: standing, errors: [])
        let entry = held.entry(
            .shippingMethod, errors: errors, dropped: dropped,
            question: Writer.value { $0.object { $0.member("shippingMethod", method) } })
        return (
            SheetAnswer(sheet: held.sheet, price: price, errors: errors, dropped: dropped), entry
        )
    }
}
