/// The catalog in Italian.
enum Italian {
    static func template(of key: MessageKey) -> String {
        switch key {
        case .emailRequired: "Aggiungi un indirizzo e-mail."
        case .emailFormat: "Questo indirizzo e-mail sembra incompleto. Controllalo, per favore."
        case .emailCharacter:
            "Il carattere “{character}” non è ammesso in un indirizzo e-mail. "
                + "Controllalo, per favore."
        case .emailBlank: "Un indirizzo e-mail non contiene spazi. Controllalo, per favore."
        case .emailDomain: "Controlla la parte dell’indirizzo e-mail dopo la @."
        case .emailSuggestion: "Volevi dire {example}?"
        case .phoneRequired: "Aggiungi un numero di telefono."
        case .phoneTooShort: "Questo numero di telefono è troppo corto. Controllalo, per favore."
        case .phoneTooLong: "Questo numero di telefono è troppo lungo. Controllalo, per favore."
        case .phoneAreaCode: "Aggiungi il prefisso a questo numero di telefono."
        case .phoneNotANumber: "Questo non sembra un numero di telefono. Controllalo, per favore."
        case .phoneUnknown:
            "Non conosciamo questo tipo di numero di telefono. Controllalo, per favore."
        case .phoneOtherCountry:
            "Questo numero di telefono è di un paese diverso da quello dell’indirizzo."
        case .nameRequired: "Aggiungi un nome."
        case .nameLetters: "Inserisci un nome con almeno una lettera."
        case .phoneticNameRequired: "Aggiungi la lettura fonetica del nome."
        case .phoneticNameCharacters: "Scrivi la lettura fonetica in kana o in lettere latine."
        case .postalAddressRequired: "Aggiungi un indirizzo."
        case .addressLinesRequired: "Aggiungi la via e il numero civico."
        case .localityRequired: "Aggiungi la città."
        case .subLocalityRequired: "Aggiungi il distretto."
        case .administrativeAreaUnknown:
            "Non abbiamo trovato questa provincia o regione nel paese indicato ({country}). "
                + "Controllala, per favore."
        case .administrativeAreaContradiction:
            "Il codice postale appartiene a questa regione: {region}. "
                + "Controlla che la regione sia giusta."
        case .postalCodeElsewhere:
            "Il codice postale appartiene a {region}. Controlla il codice postale o la città."
        case .postalCodeRequired: "Aggiungi il codice postale."
        case .postalCodeFormat:
            "Questo codice postale non ha il formato previsto ({country}). Esempio: {example}."
        case .countryRequired: "Scegli un paese o una regione."
        case .countryUnknown:
            "Non abbiamo riconosciuto questo paese o questa regione. Controlla, per favore."
        case .countryContradiction:
            "Il nome del paese non corrisponde al suo codice; è stato usato: {country}."
        case .textTooLong: "Riduci questo testo a un massimo di {maximum} caratteri."
        case .countryNotServed:
            "Spiacenti, non effettuiamo consegne in questo paese o questa regione: {country}."
        case .postOfficeBoxNotServed:
            "Spiacenti, non consegniamo a caselle postali. Indica un indirizzo."
        case .regionNotServed: "Spiacenti, non effettuiamo consegne in questa zona: {region}."
        case .shippingNoMethod:
            "Spiacenti, non c’è alcun metodo di spedizione per questo indirizzo."
        case .couponUnknown: "Non abbiamo trovato questo codice coupon. Controllalo, per favore."
        case .couponExpired: "Questo codice coupon è scaduto."
        case .couponExhausted: "Questo codice coupon è esaurito."
        case .couponBelowMinimum: "Questo codice coupon è valido per ordini a partire da {amount}."
        case .couponAlreadyUsed: "Hai già usato questo codice coupon."
        case .balanceUnknown: "Non abbiamo trovato questa carta regalo. Controlla il codice."
        case .balanceExpired: "Questa carta regalo o questo credito è scaduto."
        case .balanceFrozen: "Questa carta regalo o questo credito non può essere usato al momento."
        case .balanceHeld:
            "Il denaro di questa carta regalo o di questo credito "
                + "è al momento riservato a un altro acquisto."
        case .balanceInsufficient:
            "Le tue carte regalo e i tuoi crediti non bastano: mancano {amount}."
        case .balanceCurrency: "Questa carta regalo o questo credito è in un’altra valuta."
        case .balanceTooMany: "Puoi usare al massimo {maximum} carte regalo o crediti per acquisto."
        case .cardDeclined: "La tua carta è stata rifiutata. Prova con un’altra carta."
        case .cardInsufficientFunds:
            "Il saldo disponibile su questa carta non è sufficiente. Prova con un’altra carta."
        case .cardIssuingCountry:
            "Spiacenti, qui non si accettano carte emesse in questo paese ({country}). "
                + "Prova con un’altra carta."
        case .billingName:
            "La banca non riconosce questo nome per la carta. Controllalo, per favore."
        case .billingPostalAddress:
            "La banca non riconosce questo indirizzo di fatturazione per la carta. "
                + "Controllalo, per favore."
        case .billingAddressLines:
            "La banca non riconosce questa via per la carta. Controllala, per favore."
        case .billingLocality:
            "La banca non riconosce questa città per la carta. Controllala, per favore."
        case .billingAdministrativeArea:
            "La banca non riconosce questa provincia o regione per la carta. "
                + "Controllala, per favore."
        case .billingPostalCode:
            "La banca non riconosce questo codice postale per la carta. Controllalo, per favore."
        case .billingCountry:
            "La banca non riconosce questo paese o questa regione per la carta. "
                + "Controlla, per favore."
        case .paymentTooManyAttempts: "Ci sono stati troppi tentativi. Riprova più tardi."
        case .paymentChecking: "Stiamo verificando il pagamento. Non ti verrà addebitato due volte."
        case .paymentUnavailable:
            "In questo momento non è stato possibile elaborare il pagamento. "
                + "Non ti è stato addebitato nulla. Riprova tra poco."
        case .paymentCanceled:
            "Il pagamento non è stato completato in tempo ed è stato annullato. "
                + "Non ti verrà addebitato nulla."
        case .priceChanged:
            "Con l’indirizzo completo il totale è di {amount}. Conferma il nuovo totale."
        case .checkoutExpired: "Questo acquisto è scaduto. Ricomincia dal carrello."
        case .checkoutClosed: "Questo acquisto è già chiuso."
        }
    }
}
