/// The catalog in Portuguese, in Brazil's spelling, which readers in Portugal understand.
enum Portuguese {
    static func template(of key: MessageKey) -> String {
        switch key {
        case .emailRequired: "Adicione um endereço de e-mail."
        case .emailFormat: "Este endereço de e-mail parece incompleto. Verifique, por favor."
        case .emailCharacter:
            "O caractere “{character}” não pode ser usado em um endereço de e-mail. "
                + "Verifique, por favor."
        case .emailBlank: "Um endereço de e-mail não tem espaços. Verifique, por favor."
        case .emailDomain: "Verifique a parte do endereço de e-mail depois do @."
        case .emailSuggestion: "Você quis dizer {example}?"
        case .phoneRequired: "Adicione um número de telefone."
        case .phoneTooShort: "Este número de telefone é curto demais. Verifique, por favor."
        case .phoneTooLong: "Este número de telefone é longo demais. Verifique, por favor."
        case .phoneAreaCode: "Adicione o código de área a este número de telefone."
        case .phoneNotANumber: "Isto não parece um número de telefone. Verifique, por favor."
        case .phoneUnknown: "Não conhecemos este tipo de número de telefone. Verifique, por favor."
        case .phoneOtherCountry: "Este número de telefone é de um país diferente do endereço."
        case .nameRequired: "Adicione um nome."
        case .nameLetters: "Informe um nome com pelo menos uma letra."
        case .phoneticNameRequired: "Adicione a leitura fonética do nome."
        case .phoneticNameCharacters: "Escreva a leitura fonética em kana ou em letras latinas."
        case .postalAddressRequired: "Adicione um endereço."
        case .addressLinesRequired: "Adicione a rua e o número."
        case .localityRequired: "Adicione a cidade."
        case .subLocalityRequired: "Adicione o distrito."
        case .administrativeAreaUnknown:
            "Não encontramos este estado ou região no país indicado ({country}). "
                + "Verifique, por favor."
        case .administrativeAreaContradiction:
            "O código postal pertence a esta região: {region}. Verifique se a região está correta."
        case .postalCodeElsewhere:
            "O código postal pertence a {region}. Verifique o código postal ou a cidade."
        case .postalCodeRequired: "Adicione o código postal."
        case .postalCodeFormat:
            "Este código postal não tem o formato esperado ({country}). Exemplo: {example}."
        case .countryRequired: "Escolha um país ou região."
        case .countryUnknown: "Não reconhecemos este país ou região. Verifique, por favor."
        case .countryContradiction:
            "O nome do país não corresponde ao código; foi usado: {country}."
        case .textTooLong: "Reduza este texto a no máximo {maximum} caracteres."
        case .countryNotServed: "Desculpe, não entregamos neste país ou região: {country}."
        case .postOfficeBoxNotServed:
            "Desculpe, não entregamos em caixas postais. Indique um endereço."
        case .regionNotServed: "Desculpe, não entregamos nesta região: {region}."
        case .shippingNoMethod: "Desculpe, não há forma de envio para este endereço."
        case .couponUnknown: "Não encontramos este código de cupom. Verifique, por favor."
        case .couponExpired: "Este código de cupom expirou."
        case .couponExhausted: "Este código de cupom já se esgotou."
        case .couponBelowMinimum: "Este código de cupom é válido para pedidos a partir de {amount}."
        case .couponAlreadyUsed: "Você já usou este código de cupom."
        case .balanceUnknown: "Não encontrámos este cartão-presente. Verifique o código."
        case .balanceExpired: "Este cartão-presente ou crédito expirou."
        case .balanceFrozen: "Este cartão-presente ou crédito não pode ser usado neste momento."
        case .balanceHeld:
            "O dinheiro deste cartão-presente ou crédito está "
                + "reservado neste momento para outra compra."
        case .balanceInsufficient:
            "Os seus cartões-presente e créditos não são suficientes: faltam {amount}."
        case .balanceCurrency: "Este cartão-presente ou crédito está noutra moeda."
        case .balanceTooMany:
            "Pode usar no máximo {maximum} cartões-presente ou créditos por compra."
        case .cardDeclined: "Seu cartão foi recusado. Tente outro cartão."
        case .cardInsufficientFunds: "Não há saldo suficiente neste cartão. Tente outro cartão."
        case .cardIssuingCountry:
            "Desculpe, cartões emitidos neste país ({country}) não são aceitos aqui. "
                + "Tente outro cartão."
        case .billingName: "O banco não reconhece este nome para o cartão. Verifique, por favor."
        case .billingPostalAddress:
            "O banco não reconhece este endereço de cobrança para o cartão. Verifique, por favor."
        case .billingAddressLines:
            "O banco não reconhece esta rua para o cartão. Verifique, por favor."
        case .billingLocality:
            "O banco não reconhece esta cidade para o cartão. Verifique, por favor."
        case .billingAdministrativeArea:
            "O banco não reconhece este estado ou região para o cartão. Verifique, por favor."
        case .billingPostalCode:
            "O banco não reconhece este código postal para o cartão. Verifique, por favor."
        case .billingCountry:
            "O banco não reconhece este país ou região para o cartão. Verifique, por favor."
        case .paymentTooManyAttempts: "Houve tentativas demais. Tente novamente mais tarde."
        case .paymentChecking:
            "Estamos verificando seu pagamento. Você não será cobrado duas vezes."
        case .paymentUnavailable:
            "O pagamento não pôde ser processado agora. Nada foi cobrado. "
                + "Tente novamente em instantes."
        case .paymentCanceled:
            "O pagamento não foi concluído a tempo e foi cancelado. Nada será cobrado."
        case .priceChanged: "Com o endereço completo, o total é de {amount}. Confirme o novo total."
        case .checkoutExpired: "Esta compra expirou. Recomece pelo carrinho."
        case .checkoutClosed: "Esta compra já está encerrada."
        }
    }
}
