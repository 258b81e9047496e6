import Contacts
import Crypto
import JSON
import Merchants
import Vocabulary

extension CheckoutRequest {
    /// Reads a request from a merchant's server, or a stored one. Reports all problems of its
    /// members, each with its place. If all are valid, it reports all problems of the rules between
    /// members.
    ///
    /// - Parameter merchant: settings that complete and check the request; nil for a request that
    ///   was accepted earlier.
    /// - Parameter now: times must be later; nil for a request that was accepted earlier.
    /// - Parameter planned: the lines and terms of the plan that the caller has read.
    /// - Parameter prefill: receives the contacts, which are stored apart from the request.
    package init?(
        reading fields: ObjectReader, merchant: MerchantSettings?, now: Instant?,
        planned: PlanPaymentRequest? = nil, prefill: inout Prefill
    ) {
        let problems = fields.problems.count
        let currency = fields.currency("currencyCode", required: true)
        let home = fields.country("countryCode", required: merchant?.country == nil)
        let cartContent =
            planned.flatMap {
                CartContent(planned: $0, reading: fields, currency: currency, now: now)
            }
            ?? CartContent(
                reading: fields, currency: currency, now: now, required: !fields.has("plan"))
        prefill = Prefill(reading: fields)
        var request: CheckoutRequest?
        if let currency, let country = home ?? merchant?.country {
            request = CheckoutRequest(
                countryCode: country, currency: currency, cartContent: cartContent ?? .items([]))
        }
        // Even without currency or country it reads the rest, to report all members' problems.
        var read = request ?? .placeholder
        read.readShipping(fields, currency: currency)
        read.readPayment(fields, currency: currency, now: now)
        read.readTerms(fields, currency: currency, now: now)
        if let planned {
            read.apply(planned)
        } else if now == nil {
            read.billingReferences = BillingReferences(stored: fields)
            read.sharedOrder = fields.string("sharedOrder", maxLength: BillingReferences.lengthMax)
        }
        fields.refuseUnknown()
        guard request != nil, fields.problems.count == problems else { return nil }
        if now != nil {
            read.completePickup(fields, at: prefill.shippingContact)
            read.check(fields, merchant: merchant, prefill: prefill)
        }
        guard fields.problems.count == problems else { return nil }
        self = read
    }

    /// Stands in for a request without currency or country, while its other members are read.
    private static let placeholder = CheckoutRequest(
        countryCode: .unitedStates, currency: .usDollar, cartContent: .items([]))
}

extension CheckoutRequest.CartContent {
    /// `items` or `lineItems`; having both is a problem. Invalid elements are problems and are left
    /// out. nil if neither member is a list of a permitted size.
    init?(reading fields: ObjectReader, currency: Currency?, now: Instant?, required: Bool) {
        let items = fields.array("items", minCount: 1, maxCount: CheckoutLimits.itemsMax)?
            .objects { CartItem(reading: $0, currency: currency) }
        let lines = fields.array("lineItems", minCount: 1, maxCount: CheckoutLimits.linesMax)?
            .objects { LineItem(reading: $0, currency: currency, now: now) }
        switch (fields.has("items"), fields.has("lineItems")) {
        case (true, true):
            fields.refuse("lineItems", "conflict", "send either items or lineItems, not both")
        case (false, false):
            if required { fields.refuse("items", "required", "send either items or lineItems") }
        default: break
        }
        if let items {
            self = .items(items)
        } else if let lines {
            self = .lines(lines)
        } else {
            return nil
        }
    }
}

extension CheckoutRequest {
    private mutating func readShipping(_ fields: ObjectReader, currency: Currency?) {
        shippingType = fields.choice("shippingType") ?? shippingType
        shippingContactEditingMode = fields.choice("shippingContactEditingMode")
        shippingMethods = fields.shippingMethods("shippingMethods", currency: currency)
        requiredShippingContactFields = fields.contactFields("requiredShippingContactFields")
        requiredBillingContactFields = fields.contactFields("requiredBillingContactFields")
        allowedShippingCountries = fields.countries("allowedShippingCountries", minCount: 1)
    }

