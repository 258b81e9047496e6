import Credentials
import Crypto
import HTTP
import JSON
import Merchants
import Postgres
import Processors
import Vocabulary

/// By whom a merchant's payments are charged, and with whose keys: stored by the merchant, never given out again.
extension Services {
    var processorRoutes: [Route] {
        let processor = "/v1/processor"
        return [
            route(.get, processor, for: [.read, .write], showProcessor),
            route(.put, processor, for: .write, connectProcessor),
            route(.delete, processor, for: .write, body: .any, disconnectProcessor),
        ]
    }

    @Sendable private func showProcessor(_ call: Call) async throws -> Response {
        let find = FindProcessorAccount(of: call.merchant.number, keys: keys)
        let account = try await find(on: database)
        return Answer { call.merchant.write(to: &$0, account) }.response
    }

    @Sendable private func connectProcessor(_ call: Call) async throws -> Response {
        let merchant = call.merchant
        guard merchant.processor != .sandbox else { throw Problem.sandboxHasNoAccount }
        let account = try call.read { fields in
            ProcessorAccount(reading: fields, of: merchant, at: call.now)
        }
        try await demandGood(account)
        let store = StoreProcessorAccount(account: account, keys: keys)
        try await database.transaction { try store(in: $0) }
        credentials.keychain.forget(merchant.number)
        return Answer { merchant.write(to: &$0, account) }.response
    }

    private func demandGood(_ account: ProcessorAccount) async throws {
        let finding: ProveStripeAccount.Finding
        do {
            finding = try await proveStripe(
                account.stripe(at: credentials.keychain.stripeBase), account.merchant)
        } catch is ProcessorFault { throw Problem.processorUnreachable }
        switch finding {
        case .good: return
        case .notAccepted:
            throw Problem.refusing("key_not_accepted", "Stripe knows no such key")
        case .lacksPermission:
            throw Problem.refusing(
                "key_lacks_permission",
                "a restricted key that Stripe does not let read payments: docs/processors.md says "
                    + "what it must be allowed")
        case .otherAccount: throw Problem.otherAccount
        }
    }

    @Sendable private func disconnectProcessor(_ call: Call) async throws -> Response {
        try call.demandNoBody()
        let remove = RemoveProcessorAccount(of: call.merchant.number)
        try await database.transaction { try remove(in: $0) }
        credentials.keychain.forget(call.merchant.number)
        return Response(status: 204)
    }
}

extension ProcessorAccount {
    fileprivate init?(reading fields: ObjectReader, of merchant: Merchant, at now: Instant) {
        let mode = merchant.live ? "live" : "test"
        let rest =
            "and goes on with at least \(String.secretRestMin) letters, digits or underscores"
        let key = fields.value(
            "secretKey", maxLength: Self.keyLengthMax, required: true,
            detail: "a \(mode) merchant's key begins with sk_\(mode)_ or rk_\(mode)_ \(rest)"
        ) { key in
            ["sk_\(mode)_", "rk_\(mode)_"].contains { key.isSecret(startingWith: $0) } ? key : nil
        }
        let secrets = fields.values(
            "webhookSecrets", maxCount: Self.webhookSecretsMax, maxLength: Self.keyLengthMax,
            required: true, detail: "a webhook's signing secret begins with whsec_ \(rest)"
        ) { $0.isSecret(startingWith: "whsec_") ? $0 : nil }
        fields.refuseUnknown()
        guard let key, let secrets else { return nil }
        self.init(
            merchant: merchant.number, secretKey: Secret(Array(key.utf8)),
            webhookSecrets: secrets.map { Secret(Array($0.utf8)) }, changedAt: now)
    }
}

extension String {
    /// Stripe's have dozens; a word that somebody made up has less.
    fileprivate static let secretRestMin = 8

    /// Whether it is one of Stripe's: letters, digits and underscores after a beginning that says what it is.
    fileprivate func isSecret(startingWith prefix: String) -> Bool {
        utf8.count >= prefix.utf8.count + Self.secretRestMin && hasPrefix(prefix)
            && utf8.allSatisfy {
                (0x30...0x39).contains($0) || (0x41...0x5A).contains($0 & 0xDF)
                    || $0 == UInt8(ascii: "_")
            }
    }
}

extension Merchant {
    /// Its processor, and of the keys what their owner knows them by.
    fileprivate func write(to writer: inout Writer, _ account: ProcessorAccount?) {
        writer.object { body in
            body.member("processor", processor.rawValue)
            // The sandbox needs no account.
            body.member("connected", processor == .sandbox || account != nil)
            guard let account else { return }
            body.member("secretKey", account.secretKey.hint)
            body.array("webhookSecrets", account.webhookSecrets) { $1.value($0.hint) }
            body.member("webhookPath", "/v1/processors/\(processor.rawValue)/\(identifier)")
            body.member("changedAt", account.changedAt.rfc3339)
        }
    }
}

extension Secret {
    /// As Stripe's own pages show it: the beginning, which says what it is, and the last four.
    fileprivate var hint: String {
        withBytes { bytes in
            let text = String(decoding: bytes, as: UTF8.self)
            let parts = text.split(separator: "_", omittingEmptySubsequences: false)
            let beginning = parts.prefix(text.hasPrefix("whsec_") ? 1 : 2).joined(separator: "_")
            return beginning + "_…" + text.suffix(4)
        }
    }
}

extension Problem {
    fileprivate static let sandboxHasNoAccount = Problem(
        409, "processor_is_sandbox",
        "the sandbox charges for this merchant, and needs no keys; a test merchant that is opened "
            + "with \"processor\": \"stripe\" takes those of Stripe's test mode")

    fileprivate static let otherAccount = Problem(
        409, "other_account",
        "this key is of another account at Stripe than the one where this merchant's payments are; "
            + "they could not be refunded any more: open another merchant for it")

    fileprivate static let processorUnreachable = Problem(
        503, "processor_unreachable",
        "Stripe did not say whether the key is good, and nothing was stored: try again",
        retryAfterSeconds: 5)

    fileprivate static func refusing(_ code: String, _ detail: String) -> Problem {
        badFields([FieldProblem(pointer: "/secretKey", code: code, detail: detail)])
    }
}
