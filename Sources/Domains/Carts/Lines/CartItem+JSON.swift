import Balances
import JSON
import Merchants
import Vocabulary

extension CartItem: Writable {
    package init?(reading fields: ObjectReader, currency: Currency?) {
        let name = fields.label("name", maxLength: CheckoutLimits.nameLengthMax, required: true)
        let quantity = fields.integer("quantity", in: 1...CheckoutLimits.quantityMax)
        let isPending = fields.bool("pending") ?? false
        let unitPrice = fields.money("unitPrice", in: currency, required: !isPending)
        let sku = fields.label("sku", maxLength: CheckoutLimits.identifierLengthMax)
        let taxCode = fields.label("taxCode", maxLength: SettingsLimits.taxCodeLengthMax)
        let requiresShipping = fields.bool("requiresShipping")
        let imageURL = fields.webAddress("imageURL")
        let creditsBalance = fields.balance("creditsBalance")
        fields.refuseUnknown()
        guard let name, let currency, let price = unitPrice ?? (isPending ? .zero(currency) : nil)
        else { return nil }
        self.init(
            name: name, quantity: quantity ?? 1, unitPrice: price, sku: sku, taxCode: taxCode,
            requiresShipping: requiresShipping ?? true, imageURL: imageURL?.text,
            isPending: isPending, creditsBalance: creditsBalance)
    }

    package func write(to writer: inout Writer) {
        writer.object {
            $0.member("name", name)
            $0.member("quantity", quantity)
            $0.member("unitPrice", unitPrice)
            $0.member("sku", ifPresent: sku)
            $0.member("taxCode", ifPresent: taxCode)
            if !requiresShipping { $0.member("requiresShipping", false) }
            $0.member("imageURL", ifPresent: imageURL)
            if isPending { $0.member("pending", true) }
            $0.member("creditsBalance", ifPresent: creditsBalance?.text)
        }
    }
}

extension ObjectReader {
    /// Reads a balance's identifier and checks its form; the caller checks that it exists.
    func balance(_ key: StaticString) -> Balance.ID? {
        value(
            key, maxLength: 64, detail: "the id of a balance, such as bal_…",
            parse: { Balance.ID($0) })
    }

    package func webAddress(_ key: StaticString, required: Bool = false) -> WebAddress? {
        value(
            key, maxLength: WebAddress.lengthMax, required: required,
            detail: "an absolute https URL", parse: WebAddress.init)
    }

    /// Reads the URL to which Apple appends the path of its notices about merchant tokens.
    ///
    /// - Parameter isStored: true for a URL that an earlier version of the server may have accepted
    ///   with a query.
    package func noticeAddress(_ key: StaticString, isStored: Bool) -> WebAddress? {
        guard let address = webAddress(key) else { return nil }
        guard isStored || address.hasOnlyPath else {
            refuse(
                key, "invalid_value",
                "a URL without query and fragment, because Apple appends a path to it")
            return nil
        }
        return address.withoutTokenNotificationPath
    }
}
