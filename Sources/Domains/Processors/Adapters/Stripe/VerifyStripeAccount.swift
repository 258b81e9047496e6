import HTTPClient
import Postgres
import Vocabulary

/// Verifies an account's keys with Stripe before they are stored.
///
/// The merchant then sees an error while entering the keys, instead of the first buyer at checkout.
package struct VerifyStripeAccount: Sendable {
    private let database: Database
    private let environment: StripeEnvironment

    package init(_ database: Database, _ environment: StripeEnvironment) {
        self.database = database
        self.environment = environment
    }

    package enum Finding: Hashable, Sendable {
        case good
        /// Stripe does not know the key.
        case notAccepted
        /// A restricted key that may not even read payments.
        case lacksPermission
        /// The account does not contain a payment that this merchant has made: with these keys that
        /// payment could never be refunded.
        case otherAccount
    }

    /// Throws a processor's fault if Stripe gives no answer about the keys.
    package func callAsFunction(
        _ account: StripeAccount, of merchant: MerchantNumber
    ) async throws -> Finding {
        let made = try await database.run(StripeCharge.anyIntent(of: merchant)).first
        let intent = try made.map { try $0.get("intent") as String }
        let path = intent.map(StripeIntent.path) ?? "/v1/payment_intents?limit=1"
        switch try await StripeAPI(account: account, environment: environment).status(of: path) {
        case 200..<300: return .good
        case 401: return .notAccepted
        case 403: return .lacksPermission
        case 404 where intent != nil: return .otherAccount
        default: throw ProcessorFault.unreachable
        }
    }
}
