import Checkouts
import HTTP
import JSON
import Merchants
import Postgres
import Vocabulary

/// Merchants, which the operator opens, and their settings, which they change themselves.
enum MerchantEndpoints {
    static let all: [Endpoint] = [
        .once(.post, "/v1/merchants", for: .operatorKey, open) { opened, _ in
            Answer(201) {
                opened.write(to: &$0, withSecrets: true)
            } storing: {
                opened.write(to: &$0, withSecrets: false)
            }
        },
        Endpoint(
            ListEndpoint("/v1/merchants", for: .operatorKey, list) { $0.write(to: &$2) }),
        .show("/v1/merchants/{merchant}", for: .operatorKey) { call in
            guard let number = Merchant.number(of: call.parameters["merchant"]) else {
                throw Problem.notFound
            }
            return FindMerchant(number: number)
        },
        .show("/v1/merchant") {
            $0.merchant
        } write: {
            $0.write(withSettingsTo: &$2)
        },
        .change(.patch, "/v1/merchant", change) { merchant, call in
            call.registry.forget(merchant.number)
            return Answer { merchant.write(withSettingsTo: &$0) }
        },
    ]

    @Sendable private static func open(_ call: Call, _ fields: ObjectReader) -> OpenMerchant? {
        let name = fields.name()
        let live = fields.bool("live") ?? false
        let processor: ProcessorName? = fields.choice("processor")
        if live, processor == .sandbox {
            fields.refuse("processor", "invalid_value", "a live merchant cannot use the sandbox")
        }
        let settings = MerchantSettings(reading: fields)
        settings.refuseUnreachable(changing: MerchantSettings(), fields.problems)
        return name.map { name in
            OpenMerchant(
                name: name, live: live, processor: processor, settings: settings, now: call.now,
                keyIdentifiers: (secret: call.identify(), publishable: call.identify()))
        }
    }

    @Sendable private static func list(_ call: Call) async throws -> ListEndpoint<Merchant>.Page {
        let (limit, before) = try call.query {
            ($0.limit(), $0.cursor(parse: Merchant.number(of:)))
        }
        let list = ListMerchants(before: before, limit: limit)
        let merchants = try await call.run(list)
        return ListEndpoint.Page(merchants, limit: limit, cursor: \.identifier)
    }

    @Sendable private static func change(_ call: Call) throws -> ChangeSettings {
        let document = try call.document()
        return ChangeSettings(merchant: call.merchant.number, now: call.now) { old in
            try Call.read(document.root) { fields in
                var new = old
                if let name = fields.name(required: false) { new.name = name }
                new.settings = MerchantSettings(reading: fields, changing: old.settings)
                new.settings.refuseUnreachable(changing: old.settings, fields.problems)
                return new
            }
        }
    }
}

extension ObjectReader {
    /// Reads a merchant's name; it must fit on a payment sheet and on a card statement.
    fileprivate func name(required: Bool = true) -> String? {
        label("name", maxLength: 128, required: required)
    }
}
