import Balances
import Carts
import Checkouts
import Contacts
import Customers
import JSON
import Merchants
import Passes
import Payments
import Processors
import Subscriptions
import Vocabulary

/// The answer to a person who asks for their stored data: one object with a list for each kind.
/// Only the first page has the lists that are nil on the others. Passes and orders are nil for a
/// key that may not read them.
struct CustomerExportView: Sendable {
    let found: CustomerExport
    let agreed: ExportAgreements.Outcome?
    let passes: [Pass]?
    let orders: [Pass]?

    /// The most passes, and the most orders, of an export. `GET /v1/passes?customer=` lists further
    /// passes, and `GET /v1/checkouts/{checkout}/order` shows any order.
    static let passesMax = 100

    func write(to writer: inout Writer, _ call: Call) {
        let urls = call.services.urls()
        writer.object { body in
            body.member("customer", found.customer)
            body.list(
                "checkouts", found.checkouts, limit: CustomerExport.checkoutsMax,
                cursor: \.row.session.id.text
            ) { $0.write(to: &$1, call) }
            if let agreed {
                let limit = ExportAgreements.limit
                body.list(
                    "subscriptions", agreed.subscriptions, limit: limit, cursor: \.id.text
                ) { $0.write(to: &$1) }
                body.list(
                    "laterPayments", agreed.scheduledPayments, limit: limit, cursor: \.id.text
                ) { $0.write(to: &$1) }
            }
            if let passes {
                body.list("passes", passes, limit: Self.passesMax, cursor: \.id.text) {
                    $0.write(to: &$1, urls)
                }
            }
            if let orders {
                body.list("orders", orders, limit: Self.passesMax, cursor: \.serialNumber) {
                    $0.write(orderTo: &$1, urls)
                }
            }
            if let balances = found.balances {
                body.list(
                    "balances", balances, limit: CustomerExport.balancesMax, cursor: \.id.text
                ) { $0.write(to: &$1, at: call.now) }
            }
        }
    }
}

extension CustomerExport.Checkout {
    fileprivate func write(to writer: inout Writer, _ call: Call) {
        writer.object { body in
            row.write(
                membersTo: &body, of: call.merchant, in: call.language, at: call.now)
            row.session.request.write(cartContentTo: &body)
            if prefill != Prefill() { body.object("prefill") { prefill.write(membersTo: &$0) } }
            contacts.write(membersTo: &body)
            body.array("payments", attempts) { $0.write(exportTo: &$1) }
            body.array("questions", updates) { update, entry in
                entry.object {
                    $0.member("kind", update.entry.kind.rawValue)
                    $0.member("at", update.entry.at.rfc3339)
                    $0.member("question", raw: update.input)
                }
            }
            body.member("moreQuestions", hasMoreUpdates)
        }
    }
}

extension Attempt {
    /// The stored data of a card.
    fileprivate func write(exportTo writer: inout Writer) {
        writer.object {
            $0.member("amount", amount)
            $0.member("status", state.rawValue)
            $0.member("network", ifPresent: card?.network.nonEmpty)
            $0.member("lastFour", ifPresent: card?.lastFour.nonEmpty)
            $0.member("issuingCountry", ifPresent: issuingCountry)
            $0.member("startedAt", startedAt.rfc3339)
        }
    }
}

extension String {
    fileprivate var nonEmpty: String? { isEmpty ? nil : self }
}

extension Writer {
    /// Writes a list as a member of a larger answer.
    fileprivate mutating func list<Row>(
        _ key: StaticString, _ rows: [Row], limit: Int, cursor: (Row) -> String,
        write: (Row, inout Writer) -> Void
    ) {
        object(key) { body in
            body.array("data", rows) { row, entry in write(row, &entry) }
            body.member("nextCursor", rows.count == limit ? rows.last.map(cursor) : nil)
        }
    }
}
