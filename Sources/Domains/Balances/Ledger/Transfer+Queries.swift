import Merchants
import Postgres
import Vocabulary

extension Transfer {
    /// An insert violates `transfers_are_booked_once` if the cause of the transfer was booked
    /// before.
    package static let stored = TableColumns<Transfer>(
        of: "transfers",
        [
            .key("merchant_id") { $0.id.merchant }, .key("transfer_id") { $0.id.uuid },
            .key("kind") { $0.kind.rawValue }, .key("part") { $0.part },
            TableColumn("from_system") { $0.from.system?.rawValue },
            TableColumn("from_balance") { $0.from.balance?.uuid },
            TableColumn("to_system") { $0.to.system?.rawValue },
            TableColumn("to_balance") { $0.to.balance?.uuid },
            TableColumn("amount") { $0.amount.minorUnits },
            TableColumn("currency") { $0.amount.currency.code },
            TableColumn("from_after") { $0.fromAfter }, TableColumn("to_after") { $0.toAfter },
            TableColumn("from_number") { $0.fromNumber }, TableColumn("to_number") { $0.toNumber },
            TableColumn("checkout_id") { $0.checkout }, TableColumn("reference") { $0.reference },
            TableColumn("at") { $0.at },
        ])
}
