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

// The answer to a person who asks for their stored data: one object with a list for each kind.

extension CustomerExport {
    func write(
        to writer: inout Writer, _ agreed: ExportAgreements.Outcome?, _ passes: [Pass]?,
        _ orders: [Pass]?, _ call: Call
    ) {
        writer.object { body in
            body.key("customer")
            customer.write(to: &body)
            body.object("checkouts") {
                $0.list(checkouts, limit: Self.checkoutsMax, cursor: \.row.session.id.text) {
                    $0.write(to: &$1, call)
                }
            }
            if let agreed {
                body.object("subscriptions") {
                    $0.list(
                        agreed.subscriptions, limit: ExportAgreements.limit, cursor: \.id.text
                    ) { $0.write(to: &$1) }
                }
                body.object("laterPayments") {
                    $0.list(
                        agreed.scheduledPayments, limit: ExportAgreements.limit, cursor: \.id.text
                    ) { $0.write(to: &$1) }
                }
            }
            if let passes {
                let urls = call.services.urls()
                body.object("passes") {
                    $0.list(passes, limit: Self.passesMax, cursor: \.id.text) {
                        $0.write(to: &$1, urls)
                    }
                }
            }
            if let orders {
                let urls = call.services.urls()
                body.object("orders") {
                    $0.list(orders, limit: Self.passesMax, cursor: \.serialNumber) {
                        $0.write(orderTo: &$1, urls)
                    }
                }
            }
            if let balances {
                body.object("balances") {
                    $0.list(balances, limit: Self.balancesMax, cursor: \.id.text) {
                        $0.write(to: &$1, at: call.now)
                    }
                }
            }
        }
    }
}

extension CustomerExport {
    /// The most passes, and the most orders, of an export. `GET /v1/passes?customer=` lists further
    /// passes, and `GET /v1/checkouts/{checkout}/order` shows any order.
    static let passesMax = 100
}

extension CustomerExport.Checkout {
    fileprivate func write(to writer: inout Writer, _ call: Call) {
        writer.object { body in
            row.write(to: &body, of: call.merchant, call)
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
