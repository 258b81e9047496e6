import Credentials
import Crypto
import HTTP
import JSON
import Merchants
import Postgres
import Processors
import Vocabulary

/// Routes for a merchant's processor account, whose keys the merchant stores and the server never
/// returns.
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
        try await requireValid(account)
        let store = StoreProcessorAccount(account: account, keys: keys)
        try await database.transaction { try store(in: $0) }
        credentials.keychain.forget(merchant.number)
        return Answer { merchant.write(to: &$0, account) }.response
    }

    private func requireValid(_ account: ProcessorAccount) async throws {
        let finding: VerifyStripeAccount.Finding
        do {
            finding = try await verifyStripe(
                account.stripe(at: credentials.keychain.stripeBase), account.merchant)
        } catch is ProcessorFault { throw Problem.processorUnreachable }
        switch finding {
        case .good: return
        case .notAccepted:
            throw Problem.refusing("key_not_accepted", "Stripe does not know this key")
        case .lacksPermission:
            throw Problem.refusing(
                "key_lacks_permission",
                "this restricted key has no permission to read payments at Stripe: "
                    + "docs/operate/processors.md lists "
                    + "the permissions that it needs")
        case .otherAccount: throw Problem.otherAccount
        }
    }

    @Sendable private func disconnectProcessor(_ call: Call) async throws -> Response {
        try call.requireNoBody()
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
            "followed by at least \(String.secretRestMin) letters, digits or underscores"
        let key = fields.value(
            "secretKey", maxLength: Self.keyLengthMax, required: true,
            detail: "the key of a \(mode) merchant must be sk_\(mode)_ or rk_\(mode)_, \(rest)"
        ) { key in
            ["sk_\(mode)_", "rk_\(mode)_"].contains { key.isSecret(startingWith: $0) } ? key : nil
        }
        let secrets = fields.values(
            "webhookSecrets", maxCount: Self.webhookSecretsMax, maxLength: Self.keyLengthMax,
            required: true, detail: "a webhook's signing secret must be whsec_, \(rest)"
        ) { $0.isSecret(startingWith: "whsec_") ? $0 : nil }
        fields.refuseUnknown()
        guard let key, let secrets else { return nil }
        self.init(
            merchant: merchant.number, secretKey: Secret(Array(key.utf8)),
            webhookSecrets: secrets.map { Secret(Array($0.utf8)) }, changedAt: now)
    }
}

extension String {
    /// Stripe's keys have dozens of characters after the prefix; an invented word has fewer than
    /// this.
    fileprivate static let secretRestMin = 8

    /// True for a key of Stripe's form: a prefix that names its kind, then letters, digits and
    /// underscores.
    fileprivate func isSecret(startingWith prefix: String) -> Bool {
        utf8.count >= prefix.utf8.count + Self.secretRestMin && hasPrefix(prefix)
            && utf8.allSatisfy { $0.isASCIIAlphanumeric || $0 == UInt8(ascii: "_") }
    }
}

extension Merchant {
    /// Writes the processor, and the hints by which the owner recognizes the keys.
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
    /// As Stripe's own pages show a key: the prefix, which names its kind, and the last four
    /// characters.
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
        "this merchant uses the sandbox, which needs no keys; to use keys of Stripe's test mode, "
            + "create a test merchant with \"processor\": \"stripe\"")

    fileprivate static let otherAccount = Problem(
        409, "other_account",
        "this key belongs to another Stripe account than this merchant's payments; "
            + "they could no longer be refunded: create another merchant for this account")

    fileprivate static let processorUnreachable = Problem(
        503, "processor_unreachable",
        "Stripe did not answer, so the key could not be checked and was not stored: try again",
        retryAfterSeconds: 5)

    fileprivate static func refusing(_ code: String, _ detail: String) -> Problem {
        badFields([FieldProblem(pointer: "/secretKey", code: code, detail: detail)])
    }
}
