import HTTP
import Idempotency
import JSON
import Merchants
import Passes
import SharedOrders
import Vocabulary

/// Routes with which the holders of a link see a shared order, join it and build it.
extension Services {
    var sharedRoutes: [Route] {
        let order = "/v1/shared/{token}"
        let person = order + "/participants/{participant}"
        let choice = order + "/choices/{choice}"
        return [
            shared(.get, order, for: .anyone, showShared),
            shared(.get, order + "/events", for: .anyone, watchShared),
            shared(.post, order + "/participants", for: .anyone, join),
            shared(.delete, person, for: .participant, leave),
            shared(.post, order + "/host", for: .participant, transferHost),
            shared(.put, choice, for: .participant, choose),
            shared(.delete, choice, for: .participant, unchoose),
            shared(.post, person + "/choices/{choice}/steps", for: .participant, takeStep),
            shared(.get, order + "/finished", for: .participant, listFinished),
            shared(.post, order + "/again", for: .participant, reorder),
            shared(.post, order + "/cancel", for: .participant, body: .any, cancelShared),
            shared(.post, order + "/messages", for: .participant, composeMessage),
            shared(.post, order + "/messages/{message}", for: .participant, reportMessage),
            shared(.post, order + "/lock", for: .participant, lockShared),
            shared(.post, order + "/unlock", for: .participant, body: .any, unlockShared),
            shared(.post, order + "/checkout", for: .participant, payShare),
            shared(.post, order + "/accept", for: .participant, body: .any, acceptRest),
            preflight(order, methods: "GET"),
            preflight(order + "/events", methods: "GET"),
            preflight(order + "/finished", methods: "GET"),
            preflight(order + "/participants", methods: "POST"),
            preflight(person, methods: "DELETE"),
            preflight(order + "/host", methods: "POST"),
            preflight(choice, methods: "PUT, DELETE"),
            preflight(person + "/choices/{choice}/steps", methods: "POST"),
        ]
            + [
                "again", "cancel", "lock", "unlock", "checkout", "accept", "messages",
                "messages/{message}",
            ]
            .map { preflight("\(order)/\($0)", methods: "POST") }
    }

    @Sendable private func showShared(_ call: Call) async throws -> Response {
        let find = FindSharedOrder(try call.sharedOrder, now: call.now)
        let view = try await find(on: sharedOrders)
        let tag = view.tag(for: call)
        guard !call.request.headers.all("If-None-Match").contains(where: { $0.names(tag) }) else {
            return Response(status: 304, headers: [("ETag", tag)])
        }
        return try await shown(view, call)
    }

    /// Returns the order after a change.
    func shown(_ call: Call) async throws -> Response {
        try await shown(
            FindSharedOrder(try call.sharedOrder, now: call.now)(on: sharedOrders), call)
    }

    private func shown(_ view: SharedOrderView, _ call: Call) async throws -> Response {
        let audience = call.audience(of: view)
        let passURL = try await passURL(of: view, for: audience)
        var response = Answer(200, view.bytes(for: audience, call.rounding, passURL: passURL))
            .response
        response.headers.append(("ETag", view.tag(for: call)))
        return response
    }

    /// The URL at which a participant gets their own pass of the order.
    private func passURL(
        of view: SharedOrderView, for audience: SharedOrderView.Audience
    ) async throws -> String? {
        guard case .participant(let number) = audience,
            let pass = view.people.first(where: { $0.number == number })?.pass
        else { return nil }
        let find = FindPass(Pass.ID(merchant: view.order.id.merchant, uuid: pass), keys: keys)
        return try await find(on: database).privateData?.link.map { urls().url(of: $0) }
    }

