import HTTPClient
import Postgres
import Vocabulary

/// Asks Stripe with an account's keys before they are kept: what is wrong with them is told to whoever types
/// them, not to the first buyer.
package struct ProveStripeAccount: Sendable {
    private let database: Database
    private let outside: StripeOutside

    package init(_ database: Database, _ outside: StripeOutside) {
        self.database = database
        self.outside = outside
    }

    package enum Finding: Hashable, Sendable {
        case good
        /// Stripe knows no such key.
        case notAccepted
        /// A restricted key that may not even read payments.
        case lacksPermission
        /// It does not know a payment that this merchant has made: what was taken there could never be
        /// refunded with these keys.
        case otherAccount
    }

    /// Throws a processor's fault when Stripe does not say.
    package func callAsFunction(
        _ account: StripeAccount, of merchant: MerchantNumber
    ) async throws -> Finding {
        let made = try await database.run(StripeCharge.anyIntent(of: merchant)).first
        let intent = try made.map { try $0.get("intent") as String }
        let path = intent.map(StripeIntent.path) ?? "/v1/payment_intents?limit=1"
        switch try await StripeAPI(account: account, outside: outside).status(of: path) {
        case 200..<300: return .good
        case 401: return .notAccepted
        case 403: return .lacksPermission
        case 404 where intent != nil: return .otherAccount
        default: throw ProcessorFault.unreachable
        }
    }
}
