import HTTP
import JSON
import Merchants
import SharedOrders
import Vocabulary

/// The participants' choices.
enum ChoiceEndpoints {
    private static let choice = SharedEndpoints.order + "/choices/{choice}"

    static let all: [Endpoint] = [
        .shared(.put, choice, choose),
        .shared(.delete, choice, unchoose).taking(["version", "message"]),
        .shared(.post, SharedEndpoints.person + "/choices/{choice}/steps", takeStep),
    ]

    @Sendable private static func choose(_ call: Call) async throws -> Response {
        let participant = try call.participant
        let name = try call.choiceName
        let terms = try await call.sharedOrders.terms(of: call.sharedOrder)
        let request = try call.read { fields in
            let version = fields.version
            let message = fields.message(where: terms)
            return Choice.Content(reading: fields, by: participant, terms.currency).map {
                ChoiceRequest(
                    participant: participant, name: name, action: .place($0), version: version,
                    message: message)
            }
        }
        return try await apply(request, terms, call)
    }

    @Sendable private static func unchoose(_ call: Call) async throws -> Response {
        let (version, message) = try call.query {
            ($0.version("version"), $0.version("message"))
        }
        let request = ChoiceRequest(
            participant: try call.participant, name: try call.choiceName, action: .remove,
            version: version, message: message.flatMap { Int(exactly: $0) })
        return try await apply(request, call.sharedOrders.terms(of: call.sharedOrder), call)
    }

    @Sendable private static func takeStep(_ call: Call) async throws -> Response {
        let participant = try call.participant
        guard let owner = call.named("participant") else {
            throw SharedOrderRefusal.noSuchChoice
        }
        let (pick, version) = try call.read { fields in
            let version = fields.integer("version", in: 1...Int64.max, required: true)
            let picks = fields.picks(by: participant, required: true)
            if fields.has("options"), picks.count != 1 {
                fields.refuse(
                    "options", picks.isEmpty ? "too_few" : "too_many", "send exactly one step")
            }
            fields.refuseUnknown()
            guard let version, let pick = picks.first else {
                return nil as (Choice.Pick, Int64)?
            }
            return (pick, version)
        }
        let request = ChoiceRequest(
            participant: participant, owner: owner, name: try call.choiceName,
            action: .step(pick), version: version)
        return try await apply(request, call.sharedOrders.terms(of: call.sharedOrder), call)
    }

    /// - Parameter terms: read before the change, so that no read can fail after it.
    private static func apply(
        _ request: ChoiceRequest, _ terms: SharedOrderTerms, _ call: Call
    ) async throws -> Response {
        let change = ChangeChoice(request, in: try call.sharedOrder, now: call.now)
        let chosen = try await change(on: call.sharedOrders)
        return Answer { writer in
            writer.object { body in
                chosen.choice.write(membersTo: &body, terms)
                body.write(totalsOf: chosen.version, chosen.total, chosen.participantTotal, terms)
            }
        }.response
    }
}

extension Call {
    /// The participant's own name for a choice.
    fileprivate var choiceName: String {
        get throws {
            let name = parameters["choice"]
            guard name.isChoiceName else {
                throw Problem.badFields([
                    FieldProblem(
                        pointer: "", code: "invalid_value",
                        detail: "the name of a choice has 1 to 64 letters, digits, - and _")
                ])
            }
            return name
        }
    }
}

extension ObjectReader {
    /// Reads the message that carries a choice; required if only a sent choice counts.
    func message(where terms: SharedOrderTerms) -> Int? {
        let number = integer("message", in: 1...Int64(Int32.max), required: terms.countsWhenSent)
        if !terms.countsWhenSent, has("message") {
            refuse(
                "message", "conflict", "in this order choices count immediately, without a message")
        }
        return number.map(Int.init)
    }

    /// The version of the choice that the caller has seen; nil or 0 if it saw no choice.
    fileprivate var version: Int64? { integer("version", in: 0...Int64.max) }
}
