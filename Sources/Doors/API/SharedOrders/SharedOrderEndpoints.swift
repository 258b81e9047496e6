import HTTP
import JSON
import Merchants
import Passes
import SharedOrders
import Vocabulary

/// Shared orders as a merchant's server starts, reads and ends them.
enum SharedOrderEndpoints {
    private static let orders = "/v1/shared-orders"
    private static let one = orders + "/{sharedOrder}"

    static let all: [Endpoint] = [
        Endpoint(.post, orders, for: .writer, repeated: .oneTransaction, start),
        Endpoint(
            ListEndpoint<SharedOrder>(orders) { order, call, writer in
                writer.object { order.write(membersTo: &$0, at: call.now) }
            }),
        Endpoint(.get, one, for: .reader, show),
        // The old link stops working, and the answer has the new one.
        change("/link") { order, call in
            try await RenewLink(order, now: call.now)(on: call.sharedOrders)
        },
        change("/cancel") { order, call in
            let cancel = CancelSharedOrder(
                order, caller: nil, checkouts: call.shareCheckouts, now: call.now)
            try await cancel(on: call.sharedOrders)
        },
        // Erases the participants' personal data; what was ordered and paid stays.
        change("/erase") { order, call in
            try await EraseSharedOrder(order, now: call.now)(on: call.sharedOrders)
        },
    ]

    @Sendable private static func show(_ call: Call) async throws -> Response {
        let view = try await call.view(of: call.identifier("sharedOrder"))
        let url = call.url(of: try call.link(to: view.order))
        return Answer { writer in
            writer.object {
                view.write(membersTo: &$0, for: .server, call.rounding)
                $0.member("url", url)
            }
        }.response
    }

    private static func change(
        _ path: String, _ change: @escaping @Sendable (SharedOrder.ID, Call) async throws -> Void
    ) -> Endpoint {
        Endpoint(.post, one + path, for: .writer, body: .any) { call in
            try call.requireNoBody()
            try await change(try call.identifier("sharedOrder"), call)
            return try await show(call)
        }
    }

    // MARK: Starting

    @Sendable private static func start(_ call: Call) async throws -> Response {
        let document = try call.document()
        let (terms, host) = try Call.read(document.root) {
            fields -> (SharedOrderTerms, NewParticipant)? in
            let terms = SharedOrderTerms(
                reading: fields, now: call.now, home: call.merchant.settings.country)
            let host = fields.object("host").map { NewParticipant(reading: $0, call) }
            fields.refuseUnknown()
            guard let terms else { return nil }
            return (terms, host ?? NewParticipant(call.identify()))
        }
        // The recipients open the link in Messages, which accepts only https.
        _ = try call.services.publicURLs(for: call.merchant)
        try await requirePictures(of: terms.menu, call)
        try await requirePassType(of: terms, call)
        let start = StartSharedOrder(
            call.newID(), terms, host: host, keys: call.keys, moment: call.moment)
        // The stored answer contains no secret: link and credential are derived again each time.
        let response = try await call.idempotent(document) { transaction in
            let order = try start(in: transaction)
            return Answer(201) { writer in
                writer.object {
                    $0.member("id", order.id.text)
                    $0.member("participant", order.host)
                }
            }
        }
        return try await withSecrets(response, call)
    }

    /// Refuses misspelled pictures: a bubble would show none, and the merchant would not know why.
    private static func requirePictures(of menu: Menu, _ call: Call) async throws {
        let missing = try await MissingPictures(
            Set(menu.items.compactMap(\.picture)), of: call.merchant.number)(on: call.database)
        let problems = menu.items.enumerated().compactMap { place, item in
            item.picture.flatMap { name in
                missing.contains(name)
                    ? FieldProblem(
                        pointer: "/menu/\(place)/picture", code: "invalid_value",
                        detail: "the picture does not exist: upload it first") : nil
            }
        }
        guard problems.isEmpty else { throw Problem.badFields(problems) }
    }

    /// Refuses a wrong pass type: participants would get no pass, and the merchant would not know
    /// why.
    private static func requirePassType(of terms: SharedOrderTerms, _ call: Call) async throws {
        guard let text = terms.passType else { return }
        if let id = PassType.ID(text), id.merchant == call.merchant.number {
            do {
                let type = try await FindPassType(id)(on: call.database)
                if type.kind == .pass, type.version > 0 { return }
            } catch PassesRefusal.notFound {}
        }
        throw Problem.badFields([
            FieldProblem(
                pointer: "/passType", code: "invalid_value",
                detail: "the id of one of your pass types that has a template")
        ])
    }

    private static func withSecrets(_ stored: Response, _ call: Call) async throws -> Response {
        let root = try Document.parse(stored.body).root
        guard let id = root["id"]?.string.flatMap(SharedOrder.ID.init) else { return stored }
        let view = try await call.view(of: id)
        let order = view.order
        let link = try call.link(to: order)
        let host = try ParticipantCredential(
            of: 1, in: id, keyNumber: order.keyNumber, keys: call.keys)
        var response = stored
        response.body = Writer.value { writer in
            writer.object { body in
                body.member("id", id.text)
                body.member("token", link.text)
                body.member("url", call.url(of: link))
                body.member("participant", 1)
                body.member("credential", host.text)
                body.member("status", view.state.rawValue)
                body.member("version", order.version)
                body.member("deadlineAt", order.deadlineAt)
                body.member("createdAt", order.createdAt)
                body.object("message") {
                    view.write(bubble: .invite, at: call.url(of: link), by: 1, to: &$0, call)
                }
            }
        }
        return response
    }
}

extension SharedOrder {
    fileprivate func write(membersTo body: inout Writer, at now: Instant) {
        body.member("id", id.text)
        body.member("status", state(at: now).rawValue)
        body.member("version", version)
        body.member("currencyCode", currency)
        body.member("itemsTotal", money(total))
        body.member("participants", present)
        body.member("choices", choices)
        body.member("deadlineAt", deadlineAt)
        body.member("createdAt", createdAt)
        body.member("endedAt", ifPresent: endedAt)
    }
}

extension NewParticipant {
    /// Reads a new participant, as they describe themselves.
    init(reading fields: ObjectReader, _ call: Call) {
        self.init(
            call.identify(),
            name: fields.personName("name"),
            device: fields.messagesIdentifier(),
            earlierCredential: fields.value(
                "formerCredential", maxLength: 160,
                detail: "your credential from another order of this merchant",
                parse: call.formerCredential))
        fields.refuseUnknown()
    }
}

extension Call {
    /// The credential by which a person is known from another order of the same merchant.
    fileprivate func formerCredential(_ text: String) -> ParticipantCredential? {
        ParticipantCredential(text, keys: keys).flatMap {
            $0.order.merchant == merchant.number && $0.order != sharer?.token.order ? $0 : nil
        }
    }
}
