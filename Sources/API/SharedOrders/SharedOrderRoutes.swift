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
            let host = fields.object("host").map { Newcomer(reading: $0, person: call.identify()) }
            fields.refuseUnknown()
            guard let terms else { return nil }
            return (terms, host ?? Newcomer(person: call.identify(), name: nil, device: nil))
        }
        let start = StartSharedOrder(
            SharedOrder.ID(merchant: call.merchant.number, uuid: call.identify()), terms,
            host: host, keys: keys, now: call.now, identify: identify)
        // What is kept for a replay holds no secret: the link and the credential are derived anew.
        let response = try await call.once(document) { transaction in
            let order = try start(in: transaction)
            return try Answer(
                201, self.started(order, terms, call, withSecrets: true),
                kept: self.started(order, terms, call, withSecrets: false))
        }
        return response.isReplayed ? try withSecrets(response) : response
    }

    private func started(
        _ order: SharedOrder, _ terms: SharedOrderTerms, _ call: Call, withSecrets: Bool
    ) throws -> [UInt8] {
        sharedOrders.remember(terms, of: order, at: call.now)
        let secrets =
            withSecrets
            ? try self.secrets(of: order.id, key: order.derivationKey, order.generation) : []
        return Writer.value { writer in
            writer.object { body in
                body.member("id", order.id.text)
                for (name, value) in secrets { body.member(name, value) }
                body.member("status", order.state.rawValue)
                body.member("version", order.version)
                body.member("deadlineAt", order.deadlineAt)
                body.member("createdAt", order.createdAt)
                body.member("participant", order.host)
                body.member("key", order.derivationKey)
            }
        }
    }

    private func secrets(
        of order: SharedOrder.ID, key: Int, _ generation: Int
    ) throws -> [(StaticString, String)] {
        let token = try ShareToken(for: order, keyNumber: key, generation: generation, keys: keys)
        let host = try ParticipantCredential(of: 1, in: order, keyNumber: key, keys: keys)
        return [
            ("token", token.text), ("url", sharedAddress(of: token)), ("credential", host.text),
        ]
    }

    /// Where the page of an order is; below this server's public address.
    func sharedAddress(of token: ShareToken) -> String { wallet().url(ofShared: token.text) }

    private func withSecrets(_ replayed: Response) throws -> Response {
        let root = try Document.parse(replayed.body).root
        guard let id = root["id"]?.string.flatMap(SharedOrder.ID.init),
            let key = root["key"]?.int64
        else { return replayed }
        var response = replayed
        let secrets = try secrets(of: id, key: Int(key), 1)
        response.body = Writer.value { writer in
            writer.object { body in
                for (name, value) in secrets { body.member(name, value) }
                for (name, value) in root.members {
                    body.key(dynamic: name)
                    value.write(to: &body)
                }
            }
        }
        return response
    }

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
                view.write(membersTo: &$0, for: .server, call)
                $0.member("url", sharedAddress(of: token))
            }
        }.response
    }

    @Sendable private func cancelSharedOrder(_ call: Call) async throws -> Response {
        try call.demandNoBody()
        let cancel = CancelSharedOrder(
            try call.identifier("sharedOrder"), caller: nil, now: call.now)
        try await cancel(at: sharedOrders)
        return try await showSharedOrder(call)
    }
}

extension Services {
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
    init(reading fields: ObjectReader, person: UUID128) {
        self.init(
            person: person,
            name: fields.personName("name"),
            device: fields.value(
                "identifier", maxLength: 36, detail: "a UUID, as Messages names a participant",
                parse: UUID128.init(hyphenated:)))
        fields.refuseUnknown()
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
