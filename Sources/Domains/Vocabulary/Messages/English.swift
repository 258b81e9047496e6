/// The catalog in English, which is also the fallback.
enum English {
    static func template(of key: MessageKey) -> String {
        switch key {
        case .emailRequired: "Please add an email address."
        case .emailFormat: "This email address looks incomplete. Please check it."
        case .emailCharacter:
            "The character “{character}” can’t be used in an email address. Please check it."
        case .emailBlank: "An email address can’t have a space in it. Please check it."
        case .emailDomain: "Please check the part after the @ in this email address."
        case .emailSuggestion: "Did you mean {example}?"
        case .phoneRequired: "Please add a phone number."
        case .phoneTooShort: "This phone number is too short. Please check it."
        case .phoneTooLong: "This phone number is too long. Please check it."
        case .phoneAreaCode: "Please add the area code to this phone number."
        case .phoneNotANumber: "This doesn’t look like a phone number. Please check it."
        case .phoneUnknown: "We don’t know this kind of phone number. Please check it."
        case .phoneOtherCountry: "This phone number is from another country than the address."
        case .nameRequired: "Please add a name."
        case .nameLetters: "Please enter a name with at least one letter."
        case .phoneticNameRequired: "Please add the phonetic reading of the name."
        case .phoneticNameCharacters: "Please write the phonetic reading in kana or Latin letters."
        case .postalAddressRequired: "Please add an address."
        case .addressLinesRequired: "Please add the street address."
        case .localityRequired: "Please add the city or town."
        case .subLocalityRequired: "Please add the district."
        case .administrativeAreaUnknown:
            "We couldn’t find this state or region ({country}). Please check it."
        case .administrativeAreaContradiction:
            "The postal code belongs to {region}. Please check that the region is right."
        case .postalCodeElsewhere:
            "The postal code belongs to {region}. Please check the postal code or the city."
        case .postalCodeRequired: "Please add the postal code."
        case .postalCodeFormat:
            "This postal code doesn’t look right ({country}). It should look like {example}."
        case .countryRequired: "Please choose a country or region."
        case .countryUnknown: "We couldn’t recognize this country or region. Please check it."
        case .countryContradiction:
            "The name of the country doesn’t match its code; this one was used: {country}."
        case .textTooLong: "Please shorten this to at most {maximum} characters."
        case .countryNotServed: "Sorry, we don’t deliver to this country or region: {country}."
        case .postOfficeBoxNotServed:
            "Sorry, we don’t deliver to post office boxes. Please give a street address."
        case .regionNotServed: "Sorry, we don’t deliver to {region}."
        case .shippingNoMethod: "Sorry, there is no shipping method for this address."
        case .couponUnknown: "We couldn’t find this coupon code. Please check it."
        case .couponExpired: "This coupon code has expired."
        case .couponExhausted: "This coupon code has already been used up."
        case .couponBelowMinimum: "This coupon code is valid for orders of {amount} or more."
        case .couponAlreadyUsed: "You’ve already used this coupon code."
        case .balanceUnknown: "We couldn’t find this gift card. Please check the code."
        case .balanceExpired: "This gift card or credit has expired."
        case .balanceFrozen: "This gift card or credit can’t be used at the moment."
        case .balanceHeld:
            "The money on this gift card or credit is reserved for another purchase at the moment."
        case .balanceInsufficient:
            "There isn’t enough money on your gift cards and credits: {amount} is missing."
        case .balanceCurrency: "This gift card or credit is in another currency."
        case .balanceTooMany:
            "At most {maximum} gift cards or credits can be used for one purchase."
        case .cardDeclined: "Your card was declined. Please try another card."
        case .cardInsufficientFunds:
            "There isn’t enough money available on this card. Please try another card."
        case .cardIssuingCountry:
            "Sorry, cards from this country ({country}) aren’t accepted here. "
                + "Please try another card."
        case .billingName: "The bank doesn’t know this name for the card. Please check it."
        case .billingPostalAddress:
            "The bank doesn’t know this billing address for the card. Please check it."
        case .billingAddressLines:
            "The bank doesn’t know this street for the card. Please check it."
        case .billingLocality: "The bank doesn’t know this city for the card. Please check it."
        case .billingAdministrativeArea:
            "The bank doesn’t know this state or region for the card. Please check it."
        case .billingPostalCode:
            "The bank doesn’t know this postal code for the card. Please check it."
        case .billingCountry:
            "The bank doesn’t know this country or region for the card. Please check it."
        case .paymentTooManyAttempts: "There were too many attempts. Please try again later."
        case .paymentChecking:
            "We’re checking your payment. You won’t be charged twice."
        case .paymentUnavailable:
            "The payment couldn’t be processed just now. You haven’t been charged. "
                + "Please try again in a moment."
        case .paymentCanceled:
            "The payment wasn’t completed in time, so it was canceled. "
                + "You won’t be charged."
        case .priceChanged:
            "With the full address the total is {amount}. Please confirm the new total."
        case .checkoutExpired: "This checkout has expired. Please start again from the cart."
        case .checkoutClosed: "This checkout is already closed."
        }
    }
}
