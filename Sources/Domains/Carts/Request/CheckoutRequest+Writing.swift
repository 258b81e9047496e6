import Contacts
import JSON
import Merchants
import Vocabulary

extension CheckoutRequest: Writable {
    /// Everything except the contacts, in the form in which it is read: the stored form.
    package func write(to writer: inout Writer) {
        writer.object { write(membersTo: &$0) }
    }

    package func write(membersTo writer: inout Writer) {
        writer.member("currencyCode", currency)
        writer.member("couponCode", ifPresent: couponCode)
        writer.member("reference", ifPresent: reference)
        writer.member("expiresAt", ifPresent: expiresAt)
        write(restTo: &writer)
    }

    /// The members of the request that a checkout's answer has in addition to its summary.
    package func write(restTo writer: inout Writer) {
        writer.member("countryCode", countryCode)
        billingReferences?.write(membersTo: &writer)
        writer.member("sharedOrder", ifPresent: sharedOrder)
        write(cartContentTo: &writer)
        writeShipping(to: &writer)
        writePayment(to: &writer)
        if !metadata.isEmpty {
            writer.object("metadata") { writer in
                for entry in metadata {
                    writer.key(dynamic: entry.key)
                    writer.value(entry.value)
                }
            }
        }
        writer.member("captureMethod", captureMethod.rawValue)
        writer.member("authorizationAmount", ifPresent: authorizationAmount)
        writer.member("maximumAmount", ifPresent: maximumAmount)
        writer.member("clientVersion", clientVersion)
    }

    /// The goods in the form that the merchant's server sent.
    package func write(cartContentTo writer: inout Writer) {
        switch cartContent {
        case .items(let items): writer.array("items", items) { $0.write(to: &$1) }
        case .lines(let lines): writer.array("lineItems", lines) { $0.write(to: &$1) }
        }
    }

    /// The cart as its buyer sees it; the sheet's lines only have its sum.
    package func write(cartTo writer: inout Writer) {
        guard case .items(let items) = cartContent else { return }
        writer.array("items", items) { item, entry in
            entry.object {
                $0.member("name", item.name)
                $0.member("quantity", item.quantity)
                let gross = Money(minorUnits: item.gross ?? 0, currency: item.unitPrice.currency)
                $0.member("amount", gross)
                $0.member("type", item.isPending ? "pending" : "final")
            }
        }
    }

    private func writeShipping(to writer: inout Writer) {
        writer.member("shippingType", shippingType.rawValue)
        writer.member("shippingContactEditingMode", ifPresent: shippingContactEditingMode?.rawValue)
        if let shippingMethods {
            writer.array("shippingMethods", shippingMethods) { $0.write(to: &$1) }
        }
        writer.member("requiredShippingContactFields", requiredShippingContactFields)
        writer.member("requiredBillingContactFields", requiredBillingContactFields)
        if let allowedShippingCountries {
            writer.array("allowedShippingCountries", allowedShippingCountries) { $0.write(to: &$1) }
        }
    }

    private func writePayment(to writer: inout Writer) {
        if !supportedCountries.isEmpty {
            writer.array("supportedCountries", supportedCountries) { $0.write(to: &$1) }
        }
        writer.array("supportedNetworks", supportedNetworks) { $1.value($0.rawValue) }
        writer.array("merchantCapabilities", merchantCapabilities) { $1.value($0.rawValue) }
        if supportsCouponCode { writer.member("supportsCouponCode", true) }
        writer.member("recurringPaymentRequest", ifPresent: recurring)
        writer.member("automaticReloadPaymentRequest", ifPresent: automaticReload)
        writer.member("deferredPaymentRequest", ifPresent: deferred)
        if !tokenContexts.isEmpty {
            writer.array("multiTokenContexts", tokenContexts) { $0.write(to: &$1) }
        }
        writer.member("applicationData", ifPresent: applicationData)
        writer.member("merchantCategoryCode", ifPresent: merchantCategoryCode)
    }
}

extension Writer {
    /// Fields in Apple's order, so that equal sets are written equally; an empty set is left out.
    mutating func member(_ key: StaticString, _ fields: Set<RequiredField>) {
        guard !fields.isEmpty else { return }
        array(key) { writer in
            for field in RequiredField.allCases where fields.contains(field) {
                writer.value(field.rawValue)
            }
        }
    }
}

extension CheckoutRequest {
    private static let parsed = ParsedRequests()

    /// The form that Postgres stores.
    package var bytes: [UInt8] {
        Writer.write(capacity: 2048) { write(membersTo: &$0) }
    }

    /// The form that Postgres stores, for a new checkout: its next calls do not parse it.
    package func rememberedBytes() -> [UInt8] {
        let form = StoredForm(bytes)
        // Tests would otherwise never parse what they store.
        assert((try? CheckoutRequest(parsing: form))?.bytes == form.bytes, "a request is lost")
        CheckoutRequest.parsed.store(self, as: form)
        return form.bytes
    }

    /// Reads the form that `bytes` writes; other input is a fault, not a merchant's mistake.
    package init(stored bytes: [UInt8]) throws {
        let form = StoredForm(bytes)
        if let known = CheckoutRequest.parsed[form] {
            self = known
            return
        }
        self = try CheckoutRequest(parsing: form)
        CheckoutRequest.parsed.store(self, as: form)
    }

    private init(parsing form: StoredForm) throws {
        self = try ObjectReader.stored(form.bytes, as: "checkout request") { fields in
            var ignored = Prefill()
            return CheckoutRequest(reading: fields, merchant: nil, now: nil, prefill: &ignored)
        }
    }
}
