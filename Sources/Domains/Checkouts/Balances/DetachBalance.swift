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

    package func decide(_ locked: inout LockedCheckout) throws -> (
        SheetUpdateOutcome, TimelineEntry
    ) {
        let before = locked.session.tenders
        if before.contains(where: { $0.balance == balance }) {
            try locked.openAllocation()
            locked.session.tenders.removeAll { $0.balance == balance }
        }
        let currentChoice = try locked.currentChoice()
        let (price, errors, dropped) = try locked.reprice(
            on: currentChoice.choice, or: currentChoice, errors: [])
        if !errors.isEmpty { locked.session.tenders = before }
        let entry = locked.entry(
            .balanceDetached, errors: errors, dropped: dropped,
            question: Writer.value { $0.object { $0.member("balanceId", balance.text) } })
        return (
            SheetUpdateOutcome(
                session: locked.session, price: price, errors: errors, dropped: dropped), entry
        )
    }
}
