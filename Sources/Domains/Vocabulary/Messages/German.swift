/// The catalog in German.
enum German {
    static func template(of key: MessageKey) -> String {
        switch key {
        case .emailRequired: "Bitte gib eine E-Mail-Adresse an."
        case .emailFormat: "Diese E-Mail-Adresse scheint unvollständig zu sein. Bitte prüfe sie."
        case .emailCharacter:
            "Das Zeichen „{character}“ ist in einer E-Mail-Adresse nicht möglich. Bitte prüfe sie."
        case .emailBlank: "In einer E-Mail-Adresse steht kein Leerzeichen. Bitte prüfe sie."
        case .emailDomain: "Bitte prüfe den Teil der E-Mail-Adresse nach dem @."
        case .emailSuggestion: "Meintest du {example}?"
        case .phoneRequired: "Bitte gib eine Telefonnummer an."
        case .phoneTooShort: "Diese Telefonnummer ist zu kurz. Bitte prüfe sie."
        case .phoneTooLong: "Diese Telefonnummer ist zu lang. Bitte prüfe sie."
        case .phoneAreaCode: "Bitte ergänze die Vorwahl dieser Telefonnummer."
        case .phoneNotANumber: "Das sieht nicht nach einer Telefonnummer aus. Bitte prüfe sie."
        case .phoneUnknown: "Diese Art von Telefonnummer kennen wir nicht. Bitte prüfe sie."
        case .phoneOtherCountry: "Diese Telefonnummer gehört zu einem anderen Land als die Adresse."
        case .nameRequired: "Bitte gib einen Namen an."
        case .nameLetters: "Bitte gib einen Namen mit mindestens einem Buchstaben an."
        case .phoneticNameRequired: "Bitte gib die phonetische Schreibweise des Namens an."
        case .phoneticNameCharacters:
            "Bitte schreibe die phonetische Schreibweise in Kana oder lateinischen Buchstaben."
        case .postalAddressRequired: "Bitte gib eine Adresse an."
        case .addressLinesRequired: "Bitte gib Straße und Hausnummer an."
        case .localityRequired: "Bitte gib den Ort an."
        case .subLocalityRequired: "Bitte gib den Bezirk an."
        case .administrativeAreaUnknown:
            "Wir konnten diese Region in diesem Land ({country}) nicht finden. Bitte prüfe sie."
        case .administrativeAreaContradiction:
            "Die Postleitzahl gehört zu dieser Region: {region}. Bitte prüfe, ob die Region stimmt."
        case .postalCodeElsewhere:
            "Diese Postleitzahl gehört zu {region}. Bitte prüfe Postleitzahl und Ort."
        case .postalCodeRequired: "Bitte gib die Postleitzahl an."
        case .postalCodeFormat:
            "Diese Postleitzahl passt nicht zu diesem Land ({country}). Beispiel: {example}."
        case .countryRequired: "Bitte wähle ein Land oder eine Region."
        case .countryUnknown:
            "Wir konnten dieses Land oder diese Region nicht erkennen. Bitte prüfe die Angabe."
        case .countryContradiction:
            "Der Name des Landes passt nicht zu seinem Code; verwendet wurde: {country}."
        case .textTooLong: "Bitte kürze diesen Text auf höchstens {maximum} Zeichen."
        case .countryNotServed:
            "Leider liefern wir nicht in dieses Land oder diese Region: {country}."
        case .postOfficeBoxNotServed:
            "Leider liefern wir nicht an Postfächer. Bitte gib eine Straßenadresse an."
        case .regionNotServed: "Leider liefern wir nicht in diese Region: {region}."
        case .shippingNoMethod: "Leider gibt es für diese Adresse keine Versandart."
        case .couponUnknown: "Wir konnten diesen Gutscheincode nicht finden. Bitte prüfe ihn."
        case .couponExpired: "Dieser Gutscheincode ist abgelaufen."
        case .couponExhausted: "Dieser Gutscheincode ist bereits aufgebraucht."
        case .couponBelowMinimum: "Dieser Gutscheincode gilt ab einem Bestellwert von {amount}."
        case .couponAlreadyUsed: "Du hast diesen Gutscheincode bereits eingelöst."
        case .balanceUnknown: "Wir konnten diese Geschenkkarte nicht finden. Bitte prüfe den Code."
        case .balanceExpired: "Diese Geschenkkarte oder dieses Guthaben ist abgelaufen."
        case .balanceFrozen:
            "Diese Geschenkkarte oder dieses Guthaben kann im Moment nicht verwendet werden."
        case .balanceHeld:
            "Der Betrag auf dieser Geschenkkarte oder diesem Guthaben "
                + "ist gerade für einen anderen Kauf reserviert."
        case .balanceInsufficient:
            "Deine Geschenkkarten und Guthaben reichen nicht aus: Es fehlen {amount}."
        case .balanceCurrency:
            "Diese Geschenkkarte oder dieses Guthaben lautet auf eine andere Währung."
        case .balanceTooMany:
            "Für einen Kauf sind höchstens {maximum} Geschenkkarten oder Guthaben möglich."
        case .cardDeclined:
            "Deine Karte wurde abgelehnt. Bitte versuche es mit einer anderen Karte."
        case .cardInsufficientFunds:
            "Auf dieser Karte ist nicht genug Guthaben verfügbar. "
                + "Bitte versuche es mit einer anderen Karte."
        case .cardIssuingCountry:
            "Karten aus diesem Land ({country}) werden hier leider nicht akzeptiert. "
                + "Bitte versuche es mit einer anderen Karte."
        case .billingName: "Die Bank kennt diesen Namen zu der Karte nicht. Bitte prüfe ihn."
        case .billingPostalAddress:
            "Die Bank kennt diese Rechnungsadresse zu der Karte nicht. Bitte prüfe sie."
        case .billingAddressLines:
            "Die Bank kennt diese Straße zu der Karte nicht. Bitte prüfe sie."
        case .billingLocality: "Die Bank kennt diesen Ort zu der Karte nicht. Bitte prüfe ihn."
        case .billingAdministrativeArea:
            "Die Bank kennt diese Region zu der Karte nicht. Bitte prüfe sie."
        case .billingPostalCode:
            "Die Bank kennt diese Postleitzahl zu der Karte nicht. Bitte prüfe sie."
        case .billingCountry:
            "Die Bank kennt dieses Land oder diese Region zu der Karte nicht. "
                + "Bitte prüfe die Angabe."
        case .paymentTooManyAttempts:
            "Es gab zu viele Versuche. Bitte versuche es später noch einmal."
        case .paymentChecking: "Wir prüfen deine Zahlung. Es wird nicht zweimal abgebucht."
        case .paymentUnavailable:
            "Die Zahlung konnte gerade nicht ausgeführt werden. Es wurde nichts abgebucht. "
                + "Bitte versuche es gleich noch einmal."
        case .paymentCanceled:
            "Die Zahlung wurde nicht rechtzeitig abgeschlossen und deshalb storniert. "
                + "Es wird nichts abgebucht."
        case .priceChanged:
            "Mit der vollständigen Adresse beträgt die Summe {amount}. "
                + "Bitte bestätige die neue Summe."
        case .checkoutExpired:
            "Dieser Bezahlvorgang ist abgelaufen. Bitte beginne noch einmal im Warenkorb."
        case .checkoutClosed: "Dieser Bezahlvorgang ist bereits abgeschlossen."
        }
    }
}
