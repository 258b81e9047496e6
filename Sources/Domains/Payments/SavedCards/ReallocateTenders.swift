import Checkouts
import Merchants
import Vocabulary

/// Allocates the total again among a checkout's balances, some of which have less money than the
/// sheet showed: the card pays the rest.
struct ReallocateTenders: SheetUpdateVerb {
    let context: CheckoutContext

    func decide(_ loaded: inout LoadedCheckout) throws -> (SheetUpdateOutcome, TimelineEntry) {
        let currentChoice = try loaded.currentChoice()
        let (price, errors, dropped) = try loaded.reprice(
            on: currentChoice.choice, or: currentChoice, errors: [])
        let outcome = SheetUpdateOutcome(
            session: loaded.session, price: price, errors: errors, dropped: dropped)
        return (outcome, loaded.entry(.changed, errors: errors, dropped: dropped))
    }
}
