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
