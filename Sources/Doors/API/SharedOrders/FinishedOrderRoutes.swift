import HTTP
import JSON
import Merchants
import SharedOrders
import Vocabulary

/// Routes for a participant's finished orders, and for choosing the same again.
extension Services {
    @Sendable func listFinished(_ call: Call) async throws -> Response {
        let page = try call.page(of: SharedOrder.self)
        let list = ListFinishedOrders(
            try call.sharedOrder, caller: try call.participant, before: page.after,
            limit: page.limit)
        let orders = try await list(on: sharedOrders)
        return listAnswer(orders, limit: page.limit, cursor: \.id.text) { order, entry in
            entry.object {
                $0.member("id", order.id.text)
                $0.member("url", sharedAddress(of: order.token))
                $0.member("title", order.terms.title)
                $0.member("currencyCode", order.terms.currency)
                $0.member("participant", order.participant)
                $0.array("choices", order.choices) { choice, list in
                    list.object { choice.write(membersTo: &$0, order.terms) }
                }
                $0.member(
                    "itemsTotal", Money(minorUnits: order.total, currency: order.terms.currency))
                $0.member("endedAt", order.endedAt)
            }
        }.response
    }

    @Sendable func reorder(_ call: Call) async throws -> Response {
        let order = try call.sharedOrder
        let terms = try await sharedOrders.terms(of: order)
        let (finished, name, message) = try call.read { fields in
            let finished = fields.value(
                "sharedOrder", maxLength: 64, required: true,
                detail: "the id of a paid shared order",
                parse: SharedOrder.ID.init)
            let name = fields.value(
                "choice", maxLength: Self.prefixLengthMax, required: true,
                detail: "1 to \(Self.prefixLengthMax) letters, digits, - and _",
                parse: { $0.isChoiceName ? $0 : nil })
            let message = fields.message(where: terms)
            fields.refuseUnknown()
            guard let finished, let name else { return nil as (SharedOrder.ID, String, Int?)? }
            return (finished, name, message)
        }
        guard finished.merchant == order.merchant else { throw SharedOrderRefusal.noFinishedOrder }
        let again = ReorderChoices(
            finished, in: order, caller: try call.participant, name: name, message: message,
            now: call.now)
        let outcome = try await again(on: sharedOrders)
        return Answer { writer in
            writer.object { body in
                body.array("choices", outcome.chosen) { choice, list in
                    list.object { choice.write(membersTo: &$0, terms) }
                }
                body.array("left", outcome.skipped) { skipped, list in
                    list.object { $0.write(skipped) }
                }
                body.write(
                    totalsOf: outcome.version, outcome.total, outcome.participantTotal, terms)
            }
        }.response
    }

    /// Leaves room for the nine characters and the number that follow the prefix.
    private static let prefixLengthMax = SharedOrderLimits.identifierLengthMax - 14
}

extension Writer {
    /// Writes a choice that could not be repeated, and the reason.
    fileprivate mutating func write(_ skipped: ReorderChoices.SkippedItem) {
        if case .item(let id) = skipped.content.product { member("item", id) }
        member("name", ifPresent: skipped.name)
        member("quantity", skipped.content.quantity)
        let problem = skipped.reason.problem
        member("code", problem.errors.first?.code ?? problem.code)
        member("detail", problem.errors.first?.detail ?? problem.detail)
    }

    /// Writes the totals of the order and of the participant after a choice.
    mutating func write(
        totalsOf version: Int64, _ total: Int64, _ participantTotal: Int64,
        _ terms: SharedOrderTerms
    ) {
        object("sharedOrder") {
            $0.member("version", version)
            $0.member("itemsTotal", Money(minorUnits: total, currency: terms.currency))
            $0.member(
                "participantTotal", Money(minorUnits: participantTotal, currency: terms.currency))
        }
    }
}

extension String {
    /// True for a name that a participant may give a choice.
    var isChoiceName: Bool {
        (1...SharedOrderLimits.identifierLengthMax).contains(utf8.count)
            && utf8.allSatisfy { byte in
                byte.isASCIIAlphanumeric || byte == UInt8(ascii: "-") || byte == UInt8(ascii: "_")
            }
    }
}
