/// The catalog in Dutch.
enum Dutch {
    static func template(of key: MessageKey) -> String {
        switch key {
        case .emailRequired: "Voeg een e-mailadres toe."
        case .emailFormat: "Dit e-mailadres lijkt onvolledig. Controleer het even."
        case .emailCharacter:
            "Het teken ‘{character}’ kan niet in een e-mailadres staan. Controleer het even."
        case .emailBlank: "In een e-mailadres staat geen spatie. Controleer het even."
        case .emailDomain: "Controleer het deel van het e-mailadres na de @."
        case .emailSuggestion: "Bedoelde je {example}?"
        case .phoneRequired: "Voeg een telefoonnummer toe."
        case .phoneTooShort: "Dit telefoonnummer is te kort. Controleer het even."
        case .phoneTooLong: "Dit telefoonnummer is te lang. Controleer het even."
        case .phoneAreaCode: "Voeg het netnummer toe aan dit telefoonnummer."
        case .phoneNotANumber: "Dit lijkt geen telefoonnummer te zijn. Controleer het even."
        case .phoneUnknown: "We kennen dit soort telefoonnummer niet. Controleer het even."
        case .phoneOtherCountry: "Dit telefoonnummer hoort bij een ander land dan het adres."
        case .nameRequired: "Voeg een naam toe."
        case .nameLetters: "Vul een naam in met minstens één letter."
        case .phoneticNameRequired: "Voeg de fonetische schrijfwijze van de naam toe."
        case .phoneticNameCharacters: "Schrijf de fonetische naam in kana of Latijnse letters."
        case .postalAddressRequired: "Voeg een adres toe."
        case .addressLinesRequired: "Voeg straat en huisnummer toe."
        case .localityRequired: "Voeg de plaats toe."
        case .subLocalityRequired: "Voeg het district toe."
        case .administrativeAreaUnknown:
            "We konden deze provincie of regio niet vinden in dit land ({country}). "
                + "Controleer het even."
        case .administrativeAreaContradiction:
            "De postcode hoort bij deze regio: {region}. Controleer of de regio klopt."
        case .postalCodeElsewhere:
            "De postcode hoort bij {region}. Controleer de postcode of de plaats."
        case .postalCodeRequired: "Voeg de postcode toe."
        case .postalCodeFormat:
            "Deze postcode past niet bij dit land ({country}). Voorbeeld: {example}."
        case .countryRequired: "Kies een land of regio."
        case .countryUnknown: "We herkennen dit land of deze regio niet. Controleer het even."
        case .countryContradiction:
            "De naam van het land past niet bij de code; gebruikt is: {country}."
        case .textTooLong: "Kort deze tekst in tot hoogstens {maximum} tekens."
        case .countryNotServed: "Sorry, we bezorgen niet in dit land of deze regio: {country}."
        case .postOfficeBoxNotServed:
            "Sorry, we bezorgen niet op postbussen. Geef een straatadres op."
        case .regionNotServed: "Sorry, we bezorgen niet in deze regio: {region}."
        case .shippingNoMethod: "Sorry, er is geen verzendmethode voor dit adres."
        case .couponUnknown: "We konden deze kortingscode niet vinden. Controleer hem even."
        case .couponExpired: "Deze kortingscode is verlopen."
        case .couponExhausted: "Deze kortingscode is al opgebruikt."
        case .couponBelowMinimum: "Deze kortingscode geldt voor bestellingen vanaf {amount}."
        case .couponAlreadyUsed: "Je hebt deze kortingscode al gebruikt."
        case .balanceUnknown: "We hebben deze cadeaukaart niet gevonden. Controleer de code."
        case .balanceExpired: "Deze cadeaukaart of dit tegoed is verlopen."
        case .balanceFrozen:
            "Deze cadeaukaart of dit tegoed kan op dit moment niet worden gebruikt."
        case .balanceHeld:
            "Het bedrag van deze cadeaukaart of dit tegoed is "
                + "op dit moment gereserveerd voor een andere aankoop."
        case .balanceInsufficient:
            "Er staat niet genoeg op je cadeaukaarten en tegoeden: er ontbreekt {amount}."
        case .balanceCurrency: "Deze cadeaukaart of dit tegoed is in een andere valuta."
        case .balanceTooMany:
            "Je kunt per aankoop hooguit {maximum} cadeaukaarten of tegoeden gebruiken."
        case .cardDeclined: "Je kaart is geweigerd. Probeer een andere kaart."
        case .cardInsufficientFunds:
            "Er staat niet genoeg saldo op deze kaart. Probeer een andere kaart."
        case .cardIssuingCountry:
            "Sorry, kaarten uit dit land ({country}) worden hier niet geaccepteerd. "
                + "Probeer een andere kaart."
        case .billingName: "De bank herkent deze naam niet bij de kaart. Controleer hem even."
        case .billingPostalAddress:
            "De bank herkent dit factuuradres niet bij de kaart. Controleer het even."
        case .billingAddressLines:
            "De bank herkent deze straat niet bij de kaart. Controleer het even."
        case .billingLocality: "De bank herkent deze plaats niet bij de kaart. Controleer het even."
        case .billingAdministrativeArea:
            "De bank herkent deze provincie of regio niet bij de kaart. Controleer het even."
        case .billingPostalCode:
            "De bank herkent deze postcode niet bij de kaart. Controleer hem even."
        case .billingCountry:
            "De bank herkent dit land of deze regio niet bij de kaart. Controleer het even."
        case .paymentTooManyAttempts: "Er waren te veel pogingen. Probeer het later opnieuw."
        case .paymentChecking: "We controleren je betaling. Er wordt niet twee keer afgeschreven."
        case .paymentUnavailable:
            "De betaling kon nu niet worden verwerkt. Er is niets afgeschreven. "
                + "Probeer het zo nog eens."
        case .paymentCanceled:
            "De betaling was niet op tijd afgerond en is geannuleerd. Er wordt niets afgeschreven."
        case .priceChanged:
            "Met het volledige adres is het totaal {amount}. Bevestig het nieuwe totaal."
        case .checkoutExpired: "Deze afrekening is verlopen. Begin opnieuw vanuit de winkelwagen."
        case .checkoutClosed: "Deze afrekening is al afgesloten."
        }
    }
}
