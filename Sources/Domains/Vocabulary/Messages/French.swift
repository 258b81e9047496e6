/// The catalog in French.
enum French {
    static func template(of key: MessageKey) -> String {
        switch key {
        case .emailRequired: "Veuillez ajouter une adresse e-mail."
        case .emailFormat: "Cette adresse e-mail semble incomplète. Veuillez la vérifier."
        case .emailCharacter:
            "Le caractère « {character} » n’est pas autorisé dans une adresse e-mail. "
                + "Veuillez la vérifier."
        case .emailBlank: "Une adresse e-mail ne contient pas d’espace. Veuillez la vérifier."
        case .emailDomain: "Veuillez vérifier la partie de l’adresse e-mail qui suit le @."
        case .emailSuggestion: "Vouliez-vous dire {example} ?"
        case .phoneRequired: "Veuillez ajouter un numéro de téléphone."
        case .phoneTooShort: "Ce numéro de téléphone est trop court. Veuillez le vérifier."
        case .phoneTooLong: "Ce numéro de téléphone est trop long. Veuillez le vérifier."
        case .phoneAreaCode: "Veuillez ajouter l’indicatif régional à ce numéro de téléphone."
        case .phoneNotANumber:
            "Ceci ne ressemble pas à un numéro de téléphone. Veuillez le vérifier."
        case .phoneUnknown:
            "Nous ne connaissons pas ce type de numéro de téléphone. Veuillez le vérifier."
        case .phoneOtherCountry: "Ce numéro de téléphone est d’un autre pays que l’adresse."
        case .nameRequired: "Veuillez ajouter un nom."
        case .nameLetters: "Veuillez saisir un nom qui contient au moins une lettre."
        case .phoneticNameRequired: "Veuillez ajouter la transcription phonétique du nom."
        case .phoneticNameCharacters:
            "Veuillez écrire la transcription phonétique en kana ou en lettres latines."
        case .postalAddressRequired: "Veuillez ajouter une adresse."
        case .addressLinesRequired: "Veuillez ajouter la rue et le numéro."
        case .localityRequired: "Veuillez ajouter la ville."
        case .subLocalityRequired: "Veuillez ajouter le district."
        case .administrativeAreaUnknown:
            "Nous n’avons pas trouvé cette région dans le pays indiqué ({country}). "
                + "Veuillez la vérifier."
        case .administrativeAreaContradiction:
            "Ce code postal correspond à la région suivante : {region}. "
                + "Veuillez vérifier la région."
        case .postalCodeElsewhere:
            "Ce code postal correspond à {region}. Veuillez vérifier le code postal ou la ville."
        case .postalCodeRequired: "Veuillez ajouter le code postal."
        case .postalCodeFormat:
            "Ce code postal n’a pas le format attendu ({country}). Exemple : {example}."
        case .countryRequired: "Veuillez choisir un pays ou une région."
        case .countryUnknown: "Nous n’avons pas reconnu ce pays ou cette région. Veuillez vérifier."
        case .countryContradiction:
            "Le nom du pays ne correspond pas à son code ; nous avons retenu : {country}."
        case .textTooLong: "Veuillez raccourcir ce texte à {maximum} caractères au maximum."
        case .countryNotServed:
            "Désolé, nous ne livrons pas dans ce pays ou cette région : {country}."
        case .postOfficeBoxNotServed:
            "Désolé, nous ne livrons pas aux boîtes postales. Veuillez indiquer une adresse."
        case .regionNotServed: "Désolé, nous ne livrons pas dans cette région : {region}."
        case .shippingNoMethod:
            "Désolé, aucun mode de livraison n’est disponible pour cette adresse."
        case .couponUnknown: "Nous n’avons pas trouvé ce code promo. Veuillez le vérifier."
        case .couponExpired: "Ce code promo a expiré."
        case .couponExhausted: "Ce code promo n’est plus disponible."
        case .couponBelowMinimum: "Ce code promo est valable à partir de {amount} d’achat."
        case .couponAlreadyUsed: "Vous avez déjà utilisé ce code promo."
        case .balanceUnknown:
            "Nous n’avons pas trouvé cette carte cadeau. Veuillez vérifier le code."
        case .balanceExpired: "Cette carte cadeau ou cet avoir a expiré."
        case .balanceFrozen:
            "Cette carte cadeau ou cet avoir ne peut pas être utilisé pour le moment."
        case .balanceHeld:
            "Le montant de cette carte cadeau ou de cet "
                + "avoir est actuellement réservé à un autre achat."
        case .balanceInsufficient:
            "Vos cartes cadeaux et avoirs ne suffisent pas : il manque {amount}."
        case .balanceCurrency: "Cette carte cadeau ou cet avoir est dans une autre devise."
        case .balanceTooMany:
            "Vous pouvez utiliser au plus {maximum} cartes cadeaux ou avoirs par achat."
        case .cardDeclined: "Votre carte a été refusée. Veuillez en essayer une autre."
        case .cardInsufficientFunds:
            "Le solde disponible sur cette carte est insuffisant. Veuillez en essayer une autre."
        case .cardIssuingCountry:
            "Désolé, les cartes émises dans ce pays ({country}) ne sont pas acceptées ici. "
                + "Veuillez en essayer une autre."
        case .billingName:
            "La banque ne reconnaît pas ce nom pour cette carte. Veuillez le vérifier."
        case .billingPostalAddress:
            "La banque ne reconnaît pas cette adresse de facturation pour cette carte. "
                + "Veuillez la vérifier."
        case .billingAddressLines:
            "La banque ne reconnaît pas cette rue pour cette carte. Veuillez la vérifier."
        case .billingLocality:
            "La banque ne reconnaît pas cette ville pour cette carte. Veuillez la vérifier."
        case .billingAdministrativeArea:
            "La banque ne reconnaît pas cette région pour cette carte. Veuillez la vérifier."
        case .billingPostalCode:
            "La banque ne reconnaît pas ce code postal pour cette carte. Veuillez le vérifier."
        case .billingCountry:
            "La banque ne reconnaît pas ce pays ou cette région pour cette carte. "
                + "Veuillez vérifier."
        case .paymentTooManyAttempts: "Il y a eu trop de tentatives. Veuillez réessayer plus tard."
        case .paymentChecking: "Nous vérifions votre paiement. Vous ne serez pas débité deux fois."
        case .paymentUnavailable:
            "Le paiement n’a pas pu être traité pour le moment. Vous n’avez pas été débité. "
                + "Veuillez réessayer dans un instant."
        case .paymentCanceled:
            "Le paiement n’a pas abouti à temps et a été annulé. Vous ne serez pas débité."
        case .priceChanged:
            "Avec l’adresse complète, le total est de {amount}. "
                + "Veuillez confirmer le nouveau total."
        case .checkoutExpired: "Cette commande a expiré. Veuillez recommencer depuis le panier."
        case .checkoutClosed: "Cette commande est déjà clôturée."
        }
    }
}
