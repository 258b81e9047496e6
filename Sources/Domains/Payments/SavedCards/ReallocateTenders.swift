import Checkouts
import Merchants
import Vocabulary

/// Allocates the total again among a checkout's balances, some of which have less money than the
/// sheet showed: the card pays the rest.
struct ReallocateTenders: SheetUpdateVerb {
    let context: CheckoutContext

    func decide(_ locked: inout LockedCheckout) throws -> (SheetUpdateOutcome, TimelineEntry) {
        let currentChoice = try locked.currentChoice()
        let (price, errors, dropped) = try locked.reprice(
            on: currentChoice.choice, or: currentChoice, errors: [])
        let answer = SheetUpdateOutcome(
            session: locked.session, price: price, errors: errors, dropped: dropped)
        return (answer, locked.entry(.changed, errors: errors, dropped: dropped))
    }
}
