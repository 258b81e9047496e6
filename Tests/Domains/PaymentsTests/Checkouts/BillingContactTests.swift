import CartSupport
import Contacts
import Postgres
import Processors
import TestSupport
import Testing
import Vocabulary

@testable import Carts
@testable import Checkouts
@testable import Payments

/// Apple supplies neither email nor phone with a billing contact (docs/rules/demands.md#7).
struct BillingContactTests {
    private static let billing = Contact(
        addressLines: ["1 Infinite Loop"], locality: "Cupertino", administrativeArea: "CA",
        postalCode: "95014", countryCode: "US")

    @Test func `the billing contact gets email and phone from the shipping contact`() async throws {
        let till = try await Till()
        let session = try await till.checkout {
            $0.requiredBillingContactFields = [.postalAddress, .email, .phone]
        }
        let alone = try await till.pay(
            session, .card(billing: Self.billing), by: .unimplemented)
        #expect(
            alone.errors == [
                FieldError(code: .billingContactInvalid, message: .phoneRequired),
                FieldError(code: .billingContactInvalid, message: .emailRequired),
            ])

        let shipping = Contact(
            emailAddress: "johnny@example.com", phoneNumber: "+1 408 555 1234")
        let helped = try await till.pay(
            session, .card(shipping: shipping, billing: Self.billing), by: Bank().processor())
        #expect(helped.isSuccess)
        let kept = try await till.database.transaction { transaction in
            let loaded = try LoadedCheckout(unchecked: till.context(session), in: transaction)
            return try loaded.seal.contacts(loaded.session.privacy.contacts, as: "contacts")
        }
        #expect(kept.billing?.emailAddress == "johnny@example.com")
        #expect(kept.billing?.phoneNumber == "+14085551234")
    }
}
