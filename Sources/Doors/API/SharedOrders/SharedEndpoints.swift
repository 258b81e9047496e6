import HTTP
import Idempotency
import JSON
import Passes
import SharedOrders
import Vocabulary

/// Shared orders as the holders of their link see, join and build them.
enum SharedEndpoints {
    static let order = "/v1/shared/{token}"
    static let person = order + "/participants/{participant}"

    static let all: [Endpoint] =
        [
            .shared(.get, order, for: .link, show),
            .shared(.get, order + "/events", for: .link, watch),
            .shared(.post, order + "/participants", for: .link, repeated: .oneTransaction, join),
            .shared(.delete, person, leave),
            change("/host", transferHost),
            change("/cancel", body: .any) { call in
                let cancel = CancelSharedOrder(
                    try call.sharedOrder, caller: try call.participant,
                    checkouts: call.shareCheckouts, now: call.now)
                try await cancel(on: call.sharedOrders)
            },
        ] + ChoiceEndpoints.all + FinishedOrderEndpoints.all + SharedMessageEndpoints.all
        + SharedPayingEndpoints.all

    /// A change by a participant, who sees the order afterwards.
    static func change(
        _ path: String, body: BodyRule? = nil,
        _ change: @escaping @Sendable (Call) async throws -> Void
    ) -> Endpoint {
        .shared(.post, order + path, body: body) { call in
            if case .any? = body { try call.requireNoBody() }
            try await change(call)
            return try await answer(try await call.view(of: call.sharedOrder), call)
        }
    }

    // MARK: Reading

    @Sendable private static func show(_ call: Call) async throws -> Response {
        let view = try await call.view(of: call.sharedOrder)
        let tag = view.tag(for: call)
        guard !call.request.hasCopy(tagged: tag) else {
            return Response(status: 304, headers: [("ETag", tag)])
        }
        return try await answer(view, call)
    }

    private static func answer(_ view: SharedOrderView, _ call: Call) async throws -> Response {
        let audience = call.audience(of: view)
        let passURL = try await passURL(of: view, for: audience, call)
        var response = Answer(200, view.bytes(for: audience, call.rounding, passURL: passURL))
            .response
        response.headers.append(("ETag", view.tag(for: call)))
        return response
    }

    /// The URL at which a participant gets their own pass of the order.
    private static func passURL(
        of view: SharedOrderView, for audience: SharedOrderView.Audience, _ call: Call
    ) async throws -> String? {
        guard case .participant(let number) = audience,
            let pass = view.people.first(where: { $0.number == number })?.pass
        else { return nil }
        let find = FindPass(Pass.ID(merchant: view.order.id.merchant, uuid: pass), keys: call.keys)
        let link = try await find(on: call.database).privateData?.link
        return link.map { call.services.urls().url(of: $0) }
    }

    /// Streams the states of an order to a client that does not want to poll.
    @Sendable private static func watch(_ call: Call) async throws -> Response {
        guard let token = call.sharer?.token else { throw SharedOrderRefusal.notFound }
        let last = call.request.headers["Last-Event-ID"].flatMap(Int64.init) ?? 0
        let subscribers = call.services.eventSubscribers
        let stream = subscribers.subscribe(token, having: last, open: EventStream.init(onEnd:))
        guard let stream else {
            throw Problem(
                429, "too_many_streams",
                "too many open streams for this order: poll its state instead",
                retryAfterSeconds: 30)
        }
        await subscribers.sendCurrentState(token.order)
        return Response(
            status: 200,
            headers: [
                ("Content-Type", "text/event-stream"), ("Cache-Control", "no-store"),
                ("X-Accel-Buffering", "no"),
            ], eventStream: stream)
    }

    // MARK: People

    @Sendable private static func join(_ call: Call) async throws -> Response {
        let document = try call.document()
        let newParticipant = try Call.read(document.root) { NewParticipant(reading: $0, call) }
        let join = JoinSharedOrder(
            try call.sharedOrder, newParticipant: newParticipant,
            existingParticipant: call.sharer?.participant,
            claim: try call.secretClaim(document), now: call.now)
        let joined = try await join(on: call.sharedOrders)
        let credential = try ParticipantCredential(
            of: joined.participant, in: join.order, keyNumber: joined.keyNumber, keys: call.keys)
        let view = try await call.view(of: join.order)
        let response = Answer(joined.isNew ? 201 : 200) { writer in
            writer.object { body in
                body.member("participant", joined.participant)
                body.member("credential", credential.text)
                body.member(
                    "sharedOrder",
                    raw: view.bytes(for: view.audience(joined.participant), call.rounding))
            }
        }.response
        return joined.wasRepeated ? response.replayed : response
    }

    @Sendable private static func leave(_ call: Call) async throws -> Response {
        guard let participant = call.named("participant") else {
            throw SharedOrderRefusal.noSuchParticipant
        }
        let leave = LeaveSharedOrder(
            try call.sharedOrder, caller: try call.participant, participant: participant,
            now: call.now)
        try await leave(on: call.sharedOrders)
        return Response(status: 204)
    }

    @Sendable private static func transferHost(_ call: Call) async throws {
        let participant = try call.read { fields in
            let number = fields.integer("participant", in: 1...Int64(Int32.max), required: true)
            fields.refuseUnknown()
            return number
        }
        let transfer = TransferHost(
            try call.sharedOrder, caller: try call.participant, participant: Int(participant),
            now: call.now)
        try await transfer(on: call.sharedOrders)
    }
}

extension EventStream: StateStream {}

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
        guard let claim = try claim(of: document) else { return nil }
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
}
