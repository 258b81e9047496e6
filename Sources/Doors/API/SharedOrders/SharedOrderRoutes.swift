import HTTP
import JSON
import Merchants
import Passes
import Postgres
import SharedOrders
import Vocabulary

/// Routes with which a merchant's server starts, reads and ends shared orders.
extension Services {
    var sharedOrderRoutes: [Route] {
        let one = "/v1/shared-orders/{sharedOrder}"
        return [
            route(.post, "/v1/shared-orders", for: .write, startSharedOrder),
            route(.get, "/v1/shared-orders", for: [.read, .write], listSharedOrders),
            route(.get, one, for: [.read, .write], showSharedOrder),
            route(.post, one + "/link", for: .write, body: .any, renewSharedLink),
            route(.post, one + "/cancel", for: .write, body: .any, cancelSharedOrder),
            route(.post, one + "/erase", for: .write, body: .any, eraseSharedOrder),
        ]
    }

    @Sendable private func startSharedOrder(_ call: Call) async throws -> Response {
        let document = try call.document()
        // The recipients open the link in Messages, which accepts only https.
        _ = try publicURLs(for: call.merchant)
        let (terms, host) = try Call.read(document.root) {
            fields -> (SharedOrderTerms, NewParticipant)? in
            let terms = SharedOrderTerms(
                reading: fields, now: call.now, home: call.merchant.settings.country)
            let host = fields.object("host").map { NewParticipant(reading: $0, call) }
            fields.refuseUnknown()
            guard let terms else { return nil }
            return (terms, host ?? NewParticipant(call.identify()))
        }
        try await requirePictures(of: terms.menu, call.merchant.number)
        try await requirePassType(of: terms, call.merchant.number)
        let start = StartSharedOrder(
            SharedOrder.ID(merchant: call.merchant.number, uuid: call.identify()), terms,
            host: host, keys: keys, moment: call.moment)
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
    private func requirePictures(of menu: Menu, _ merchant: MerchantNumber) async throws {
        let missing = try await MissingPictures(
            Set(menu.items.compactMap(\.picture)), of: merchant)(on: database)
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
    private func requirePassType(
        of terms: SharedOrderTerms, _ merchant: MerchantNumber
    ) async throws {
        guard let text = terms.passType else { return }
        if let id = PassType.ID(text), id.merchant == merchant {
            do {
                let type = try await FindPassType(id)(on: database)
                if type.kind == .pass, type.version > 0 { return }
            } catch PassesRefusal.notFound {}
        }
        throw Problem.badFields([
            FieldProblem(
                pointer: "/passType", code: "invalid_value",
                detail: "the id of one of your pass types that has a template")
        ])
    }

    private func withSecrets(_ stored: Response, _ call: Call) async throws -> Response {
        guard let id = try Document.parse(stored.body).root["id"]?.string,
            let id = SharedOrder.ID(id)
        else { return stored }
        let view = try await FindSharedOrder(id, now: call.now)(on: sharedOrders)
        let order = view.order
        let token = try ShareToken(
            for: id, keyNumber: order.keyNumber, generation: order.generation, keys: keys)
        let host = try ParticipantCredential(
            of: 1, in: id, keyNumber: order.keyNumber, keys: keys)
        var response = stored
        response.body = Writer.value { writer in
            writer.object { body in
                body.member("id", id.text)
                body.member("token", token.text)
                body.member("url", sharedAddress(of: token))
                body.member("participant", 1)
                body.member("credential", host.text)
                body.member("status", view.state.rawValue)
                body.member("version", order.version)
                body.member("deadlineAt", order.deadlineAt)
                body.member("createdAt", order.createdAt)
                body.object("message") {
                    write(bubble: .invite, of: view, by: 1, nil, nil, to: &$0, call)
                }
            }
        }
        return response
    }

    /// The URL of an order's page, below this server's public address.
    func sharedAddress(of token: ShareToken) -> String { urls().url(ofShared: token.text) }

    @Sendable private func listSharedOrders(_ call: Call) async throws -> Response {
        try await list(SharedOrder.self, of: call.merchant.number, call) { order, writer in
            writer.object {
                $0.member("id", order.id.text)
                $0.member("status", order.state(at: call.now).rawValue)
                $0.member("version", order.version)
                $0.member("currencyCode", order.currency)
                $0.member("itemsTotal", order.money(order.total))
                $0.member("participants", order.present)
                $0.member("choices", order.choices)
                $0.member("deadlineAt", order.deadlineAt)
                $0.member("createdAt", order.createdAt)
                $0.member("endedAt", ifPresent: order.endedAt)
            }
        }
    }

    @Sendable private func showSharedOrder(_ call: Call) async throws -> Response {
        let find = FindSharedOrder(try call.identifier("sharedOrder"), now: call.now)
        let view = try await find(on: sharedOrders)
        let token = try ShareToken(
            for: view.order.id, keyNumber: view.order.keyNumber,
            generation: view.order.generation, keys: keys)
        return Answer { writer in
            writer.object {
                view.write(membersTo: &$0, for: .server, call.rounding)
                $0.member("url", sharedAddress(of: token))
            }
        }.response
    }

    @Sendable private func cancelSharedOrder(_ call: Call) async throws -> Response {
        try call.requireNoBody()
        let cancel = CancelSharedOrder(
            try call.identifier("sharedOrder"), caller: nil, checkouts: call.shareCheckouts,
            now: call.now
        )
        try await cancel(on: sharedOrders)
        return try await showSharedOrder(call)
    }
}

extension Services {
    /// Renews the link: the old one stops working, and the answer has the new one.
    @Sendable private func renewSharedLink(_ call: Call) async throws -> Response {
        try call.requireNoBody()
        try await RenewLink(try call.identifier("sharedOrder"), now: call.now)(on: sharedOrders)
        return try await showSharedOrder(call)
    }

    /// Erases the participants' personal data; what was ordered and paid stays.
    @Sendable private func eraseSharedOrder(_ call: Call) async throws -> Response {
        try call.requireNoBody()
        let erase = EraseSharedOrder(try call.identifier("sharedOrder"), now: call.now)
        try await erase(on: sharedOrders)
        return try await showSharedOrder(call)
    }
}

extension NewParticipant {
    /// Reads a new participant, as they describe themselves.
    init(reading fields: ObjectReader, _ call: Call) {
        self.init(
            call.identify(),
            name: fields.personName("name"),
            device: fields.value(
                "identifier", maxLength: 36,
                detail: "a UUID, such as a participant's identifier in Messages",
                parse: UUID128.init(hyphenated:)),
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
        ParticipantCredential(text, keys: services.keys).flatMap {
            $0.order.merchant == merchant.number && $0.order != sharer?.token.order ? $0 : nil
        }
    }
}

extension ObjectReader {
    /// Reads a person's name: letters of any script, but no characters that change the direction of
    /// other text.
    func personName(_ key: StaticString) -> String? {
        guard let text = label(key, maxLength: SharedOrderLimits.nameLengthMax) else { return nil }
        guard text.unicodeScalars.allSatisfy({ !$0.turnsText }) else {
            refuse(
                key, "invalid_value",
                "must not contain characters that change the direction of text")
            return nil
        }
        return text
    }
}

extension Unicode.Scalar {
    /// True if it changes the direction of the text beside it (UAX 9), such as the next person's
    /// name.
    fileprivate var turnsText: Bool {
        switch value {
        case 0x200E, 0x200F, 0x061C, 0x202A...0x202E, 0x2066...0x2069, 0x2028, 0x2029: true
        default: false
        }
    }
}
