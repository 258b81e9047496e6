import Checkouts
import Merchants
import Vocabulary

/// Allocates the total again among a checkout's balances, some of which have less money than the
/// sheet showed: the card pays the rest.
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
