import Checkouts
import HTTP
import JSON
import Merchants
import Postgres
import Vocabulary

/// Routes for merchants and their settings.
extension Services {
    var merchantRoutes: [Route] {
        [
            route(.post, "/v1/merchants", for: .operatorKey, openMerchant),
            route(.get, "/v1/merchants", for: .operatorKey, listMerchants),
            route(.get, "/v1/merchants/{merchant}", for: .operatorKey, showMerchant),
            route(.get, "/v1/merchant", for: [.read, .write]) { call in
                Answer { call.merchant.write(withSettingsTo: &$0) }.response
            },
            route(.patch, "/v1/merchant", for: .write, changeMerchant),
        ]
    }

    @Sendable private func openMerchant(_ call: Call) async throws -> Response {
        let document = try call.document()
        let (name, live, processor, settings) = try Call.read(document.root) { fields in
            let name = fields.name()
            let live = fields.bool("live") ?? false
            let processor: ProcessorName? = fields.choice("processor")
            if live, processor == .sandbox {
                fields.refuse(
                    "processor", "invalid_value", "a live merchant cannot use the sandbox")
            }
            let settings = MerchantSettings(reading: fields)
            settings.refuseUnreachable(changing: MerchantSettings(), fields.problems)
            return name.map { ($0, live, processor, settings) }
        }
        let open = OpenMerchant(
            name: name, live: live, processor: processor, settings: settings, now: call.now,
            keyIdentifiers: (secret: call.identify(), publishable: call.identify()))
        return try await call.idempotent(document) { transaction in
            let opened = try open(in: transaction)
            return Answer(
                201, Writer.value { opened.write(to: &$0, withSecrets: true) },
                stored: Writer.value { opened.write(to: &$0, withSecrets: false) })
        }
    }

    @Sendable private func listMerchants(_ call: Call) async throws -> Response {
        let page = try call.list {
            (limit: $0.limit(), before: $0.cursor(parse: Merchant.number(of:)))
        }
        let list = ListMerchants(before: page.before, limit: page.limit)
        let merchants = try await database.transaction { try list(in: $0) }
        return listAnswer(merchants, limit: page.limit, cursor: \.identifier) {
            $0.write(to: &$1)
        }.response
    }

    @Sendable private func showMerchant(_ call: Call) async throws -> Response {
        guard let number = Merchant.number(of: call.parameters["merchant"]) else {
            throw Problem.notFound
        }
        let find = FindMerchant(number: number)
        let merchant = try await database.transaction { try find(in: $0) }
        return Answer { merchant.write(to: &$0) }.response
    }

    @Sendable private func changeMerchant(_ call: Call) async throws -> Response {
        let document = try call.document()
        let change = ChangeSettings(merchant: call.merchant.number, now: call.now) { old in
            try Call.read(document.root) { fields in
                var new = old
                if let name = fields.name(required: false) { new.name = name }
                let settings = MerchantSettings(reading: fields, changing: old.settings)
                settings.refuseUnreachable(changing: old.settings, fields.problems)
                new.settings = settings
                return new
            }
        }
        let merchant = try await database.transaction { try change(in: $0) }
        registry.forget(merchant.number)
        return Answer { merchant.write(withSettingsTo: &$0) }.response
    }
}

extension ObjectReader {
    /// Reads a merchant's name; it must fit on a payment sheet and on a card statement.
    fileprivate func name(required: Bool = true) -> String? {
        label("name", maxLength: 128, required: required)
    }
}

extension Merchant {
    /// Writes the merchant as the operator sees it.
    func write(to writer: inout Writer) {
        writer.object { write(membersTo: &$0) }
    }

    fileprivate func write(membersTo writer: inout Writer) {
        writer.member("id", identifier)
        writer.member("name", name)
        writer.member("live", live)
        writer.member("processor", processor.rawValue)
        writer.member("createdAt", createdAt.rfc3339)
    }

    /// Writes the merchant as its own server sees it.
    func write(withSettingsTo writer: inout Writer) {
        writer.object {
            $0.member("id", identifier)
            $0.member("name", name)
            $0.member("live", live)
            $0.member("processor", processor.rawValue)
            settings.write(membersTo: &$0)
        }
    }
}

extension OpenMerchant.Outcome {
    /// Writes the opened merchant. The keys are shown once, so a replay omits them.
    func write(to writer: inout Writer, withSecrets: Bool) {
        writer.object { body in
            merchant.write(membersTo: &body)
            if withSecrets {
                body.member("secretKey", secret.text.text)
                body.member("publishableKey", publishable.text.text)
            }
        }
    }
}