    @Sendable private func join(_ call: Call) async throws -> Response {
        let document = try call.document()
        let newParticipant = try Call.read(document.root) { NewParticipant(reading: $0, call) }
        let join = JoinSharedOrder(
            try call.sharedOrder, newParticipant: newParticipant,
            existingParticipant: call.sharer?.participant,
            claim: try call.secretClaim(document), now: call.now)
        let joined = try await join(on: sharedOrders)
        let credential = try ParticipantCredential(
            of: joined.participant, in: join.order, keyNumber: joined.keyNumber, keys: keys)
        let view = try await FindSharedOrder(join.order, now: call.now)(on: sharedOrders)
        let answer = Answer(joined.isNew ? 201 : 200) { writer in
            writer.object { body in
                body.member("participant", joined.participant)
                body.member("credential", credential.text)
                body.member(
                    "sharedOrder",
                    raw: view.bytes(for: view.audience(joined.participant), call.rounding))
            }
        }
        return joined.wasRepeated ? answer.replayed : answer.response
    }

    @Sendable private func leave(_ call: Call) async throws -> Response {
        guard let participant = call.named("participant") else {
            throw SharedOrderRefusal.noSuchParticipant
        }
        let leave = LeaveSharedOrder(
            try call.sharedOrder, caller: try call.participant, participant: participant,
            now: call.now)
        try await leave(on: sharedOrders)
        return Response(status: 204)
    }

    @Sendable private func transferHost(_ call: Call) async throws -> Response {
        let participant = try call.read { fields in
            let number = fields.integer("participant", in: 1...Int64(Int32.max), required: true)
            fields.refuseUnknown()
            return number
        }
        let transferHost = TransferHost(
            try call.sharedOrder, caller: try call.participant, participant: Int(participant),
            now: call.now)
        try await transferHost(on: sharedOrders)
        return try await shown(call)
    }

    @Sendable private func cancelShared(_ call: Call) async throws -> Response {
        try call.requireNoBody()
        let cancel = CancelSharedOrder(
            try call.sharedOrder, caller: try call.participant, checkouts: call.shareCheckouts,
            now: call.now)
        try await cancel(on: sharedOrders)
        return try await shown(call)
    }

    // MARK: Choosing

    @Sendable private func choose(_ call: Call) async throws -> Response {
        let participant = try call.participant
        let name = try call.choiceName
        let terms = try await sharedOrders.terms(of: try call.sharedOrder)
        let (content, version, message) = try call.read { fields in
            let version = fields.version
            let message = fields.message(where: terms)
            guard let content = Choice.Content(reading: fields, by: participant, terms.currency)
            else { return nil as (Choice.Content, Int64?, Int?)? }
            return (content, version, message)
        }
        return try await done(
            ChoiceRequest(
                participant: participant, name: name, action: .place(content), version: version,
                message: message), terms, call)
    }

    @Sendable private func unchoose(_ call: Call) async throws -> Response {
        let (version, message) = try call.query(knowing: ["version", "message"]) {
            ($0.version("version"), $0.version("message"))
        }
        let terms = try await sharedOrders.terms(of: try call.sharedOrder)
        return try await done(
            ChoiceRequest(
                participant: try call.participant, name: try call.choiceName, action: .remove,
                version: version, message: message.flatMap { Int(exactly: $0) }), terms, call)
    }

    @Sendable private func takeStep(_ call: Call) async throws -> Response {
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
        return try await done(
            ChoiceRequest(
                participant: participant, owner: owner, name: try call.choiceName,
                action: .step(pick), version: version), nil, call)
    }

    private func done(
        _ request: ChoiceRequest, _ terms: SharedOrderTerms?, _ call: Call
    ) async throws -> Response {
        let order = try call.sharedOrder
        let chosen = try await ChangeChoice(request, in: order, now: call.now)(on: sharedOrders)
        let known =
            if let terms { terms } else { try await sharedOrders.terms(of: order) }
        return Answer { writer in
            writer.object { body in
                chosen.choice.write(membersTo: &body, known)
                body.write(totalsOf: chosen.version, chosen.total, chosen.participantTotal, known)
            }
        }.response
    }
}

extension SharedOrderView {
    fileprivate func audience(_ participant: Int?) -> Audience {
        guard let participant,
            people.contains(where: { $0.number == participant && $0.isPresent })
        else { return .link }
        return .participant(participant)
    }

