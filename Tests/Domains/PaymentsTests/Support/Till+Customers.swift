import CartSupport
import Contacts
import Customers
import Merchants
import Postgres
import TestSupport
import Vocabulary

@testable import Carts
@testable import Checkouts
@testable import Payments

// Customer accounts at the till: opened after a payment, erased as the route does it.
extension Till {
    static let ada = Contact(
        givenName: "Ada", familyName: "Byron", emailAddress: "ada@example.com",
        addressLines: ["1 Park Way"], locality: "Cupertino", administrativeArea: "CA",
        postalCode: "95014", countryCode: "US")

    func account(of session: CheckoutSession) async throws -> Customer.ID {
        let open = OpenAccount(
            context: context(session), customer: Till.identify(now), event: Till.identify(now))
        return try await database.transaction { try open(in: $0) }.customer.id
    }

    /// A checkout that requires the buyer's contact.
    func contacted(_ change: (inout CheckoutRequest) -> Void = { _ in }) async throws
        -> CheckoutSession
    {
        try await checkout {
            $0.requiredShippingContactFields = [.name, .email]
            change(&$0)
        }
    }

    /// An account created from a payment of its own.
    func account() async throws -> Customer.ID {
        let session = try await contacted()
        guard try await pay(session, .card(shipping: Till.ada), by: Bank().processor()).isSuccess
        else { throw PaymentRefusal.notAuthorized(.open) }
        return try await account(of: session)
    }

    /// Links a checkout to a customer.
    func give(_ session: CheckoutSession, to customer: Customer.ID) async throws {
        var session = session
        session.customer = customer
        try await database.run(session.storeCustomer)
    }

    func eraser(_ customer: Customer.ID, at moment: Instant = now) -> EraseCustomer {
        EraseCustomer(
            customer: customer, keys: keys, moment: Till.moment(moment),
            context: { [self] id in
                CheckoutContext(
                    checkout: id, generation: nil, merchant: merchant, keys: keys,
                    requestID: "erase", language: .english, moment: Till.moment(moment))
            })
    }

    func erase(_ customer: Customer.ID, at moment: Instant = now) async throws {
        let erase = eraser(customer, at: moment)
        try await database.transaction { try erase(in: $0) }
    }

    func export(_ customer: Customer.ID, after: UUID128? = nil) async throws -> CustomerExport {
        let export = ExportCustomer(customer: customer, after: after, keys: keys, now: now)
        return try await database.transaction { try export(in: $0) }
    }

    /// The names of the personal data that a checkout still has in its row, timeline and attempts.
    func erasableData(of session: CheckoutSession) async throws -> [String] {
        try await database.run(
            """
            SELECT name FROM checkouts c CROSS JOIN LATERAL (VALUES
                ('key', c.data_key), ('place', c.place), ('pin', c.pinned), ('prefill', c.prefill),
                ('contacts', c.contacts), ('coupon buyer', c.coupon_buyer)) AS kept (name, value)
            WHERE c.merchant_id = \(merchant.number) AND c.checkout_id = \(session.id.uuid)
                AND kept.value IS NOT NULL
            UNION ALL
            SELECT 'question' FROM timeline
            WHERE merchant_id = \(merchant.number) AND checkout_id = \(session.id.uuid)
                AND question IS NOT NULL
            UNION ALL
            SELECT 'hash' FROM attempts
            WHERE merchant_id = \(merchant.number) AND checkout_id = \(session.id.uuid)
                AND (buyer IS NOT NULL OR fingerprint <> '')
            ORDER BY 1
            """
        ).map { try $0.get("name") }
    }
}
