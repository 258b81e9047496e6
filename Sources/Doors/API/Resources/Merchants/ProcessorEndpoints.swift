import Credentials
import HTTP
import JSON
import Merchants
import Postgres
import Processors
import Vocabulary

/// A merchant's processor account, whose keys the merchant stores and the server never returns.
enum ProcessorEndpoints {
    private static let path = "/v1/processor"

    static let all: [Endpoint] = [
        .show(path) { call in
            let find = FindProcessorAccount(of: call.merchant.number, keys: call.keys)
            return try await find(on: call.database)
        } write: { account, call, writer in
            call.merchant.write(to: &writer, account)
        },
        Endpoint(.put, path, for: .writer, connect)
            .afterCommit { $0.services.credentials.keychain.forget($0.merchant.number) },
        .delete(path) { RemoveProcessorAccount(of: $0.merchant.number) }
            .afterCommit { $0.services.credentials.keychain.forget($0.merchant.number) },
    ]

    @Sendable private static func connect(_ call: Call) async throws -> Response {
        let merchant = call.merchant
        let account = try call.read { ProcessorAccount(reading: $0, of: merchant, at: call.now) }
        guard merchant.processor != .sandbox else { throw Problem.sandboxHasNoAccount }
        try await requireValid(account, call.services)
        let store = StoreProcessorAccount(account: account, keys: call.keys)
        try await call.run(store)
        return Answer { merchant.write(to: &$0, account) }.response
    }

    private static func requireValid(
        _ account: ProcessorAccount, _ services: Services
    ) async throws {
        let finding: VerifyStripeAccount.Finding
        do {
            finding = try await services.verifyStripe(
                account.stripe(at: services.credentials.keychain.stripeBase), account.merchant)
        } catch is ProcessorFault { throw Problem.processorUnreachable }
        switch finding {
        case .good: return
        case .notAccepted:
            throw Problem.refusing("key_not_accepted", "Stripe does not know this key")
        case .lacksPermission:
            throw Problem.refusing(
                "key_lacks_permission",
                "this restricted key has no permission to read payments at Stripe: "
                    + "docs/operate/processors.md lists the permissions that it needs")
        case .otherAccount: throw Problem.otherAccount
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