    /// The entity tag: the version, the state at this moment, and the reader.
    func tag(for call: Call) -> String {
        "\"\(order.version)-\(state.rawValue)-\(call.sharer?.participant ?? 0)\""
    }
}

extension String {
    /// True if a list of entity tags contains this one, or `*` (RFC 9110, 13.1.2).
    fileprivate func names(_ tag: String) -> Bool {
        split(separator: ",").contains { part in
            var part = part.drop { $0 == " " }
            if part.hasPrefix("W/") { part = part.dropFirst(2) }
            return part == "*" || part.prefix { $0 != " " } == tag
        }
    }
}

extension Call {
    /// A number in the path, in its only valid spelling.
    func named(_ parameter: String) -> Int? {
        let text = parameters[parameter]
        return Int(text).flatMap { $0 > 0 && $0 <= Int32.max && String($0) == text ? $0 : nil }
    }

    /// The order as the caller sees it; a participant who has left sees it as any holder of the
    /// link does.
    func audience(of view: SharedOrderView) -> SharedOrderView.Audience {
        view.audience(sharer?.participant)
    }

    /// The claim of a call whose answer contains a credential. A caller who guessed the key would
    /// get the credential, so a short key is refused.
    fileprivate func secretClaim(_ document: Document) throws -> Claim? {
        guard let claim = try claim({ document.root.canonicalBytes() }) else { return nil }
        guard claim.key.utf8.count >= Self.secretKeyBytesMin else {
            throw Problem(
                400, "invalid_idempotency_key",
                "send an unguessable Idempotency-Key of at least \(Self.secretKeyBytesMin) "
                    + "characters, such as a random UUID"
            )
        }
        return claim
    }

    /// 128 bits in Base64.
    private static let secretKeyBytesMin = 22

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

    /// Reads the options picked in each group: `{"scoop": ["vanilla"]}`.
    fileprivate func picks(by participant: Int, required: Bool = false) -> [Choice.Pick] {
        guard let groups = object("options", required: required) else { return [] }
        var picks: [Choice.Pick] = []
        if groups.node.count > SharedOrderLimits.groupsMax {
            refuse("options", "too_many", "at most \(SharedOrderLimits.groupsMax) groups")
            return []
        }
        for (name, value) in groups.node.members {
            let pointer = groups.pointer(to: name)
            guard name.utf8.count <= SharedOrderLimits.identifierLengthMax else {
                refuse("options", "too_long", "a group's name has at most 64 characters")
                continue
            }
            guard let array = ArrayReader(value, at: pointer, problems: problems) else { continue }
            guard array.count <= SharedOrderLimits.pickedMax else {
                problems.add(pointer, "too_many", "at most \(SharedOrderLimits.pickedMax)")
                continue
            }
            picks.append(
                Choice.Pick(
                    group: name,
                    options: array.strings(maxLength: SharedOrderLimits.identifierLengthMax),
                    by: participant))
        }
        return picks.sorted { $0.group < $1.group }
    }
}

extension Choice.Content {
    fileprivate init?(reading fields: ObjectReader, by participant: Int, _ currency: Currency) {
        let item = fields.string("item", maxLength: SharedOrderLimits.identifierLengthMax)
        let name = fields.personName("name")
        let price = fields.money("price", in: currency, required: fields.has("name"))
        let quantity =
            fields.has("quantity")
            ? fields.integer("quantity", in: 1...SharedOrderLimits.quantityMax) : 1
        let picks = fields.picks(by: participant)
        if fields.has("item") == fields.has("name") {
            fields.refuse(
                "item", "conflict", "send either an item of the menu, or a name and a price")
        }
        if fields.has("item"), fields.has("price") {
            fields.refuse(
                "price", "conflict", "an item of the menu has the menu's price: omit price")
        }
        fields.refuseUnknown()
        guard let quantity, fields.problems.isEmpty else { return nil }
        if let item {
            self.init(product: .item(item), quantity: quantity, picks: picks)
        } else if let name, let price {
            self.init(product: .free(name: name, price: price), quantity: quantity, picks: picks)
        } else {
            return nil
        }
    }
}
