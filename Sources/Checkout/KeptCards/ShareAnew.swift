import Merchants
import Vocabulary

/// Shares the total anew among the balances of a sheet, some of which have less by now than it showed: what
/// they leave is for the card.
struct ShareAnew: SheetVerb {
    let question: SheetQuestion

    func decide(_ held: inout HeldSheet) throws -> (SheetAnswer, TimelineEntry) {
        let standing = try held.standing()
        let (price, errors, dropped) = try held.settle(
            on: standing.choice, or: standing, errors: [])
        let answer = SheetAnswer(
            sheet: held.sheet, price: price, errors: errors, dropped: dropped)
        return (answer, held.entry(.changed, errors: errors, dropped: dropped))
    }
}
