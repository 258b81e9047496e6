/// The catalog in Spanish.
enum Spanish {
    static func template(of key: MessageKey) -> String {
        switch key {
        case .emailRequired: "Añade una dirección de correo electrónico."
        case .emailFormat:
            "Esta dirección de correo electrónico parece incompleta. Compruébala, por favor."
        case .emailCharacter:
            "El carácter «{character}» no se puede usar en una dirección de correo "
                + "electrónico. Compruébala, por favor."
        case .emailBlank:
            "Una dirección de correo electrónico no lleva espacios. Compruébala, por favor."
        case .emailDomain:
            "Comprueba la parte de la dirección de correo que sigue a la @, por favor."
        case .emailSuggestion: "¿Querías decir {example}?"
        case .phoneRequired: "Añade un número de teléfono."
        case .phoneTooShort: "Este número de teléfono es demasiado corto. Compruébalo, por favor."
        case .phoneTooLong: "Este número de teléfono es demasiado largo. Compruébalo, por favor."
        case .phoneAreaCode: "Añade el prefijo de zona a este número de teléfono."
        case .phoneNotANumber: "Esto no parece un número de teléfono. Compruébalo, por favor."
        case .phoneUnknown: "No conocemos este tipo de número de teléfono. Compruébalo, por favor."
        case .phoneOtherCountry:
            "Este número de teléfono es de un país distinto al de la dirección."
        case .nameRequired: "Añade un nombre."
        case .nameLetters: "Escribe un nombre que tenga al menos una letra."
        case .phoneticNameRequired: "Añade la lectura fonética del nombre."
        case .phoneticNameCharacters: "Escribe la lectura fonética en kana o con letras latinas."
        case .postalAddressRequired: "Añade una dirección."
        case .addressLinesRequired: "Añade la calle y el número."
        case .localityRequired: "Añade la ciudad."
        case .subLocalityRequired: "Añade el distrito."
        case .administrativeAreaUnknown:
            "No hemos encontrado este estado o provincia en {country}. Compruébalo, por favor."
        case .administrativeAreaContradiction:
            "El código postal pertenece a {region}. Comprueba que la región sea correcta."
        case .postalCodeElsewhere:
            "El código postal pertenece a {region}. Comprueba el código postal o la ciudad."
        case .postalCodeRequired: "Añade el código postal."
        case .postalCodeFormat:
            "Este código postal no tiene el formato de {country}. Ejemplo: {example}."
        case .countryRequired: "Elige un país o una región."
        case .countryUnknown: "No hemos reconocido este país o región. Compruébalo, por favor."
        case .countryContradiction:
            "El nombre del país no coincide con su código; se ha usado {country}."
        case .textTooLong: "Acorta este texto a un máximo de {maximum} caracteres."
        case .countryNotServed: "Lo sentimos, no hacemos envíos a {country}."
        case .postOfficeBoxNotServed:
            "Lo sentimos, no hacemos envíos a apartados de correos. Indica una dirección."
        case .regionNotServed: "Lo sentimos, no hacemos envíos a {region}."
        case .shippingNoMethod: "Lo sentimos, no hay ningún método de envío para esta dirección."
        case .couponUnknown: "No hemos encontrado este código de cupón. Compruébalo, por favor."
        case .couponExpired: "Este código de cupón ha caducado."
        case .couponExhausted: "Este código de cupón ya se ha agotado."
        case .couponBelowMinimum:
            "Este código de cupón es válido para pedidos a partir de {amount}."
        case .couponAlreadyUsed: "Ya has usado este código de cupón."
        case .balanceUnknown: "No hemos encontrado esta tarjeta regalo. Comprueba el código."
        case .balanceExpired: "Esta tarjeta regalo o este crédito ha caducado."
        case .balanceFrozen: "Esta tarjeta regalo o este crédito no se puede usar en este momento."
        case .balanceHeld:
            "El dinero de esta tarjeta regalo o de este "
                + "crédito está reservado ahora para otra compra."
        case .balanceInsufficient:
            "Tus tarjetas regalo y créditos no son suficientes: faltan {amount}."
        case .balanceCurrency: "Esta tarjeta regalo o este crédito está en otra moneda."
        case .balanceTooMany:
            "Puedes usar como máximo {maximum} tarjetas regalo o créditos por compra."
        case .cardDeclined: "Tu tarjeta ha sido rechazada. Prueba con otra tarjeta."
        case .cardInsufficientFunds:
            "No hay saldo suficiente en esta tarjeta. Prueba con otra tarjeta."
        case .cardIssuingCountry:
            "Lo sentimos, aquí no se aceptan tarjetas emitidas en {country}. "
                + "Prueba con otra tarjeta."
        case .billingName:
            "El banco no reconoce este nombre para la tarjeta. Compruébalo, por favor."
        case .billingPostalAddress:
            "El banco no reconoce esta dirección de facturación para la tarjeta. "
                + "Compruébala, por favor."
        case .billingAddressLines:
            "El banco no reconoce esta calle para la tarjeta. Compruébala, por favor."
        case .billingLocality:
            "El banco no reconoce esta ciudad para la tarjeta. Compruébala, por favor."
        case .billingAdministrativeArea:
            "El banco no reconoce este estado o provincia para la tarjeta. Compruébalo, por favor."
        case .billingPostalCode:
            "El banco no reconoce este código postal para la tarjeta. Compruébalo, por favor."
        case .billingCountry:
            "El banco no reconoce este país o región para la tarjeta. Compruébalo, por favor."
        case .paymentTooManyAttempts: "Ha habido demasiados intentos. Inténtalo de nuevo más tarde."
        case .paymentChecking: "Estamos comprobando tu pago. No se te cobrará dos veces."
        case .paymentUnavailable:
            "El pago no se ha podido procesar en este momento. No se te ha cobrado nada. "
                + "Inténtalo de nuevo en un momento."
        case .paymentCanceled:
            "El pago no se completó a tiempo y se ha cancelado. No se te cobrará nada."
        case .priceChanged:
            "Con la dirección completa, el total es de {amount}. Confirma el nuevo total."
        case .checkoutExpired: "Esta compra ha caducado. Vuelve a empezar desde el carrito."
        case .checkoutClosed: "Esta compra ya está cerrada."
        }
    }
}
