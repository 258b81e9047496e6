import HTTP
import JSON
import Merchants
import Passes
import Postgres
import SharedOrders
import Vocabulary

/// Shared orders as a merchant's server starts, reads and ends them.
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
        // Whoever gets the link opens it in Messages, which takes https alone.
        _ = try walletAddress(for: call.merchant)
        let (terms, host) = try Call.read(document.root) {
            fields -> (SharedOrderTerms, Newcomer)? in
            let terms = SharedOrderTerms(
                reading: fields, now: call.now, home: call.merchant.settings.country)
            let host = fields.object("host").map { Newcomer(reading: $0, call) }
            fields.refuseUnknown()
            guard let terms else { return nil }
            return (terms, host ?? Newcomer(call.identify()))
        }
        try await demandPictures(of: terms.menu, call.merchant.number)
        try await demandPassType(of: terms, call.merchant.number)
        let start = StartSharedOrder(
            SharedOrder.ID(merchant: call.merchant.number, uuid: call.identify()), terms,
            host: host, keys: keys, now: call.now, identify: identify)
        // What is kept holds no secret: the link and the credential are derived anew, each time.
        let response = try await call.once(document) { transaction in
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

    /// A bubble would show nothing of an item whose picture is misspelt, and nobody would know why.
    private func demandPictures(of menu: Menu, _ merchant: MerchantNumber) async throws {
        let missing = try await MissingPictures(
            Set(menu.items.compactMap(\.picture)), of: merchant)(on: database)
        let problems = menu.items.enumerated().compactMap { place, item in
            item.picture.flatMap { name in
                missing.contains(name)
                    ? FieldProblem(
                        pointer: "/menu/\(place)/picture", code: "invalid_value",
                        detail: "there is no such picture: store it first") : nil
            }
        }
        guard problems.isEmpty else { throw Problem.badFields(problems) }
    }

    /// Nobody would know why those who took part got no pass.
    private func demandPassType(
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
                detail: "the id of a pass type of yours that has a template")
        ])
    }

    private func withSecrets(_ kept: Response, _ call: Call) async throws -> Response {
        guard let id = try Document.parse(kept.body).root["id"]?.string,
            let id = SharedOrder.ID(id)
        else { return kept }
        let view = try await FindSharedOrder(id, now: call.now)(at: sharedOrders)
        let order = view.order
        let token = try ShareToken(
            for: id, keyNumber: order.derivationKey, generation: order.generation, keys: keys)
        let host = try ParticipantCredential(
            of: 1, in: id, keyNumber: order.derivationKey, keys: keys)
        var response = kept
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

    /// Where the page of an order is; below this server's public address.
    func sharedAddress(of token: ShareToken) -> String { wallet().url(ofShared: token.text) }

    @Sendable private func listSharedOrders(_ call: Call) async throws -> Response {
        let page = try call.page(of: SharedOrder.self)
        let list = ListSharedOrders(
            merchant: call.merchant.number, before: page.after, limit: page.limit)
        let orders = try await database.transaction { try list(in: $0) }
        return listAnswer(orders, limit: page.limit, cursor: \.id.text) { order, writer in
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
        }.response
    }

    @Sendable private func showSharedOrder(_ call: Call) async throws -> Response {
        let find = FindSharedOrder(try call.identifier("sharedOrder"), now: call.now)
        let view = try await find(at: sharedOrders)
        let token = try ShareToken(
            for: view.order.id, keyNumber: view.order.derivationKey,
            generation: view.order.generation, keys: keys)
        return Answer { writer in
            writer.object {
                view.write(membersTo: &$0, for: .server, call.rounding)
                $0.member("url", sharedAddress(of: token))
            }
        }.response
    }

    @Sendable private func cancelSharedOrder(_ call: Call) async throws -> Response {
        try call.demandNoBody()
        let cancel = CancelSharedOrder(
            try call.identifier("sharedOrder"), caller: nil, sheets: call.shareSheets, now: call.now
        )
        try await cancel(at: sharedOrders)
        return try await showSharedOrder(call)
    }
}

extension Services {
    /// The old link leads nowhere any more, and the answer has the new one.
    @Sendable private func renewSharedLink(_ call: Call) async throws -> Response {
        try call.demandNoBody()
        try await RenewLink(try call.identifier("sharedOrder"), now: call.now)(at: sharedOrders)
        return try await showSharedOrder(call)
    }

    /// Whom it was of is forgotten; what was ordered and paid stays.
    @Sendable private func eraseSharedOrder(_ call: Call) async throws -> Response {
        try call.demandNoBody()
        let erase = EraseSharedOrder(try call.identifier("sharedOrder"), now: call.now)
        try await erase(at: sharedOrders)
        return try await showSharedOrder(call)
    }
}

extension Newcomer {
    /// Who comes, as they say.
    init(reading fields: ObjectReader, _ call: Call) {
        self.init(
            call.identify(),
            name: fields.personName("name"),
            device: fields.value(
                "identifier", maxLength: 36, detail: "a UUID, as Messages names a participant",
                parse: UUID128.init(hyphenated:)),
            former: fields.value(
                "formerCredential", maxLength: 160,
                detail: "your credential of another order of this merchant's",
                parse: call.formerCredential))
        fields.refuseUnknown()
    }
}

extension Call {
    /// By which somebody is known from another order, of the same merchant.
    fileprivate func formerCredential(_ text: String) -> ParticipantCredential? {
        ParticipantCredential(text, keys: services.keys).flatMap {
            $0.order.merchant == merchant.number && $0.order != sharer?.token.order ? $0 : nil
        }
    }
}

extension ObjectReader {
    /// What somebody calls themselves: letters of any script, and nothing that steers how others are read.
    func personName(_ key: StaticString) -> String? {
        guard let text = label(key, maxLength: SharedOrderLimits.nameLengthMax) else { return nil }
        guard text.unicodeScalars.allSatisfy({ !$0.turnsText }) else {
            refuse(key, "invalid_value", "no characters that turn the direction of text")
            return nil
        }
        return text
    }
}

extension Unicode.Scalar {
    /// Whether it changes the direction of what stands beside it (UAX 9): names stand beside others'.
    fileprivate var turnsText: Bool {
        switch value {
        case 0x200E, 0x200F, 0x061C, 0x202A...0x202E, 0x2066...0x2069, 0x2028, 0x2029: true
        default: false
        }
    }
}
