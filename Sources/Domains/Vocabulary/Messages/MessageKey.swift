/// The keys of all messages to buyers, under which a merchant may replace a template.
///
/// The names are part of the API: keys are only added, never changed.
package enum MessageKey: String, CaseIterable, Sendable {
    // The buyer's contact.
    case emailRequired = "email.required"
    case emailFormat = "email.format"
    case emailCharacter = "email.character"
    case emailBlank = "email.blank"
    case emailDomain = "email.domain"
    case emailSuggestion = "email.suggestion"
    case phoneRequired = "phone.required"
    case phoneTooShort = "phone.tooShort"
    case phoneTooLong = "phone.tooLong"
    case phoneAreaCode = "phone.areaCode"
    case phoneNotANumber = "phone.notANumber"
    case phoneUnknown = "phone.unknown"
    case phoneOtherCountry = "phone.otherCountry"
    case nameRequired = "name.required"
    case nameLetters = "name.letters"
    case phoneticNameRequired = "phoneticName.required"
    case phoneticNameCharacters = "phoneticName.characters"
    case postalAddressRequired = "postalAddress.required"
    case addressLinesRequired = "addressLines.required"
    case localityRequired = "locality.required"
    case subLocalityRequired = "subLocality.required"
    case administrativeAreaUnknown = "administrativeArea.unknown"
    case administrativeAreaContradiction = "administrativeArea.contradiction"
    case postalCodeElsewhere = "postalCode.elsewhere"
    case postalCodeRequired = "postalCode.required"
    case postalCodeFormat = "postalCode.format"
    case countryRequired = "country.required"
    case countryUnknown = "country.unknown"
    case countryContradiction = "country.contradiction"
    case textTooLong = "text.tooLong"

    // Delivery.
    case countryNotServed = "country.notServed"
    case postOfficeBoxNotServed = "postOfficeBox.notServed"
    case regionNotServed = "region.notServed"
    case shippingNoMethod = "shipping.noMethod"

    // Coupons.
    case couponUnknown = "coupon.unknown"
    case couponExpired = "coupon.expired"
    case couponExhausted = "coupon.exhausted"
    case couponBelowMinimum = "coupon.belowMinimum"
    case couponAlreadyUsed = "coupon.alreadyUsed"

    // Stored balances.
    case balanceUnknown = "balance.unknown"
    case balanceExpired = "balance.expired"
    case balanceFrozen = "balance.frozen"
    case balanceHeld = "balance.held"
    case balanceInsufficient = "balance.insufficient"
    case balanceCurrency = "balance.currency"
    case balanceTooMany = "balance.tooMany"

    // The payment.
    case cardDeclined = "card.declined"
    case cardInsufficientFunds = "card.insufficientFunds"
    case cardIssuingCountry = "card.issuingCountry"
    case billingName = "billing.name"
    case billingPostalAddress = "billing.postalAddress"
    case billingAddressLines = "billing.addressLines"
    case billingLocality = "billing.locality"
    case billingAdministrativeArea = "billing.administrativeArea"
    case billingPostalCode = "billing.postalCode"
    case billingCountry = "billing.country"
    case paymentTooManyAttempts = "payment.tooManyAttempts"
    case paymentChecking = "payment.checking"
    case paymentUnavailable = "payment.unavailable"
    case paymentCanceled = "payment.canceled"
    case priceChanged = "price.changed"
    case checkoutExpired = "checkout.expired"
    case checkoutClosed = "checkout.closed"
}

/// The placeholders that templates may contain.
package enum Placeholder: String, CaseIterable, Sendable {
    case amount, character, country, example, maximum, region
}

extension MessageKey {
    /// The arguments of a message with this key; each built-in template uses exactly these.
    package var placeholders: Set<Placeholder> {
        switch self {
        case .emailCharacter: [.character]
        case .postalCodeFormat: [.country, .example]
        case .administrativeAreaUnknown, .countryNotServed, .cardIssuingCountry: [.country]
        case .emailSuggestion: [.example]
        case .administrativeAreaContradiction, .postalCodeElsewhere, .regionNotServed: [.region]
        case .countryContradiction: [.country]
        case .textTooLong, .balanceTooMany: [.maximum]
        case .couponBelowMinimum, .priceChanged, .balanceInsufficient: [.amount]
        case .emailRequired, .emailFormat, .emailBlank, .emailDomain, .phoneRequired,
            .phoneTooShort,
            .phoneTooLong, .phoneAreaCode, .phoneNotANumber, .phoneUnknown, .phoneOtherCountry,
            .nameRequired,
            .nameLetters,
            .phoneticNameRequired, .phoneticNameCharacters, .postalAddressRequired,
            .addressLinesRequired,
            .localityRequired, .subLocalityRequired, .postalCodeRequired, .postOfficeBoxNotServed,
            .countryRequired, .countryUnknown, .shippingNoMethod, .couponUnknown, .couponExpired,
            .couponExhausted, .couponAlreadyUsed, .balanceUnknown, .balanceExpired, .balanceFrozen,
            .balanceHeld, .balanceCurrency, .cardDeclined, .cardInsufficientFunds,
            .billingName, .billingPostalAddress, .billingAddressLines, .billingLocality,
            .billingAdministrativeArea, .billingPostalCode, .billingCountry,
            .paymentTooManyAttempts, .paymentChecking, .paymentUnavailable, .paymentCanceled,
            .checkoutExpired,
            .checkoutClosed:
            []
        }
    }
}
