import Balances
import Carts
import JSON
import Merchants
import Postgres
import Vocabulary

/// Stops a balance from paying: its held money becomes available again, and other balances or the
/// card pay instead. A repeated call changes nothing.
package struct DetachBalance: SheetVerb {
    package static let isOfTheSheet = false

    package let question: SheetQuestion
    package let balance: Balance.ID

    package init(question: SheetQuestion, balance: Balance.ID) {
        self.question = question
        self.balance = balance
    }

    package func decide(_ held: inout HeldSheet) throws -> (SheetAnswer, TimelineEntry) {
        let before = held.sheet.tenders
        if before.contains(where: { $0.balance == balance }) {
            try held.openPurse()
            held.sheet.tenders.removeAll { $0.balance == balance }
        }
        let standing = try held.standing()
        let (price, errors, dropped) = try held.settle(
            on: standing.choice, or: standing, errors: [])
        if !errors.isEmpty { held.sheet.tenders = before }
        let entry = held.entry(
            .balanceDetached, errors: errors, dropped: dropped,
            question: Writer.value { $0.object { $0.member("balanceId", balance.text) } })
        return (
            SheetAnswer(sheet: held.sheet, price: price, errors: errors, dropped: dropped), entry
        )
    }
}
