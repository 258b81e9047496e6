import Carts
import Contacts
import Crypto
import Idempotency
import JSON
import Merchants
import Postgres
import Vocabulary

/// Opens a checkout from a validated request: prices it, and builds the statement that stores it.
///
/// The outcome exists before the write, and the write is one statement, because this is the hottest
/// write of all (bench: create checkout).
package struct OpenCheckout: Sendable {
    package let request: CheckoutRequest
    package let prefill: Prefill
    package let merchant: Merchant
    package let coupon: Coupon?
    package let keys: KeyRing
    package let language: Language
    package let identifier: UUID128
    package let now: Instant

    package init(
        request: CheckoutRequest, prefill: Prefill, merchant: Merchant, coupon: Coupon?,
        keys: KeyRing, language: Language, identifier: UUID128, now: Instant
    ) {
        self.request = request
        self.prefill = prefill
        self.merchant = merchant
        self.coupon = coupon
        self.keys = keys
        self.language = language
        self.identifier = identifier
        self.now = now
    }

    package struct Outcome: Sendable {
        package let session: CheckoutSession
        package let price: Price
        package let clientSecret: ClientSecret

        /// Stores it; returns no row if the merchant's settings have changed since it was priced.
        package var insertion: Query {
            session.open(claim: nil, answer: nil, settingsVersion: session.settingsVersion)
        }

        /// Stores it as a part of a larger statement if a condition holds; returns one row if it
        /// was stored.
        package func insertion(where condition: Query) -> Query { session.open(where: condition) }
    }

    /// One day is longer than any buyer keeps a sheet open, and short enough to clean up early.
    package static let defaultLifeSeconds: Int64 = 86_400

    /// Prices the new checkout.
    package func prepare() throws -> Outcome {
        let id = CheckoutSession.ID(merchant: merchant.number, uuid: identifier)
        var choice = CheckoutSession.Choice(coupon: coupon.map(AppliedCoupon.init))
        if let contact = prefill.shippingContact {
            // A prefilled address is a hint: the buyer corrects an unserved one in the sheet.
            let examined = ContactRules.examine(
                contact, stage: .redacted, role: .shipping, required: [],
                policy: request.contactPolicy(merchant))
            choice.place = examined.errors.isEmpty ? examined.destination : nil
        }
        if let contact = prefill.billingContact, request.isTaxedByBilling(shipping: choice.place) {
            choice.billing = ContactRules.billingPlace(contact, at: .redacted)
        }
        let price = try price(&choice)
        choice.method = price.chosen?.identifier
        let (seal, wrapped) = Seal.make(for: id, keys: keys)
        let privacy = Privacy(
            key: wrapped, place: seal.seal(places: choice.places),
            prefill: seal.seal(CheckoutContacts(prefill), as: "prefill"))
        let session = CheckoutSession(
            id: id, state: .open, version: 1, total: price.total,
            totalIsPending: price.isPending, settingsVersion: merchant.settingsVersion,
            request: request, choice: choice, privacy: privacy,
            derivationKey: Int(keys.currentNumber), createdAt: now,
            expiresAt: request.expiresAt ?? now.adding(seconds: Self.defaultLifeSeconds),
            changedAt: now)
        return Outcome(
            session: session, price: price,
            clientSecret: try ClientSecret(
                for: id, keyNumber: session.derivationKey, generation: session.generation,
                keys: keys))
    }

    private func price(_ choice: inout CheckoutSession.Choice) throws -> Price {
        let price = { (choice: CheckoutSession.Choice) in
            let price = try request.price(
                choice, settings: merchant.settings, language: language, at: now)
            try price.requireChargeable(by: merchant.processor)
            return price
        }
        do {
            return try price(choice)
        } catch PricingRefusal.unserviceable {
            choice.place = nil
            return try price(choice)
        }
    }

    /// Stores it with the claim of its idempotency key; returns no row if the key was already
    /// claimed, or the merchant's settings have changed.
    package func statement(_ session: CheckoutSession, claim: Claim?, answer: StoredAnswer?)
        -> Query
    {
        session.open(claim: claim, answer: answer, settingsVersion: merchant.settingsVersion)
    }
}
