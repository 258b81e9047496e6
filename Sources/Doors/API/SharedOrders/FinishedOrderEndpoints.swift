import HTTP
import JSON
import SharedOrders
import Vocabulary

/// A participant's finished orders, and choosing the same again.
enum FinishedOrderEndpoints {
    static let all: [Endpoint] = [
        Endpoint(
            ListEndpoint(SharedEndpoints.order + "/finished", for: .participant, list) {
                order, call, entry in
                entry.object { order.write(membersTo: &$0, at: call.url(of: order.token)) }
            }),
        .shared(.post, SharedEndpoints.order + "/again", chooseAgain),
    ]

    @Sendable private static func list(
        _ call: Call
    ) async throws -> ListEndpoint<FinishedOrder>.Page {
        let page = try call.page(of: SharedOrder.self)
        let list = ListFinishedOrders(
            try call.sharedOrder, caller: try call.participant, before: page.after,
            limit: page.limit)
        return ListEndpoint.Page(
            try await list(on: call.sharedOrders), limit: page.limit, cursor: \.id.text)
    }

    @Sendable private static func chooseAgain(_ call: Call) async throws -> Response {
        let order = try call.sharedOrder
        let terms = try await call.sharedOrders.terms(of: order)
        let (finished, name, message) = try call.read { fields in
            let finished = fields.value(
                "sharedOrder", maxLength: 64, required: true,
                detail: "the id of a paid shared order",
                parse: SharedOrder.ID.init)
            let name = fields.value(
                "choice", maxLength: prefixLengthMax, required: true,
                detail: "1 to \(prefixLengthMax) letters, digits, - and _",
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
        let outcome = try await again(on: call.sharedOrders)
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

extension FinishedOrder {
    fileprivate func write(membersTo body: inout Writer, at url: String) {
        body.member("id", id.text)
        body.member("url", url)
        body.member("title", terms.title)
        body.member("currencyCode", terms.currency)
        body.member("participant", participant)
        body.array("choices", choices) { choice, list in
            list.object { choice.write(membersTo: &$0, terms) }
        }
        body.member("itemsTotal", Money(minorUnits: total, currency: terms.currency))
        body.member("endedAt", endedAt)
    }
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
