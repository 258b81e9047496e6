import Balances
import Carts
import JSON
import Merchants
import Postgres
import Vocabulary

/// Stops a balance from paying: its held money becomes available again, and other balances or the
/// card pay instead. A repeated call changes nothing.
package struct DetachBalance: SheetUpdateVerb {
    package static let isSheetEvent = false

    package let context: CheckoutContext
    package let balance: Balance.ID

    package init(context: CheckoutContext, balance: Balance.ID) {
        self.context = context
        self.balance = balance
    }

    package func decide(_ loaded: inout LoadedCheckout) throws -> (
        SheetUpdateOutcome, TimelineEntry
    ) {
        let before = loaded.session.tenders
        if before.contains(where: { $0.balance == balance }) {
            try loaded.openAllocation()
            loaded.session.tenders.removeAll { $0.balance == balance }
        }
        let currentChoice = try loaded.currentChoice()
        let (price, errors, dropped) = try loaded.reprice(
            on: currentChoice.choice, or: currentChoice, errors: [])
        if !errors.isEmpty { loaded.session.tenders = before }
        let entry = loaded.entry(
            .balanceDetached, errors: errors, dropped: dropped,
            input: Writer.value { $0.object { $0.member("balanceId", balance.text) } })
        return (
            SheetUpdateOutcome(
                session: loaded.session, price: price, errors: errors, dropped: dropped), entry
        )
    }
}
