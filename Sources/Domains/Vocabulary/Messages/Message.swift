/// A message to the buyer: its meaning and its arguments, independent of a language.
///
/// Only the functions below create messages, so that a key always has its template's arguments.
package struct Message: Hashable, Sendable {
    package let key: MessageKey
    package let arguments: [Placeholder: Argument]

    /// An argument, which is formatted for the buyer's language.
    package enum Argument: Hashable, Sendable {
        case text(String)
        case number(Int)
        case money(Money)
        case country(Country)
    }

    private init(_ key: MessageKey, _ arguments: [Placeholder: Argument]) {
        self.key = key
        self.arguments = arguments
    }

    /// A message without arguments; nil if its key needs some.
    package init?(_ key: MessageKey) {
        guard key.placeholders.isEmpty else { return nil }
        self.init(key, [:])
    }
}

// The buyer's contact.
extension Message {
    package static let emailRequired = Message(.emailRequired, [:])
    package static let emailFormat = Message(.emailFormat, [:])
    package static let emailBlank = Message(.emailBlank, [:])
    package static func emailCharacter(_ character: String) -> Message {
        Message(.emailCharacter, [.character: .text(character)])
    }
    package static let emailDomain = Message(.emailDomain, [:])
    /// The address is one slip away from a well-known provider's.
    package static func emailSuggestion(_ address: String) -> Message {
        Message(.emailSuggestion, [.example: .text(address)])
    }
    package static let phoneRequired = Message(.phoneRequired, [:])
    package static let phoneTooShort = Message(.phoneTooShort, [:])
    package static let phoneTooLong = Message(.phoneTooLong, [:])
    package static let phoneAreaCode = Message(.phoneAreaCode, [:])
    package static let phoneNotANumber = Message(.phoneNotANumber, [:])
    package static let phoneUnknown = Message(.phoneUnknown, [:])
    package static let phoneOtherCountry = Message(.phoneOtherCountry, [:])
    package static let nameRequired = Message(.nameRequired, [:])
    package static let nameLetters = Message(.nameLetters, [:])
    package static let phoneticNameRequired = Message(.phoneticNameRequired, [:])
    package static let phoneticNameCharacters = Message(.phoneticNameCharacters, [:])
    package static let postalAddressRequired = Message(.postalAddressRequired, [:])
    package static let addressLinesRequired = Message(.addressLinesRequired, [:])
    package static let localityRequired = Message(.localityRequired, [:])
    package static let subLocalityRequired = Message(.subLocalityRequired, [:])
    package static func administrativeAreaUnknown(in country: Country) -> Message {
        Message(.administrativeAreaUnknown, [.country: .country(country)])
    }
    /// The postal code lies in another region than the contact's.
    package static func administrativeAreaContradiction(_ region: String) -> Message {
        Message(.administrativeAreaContradiction, [.region: .text(region)])
    }
    /// The postal code belongs to another place, such as `Cupertino, CA`.
    package static func postalCodeElsewhere(_ place: String) -> Message {
        Message(.postalCodeElsewhere, [.region: .text(place)])
    }
    package static let postalCodeRequired = Message(.postalCodeRequired, [:])
    package static func postalCodeFormat(_ country: Country, example: String) -> Message {
        Message(.postalCodeFormat, [.country: .country(country), .example: .text(example)])
    }
    package static let countryRequired = Message(.countryRequired, [:])
    package static let countryUnknown = Message(.countryUnknown, [:])
    /// The country's name and the country's code belong to different countries.
    package static func countryContradiction(_ country: Country) -> Message {
        Message(.countryContradiction, [.country: .country(country)])
    }
    package static func textTooLong(maximum: Int) -> Message {
        Message(.textTooLong, [.maximum: .number(maximum)])
    }
}

// Delivery and coupons.
extension Message {
    package static func countryNotServed(_ country: Country) -> Message {
        Message(.countryNotServed, [.country: .country(country)])
    }
    package static func regionNotServed(_ region: String) -> Message {
        Message(.regionNotServed, [.region: .text(region)])
    }
    package static let postOfficeBoxNotServed = Message(.postOfficeBoxNotServed, [:])
    package static let shippingNoMethod = Message(.shippingNoMethod, [:])
    package static let couponUnknown = Message(.couponUnknown, [:])
    package static let couponExpired = Message(.couponExpired, [:])
    package static let couponExhausted = Message(.couponExhausted, [:])
    package static func couponBelowMinimum(_ minimum: Money) -> Message {
        Message(.couponBelowMinimum, [.amount: .money(minimum)])
    }
    package static let couponAlreadyUsed = Message(.couponAlreadyUsed, [:])
}

// Stored balances.
extension Message {
    package static let balanceUnknown = Message(.balanceUnknown, [:])
    package static let balanceExpired = Message(.balanceExpired, [:])
    package static let balanceFrozen = Message(.balanceFrozen, [:])
    package static let balanceHeld = Message(.balanceHeld, [:])
    package static func balanceInsufficient(shortfall: Money) -> Message {
        Message(.balanceInsufficient, [.amount: .money(shortfall)])
    }
    package static let balanceCurrency = Message(.balanceCurrency, [:])
    package static func balanceTooMany(maximum: Int) -> Message {
        Message(.balanceTooMany, [.maximum: .number(maximum)])
    }
}

// The payment.
extension Message {
    package static let cardDeclined = Message(.cardDeclined, [:])
    package static let cardInsufficientFunds = Message(.cardInsufficientFunds, [:])
    package static func cardIssuingCountry(_ country: Country) -> Message {
        Message(.cardIssuingCountry, [.country: .country(country)])
    }
    package static let billingName = Message(.billingName, [:])
    package static let billingPostalAddress = Message(.billingPostalAddress, [:])
    package static let billingAddressLines = Message(.billingAddressLines, [:])
    package static let billingLocality = Message(.billingLocality, [:])
    package static let billingAdministrativeArea = Message(.billingAdministrativeArea, [:])
    package static let billingPostalCode = Message(.billingPostalCode, [:])
    package static let billingCountry = Message(.billingCountry, [:])
    package static let paymentTooManyAttempts = Message(.paymentTooManyAttempts, [:])
    package static let paymentChecking = Message(.paymentChecking, [:])
    package static let paymentUnavailable = Message(.paymentUnavailable, [:])
    package static let paymentCanceled = Message(.paymentCanceled, [:])
    package static func priceChanged(to total: Money) -> Message {
        Message(.priceChanged, [.amount: .money(total)])
    }
    package static let checkoutExpired = Message(.checkoutExpired, [:])
    package static let checkoutClosed = Message(.checkoutClosed, [:])
}