    private mutating func readPayment(
        _ fields: ObjectReader, currency: Currency?, now: Instant?
    ) {
        supportedCountries = fields.countries("supportedCountries") ?? []
        supportedNetworks =
            fields.words("supportedNetworks", of: Network.self, minCount: 1, maxCount: 20)
            ?? supportedNetworks
        merchantCapabilities =
            fields.words(
                "merchantCapabilities", of: MerchantCapability.self, minCount: 1, maxCount: 4)
            ?? merchantCapabilities
        supportsCouponCode = fields.bool("supportsCouponCode") ?? false
        couponCode = fields.string("couponCode", maxLength: CouponCode.lengthMax)
        recurring = fields.object("recurringPaymentRequest").flatMap {
            RecurringPaymentRequest(reading: $0, currency: currency, now: now)
        }
        automaticReload = fields.object("automaticReloadPaymentRequest").flatMap {
            AutomaticReloadPaymentRequest(reading: $0, currency: currency, now: now)
        }
        deferred = fields.object("deferredPaymentRequest").flatMap {
            DeferredPaymentRequest(reading: $0, currency: currency, now: now)
        }
        tokenContexts =
            fields.array("multiTokenContexts", maxCount: CheckoutLimits.tokenContextsMax)?
            .objects { TokenContext(reading: $0, currency: currency) } ?? []
        applicationData = fields.value(
            "applicationData", maxLength: CheckoutLimits.applicationDataLengthMax,
            detail: "Base64 (RFC 4648) with padding"
        ) { Base64.standard.decode($0)?.isEmpty == false ? $0 : nil }
        merchantCategoryCode = fields.value(
            "merchantCategoryCode", maxLength: 4,
            detail: "a merchant category code of four digits (ISO 18245)"
        ) { $0.utf8.count == 4 && $0.hasOnlyASCIIDigits ? $0 : nil }
        clientVersion =
            fields.integer("clientVersion", in: 1...CheckoutLimits.clientVersionMax).map(Int.init)
            ?? clientVersion
    }

    /// A plan's price is the same for every address: delivery costs only what this request states.
    private mutating func apply(_ planned: PlanPaymentRequest) {
        recurring = planned.recurring
        billingReferences = planned.billingReferences
        shippingMethods = shippingMethods ?? []
    }

    private mutating func readTerms(_ fields: ObjectReader, currency: Currency?, now: Instant?) {
        reference = fields.label("reference", maxLength: CheckoutLimits.referenceLengthMax)
        metadata = fields.metadata("metadata") ?? []
        captureMethod = fields.choice("captureMethod") ?? captureMethod
        authorizationAmount = fields.money("authorizationAmount", in: currency)
        maximumAmount = fields.money("maximumAmount", in: currency)
        expiresAt = fields.instant("expiresAt")
        if let now, let expiresAt {
            let life = expiresAt.seconds(since: now)
            if expiresAt <= now || life > CheckoutLimits.lifeSecondsMax {
                fields.refuse(
                    "expiresAt", "out_of_range", "must be in the future, at most 30 days from now")
            }
        }
    }
}

extension ObjectReader {
    /// Methods with different identifiers, which the sheet uses to name the chosen one.
    func shippingMethods(_ key: StaticString, currency: Currency?) -> [ShippingMethod]? {
        guard let array = array(key, maxCount: CheckoutLimits.methodsMax) else { return nil }
        let methods = array.objects { ShippingMethod(reading: $0, currency: currency) }
        guard methods.count == array.count else { return methods }
        for index in methods.indices
        where methods[..<index].contains(where: { $0.identifier == methods[index].identifier }) {
            array.refuse(
                index, "duplicate", "each shipping method must have a different identifier")
        }
        return methods
    }

    fileprivate func contactFields(_ key: StaticString) -> Set<RequiredField> {
        Set(words(key, of: RequiredField.self, maxCount: 10) ?? [])
    }

    /// Words of a closed set, each once, in the given order.
    ///
    /// The reader's own `choices` keeps duplicates. Also, generic code of another module is not
    /// specialized, and each request has four such lists.
    fileprivate func words<Word: RawRepresentable<String> & CaseIterable & Equatable>(
        _ key: StaticString, of type: Word.Type, minCount: Int = 0, maxCount: Int
    ) -> [Word]? {
        guard let array = array(key, minCount: minCount, maxCount: maxCount) else { return nil }
        var words: [Word] = []
        words.reserveCapacity(array.count)
        for (index, node) in array.node.elements.enumerated() {
            guard let text = node.string else {
                array.refuse(index, "wrong_type", "this must be a string")
                continue
            }
            guard let word = Word(rawValue: text) else {
                let all = Word.allCases.map(\.rawValue).joined(separator: ", ")
                array.refuse(index, "invalid_value", "one of: \(all)")
                continue
            }
            if !words.contains(word) { words.append(word) }
        }
        return words
    }

    /// Pairs of strings, in the order given.
    func metadata(_ key: StaticString) -> [CheckoutRequest.MetadataEntry]? {
        let entries = texts(
            key, maxCount: CheckoutLimits.metadataMax,
            maxKeyLength: CheckoutLimits.metadataKeyLengthMax,
            maxLength: CheckoutLimits.metadataValueLengthMax)
        if entries?.contains(where: { $0.key.isEmpty }) == true {
            refuse(key, "too_short", "a name must not be empty")
        }
        return entries?.map { CheckoutRequest.MetadataEntry(key: $0.key, value: $0.value) }
    }
}
