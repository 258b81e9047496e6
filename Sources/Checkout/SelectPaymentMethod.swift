import JSON

/// The buyer chose a card. Nothing depends on it yet; the answer repeats the price, because an
/// update without lines would empty the sheet (contracts 1.3).
package struct SelectPaymentMethod: SheetVerb {
    package let question: SheetQuestion
    /// `debit`, `credit` and the like; never the card's name, which may tell who owns it.
    package let kind: String?

    package init(question: SheetQuestion, kind: String?) {
        self.question = question
        self.kind = kind
    }

    package func decide(_ held: inout HeldSheet) throws -> (SheetAnswer, TimelineEntry) {
        let standing = try held.standing()
        let (price, errors, dropped) = try held.settle(
            on: standing.choice, or: standing, errors: [])
        let entry = held.entry(
            .paymentMethod, errors: errors, dropped: dropped,
            question: kind.map { kind in
                Writer.value { $0.object { $0.member("type", kind) } }
            })
        return (
            SheetAnswer(sheet: held.sheet, price: price, errors: errors, dropped: dropped), entry
        )
    }
}
