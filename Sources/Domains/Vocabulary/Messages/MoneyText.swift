extension Money {
    /// The amount in the format of the language: `$1,234.50`, `1.234,50 €`, `￥500`.
    ///
    /// Only the most common currencies use symbols; the others use their three-letter code, which
    /// is never ambiguous. Spaces are non-breaking.
    package func text(in language: Language) -> String {
        let style = NumberStyle(language)
        var (whole, fraction) = (decimal[...], Substring())
        let negative = whole.first == "-"
        if negative { whole = whole.dropFirst() }
        if let point = whole.firstIndex(of: ".") {
            fraction = whole[whole.index(after: point)...]
            whole = whole[..<point]
        }
        var number = style.grouped(whole)
        if !fraction.isEmpty { number += style.decimalSeparator + fraction }
        let sign = negative ? "-" : ""
        guard let symbol = currency.symbol(in: language) else {
            return style.symbolFirst
                ? sign + currency.code + "\u{A0}" + number
                : sign + number + "\u{A0}" + currency.code
        }
        if !style.symbolFirst { return sign + number + "\u{A0}" + symbol }
        return sign + symbol + style.afterSymbol + number
    }
}

extension Currency {
    /// The currency's symbol, if readers of the language associate it with this currency only.
    fileprivate func symbol(in language: Language) -> String? {
        switch (code, language) {
        case ("EUR", _): "€"
        case ("GBP", _): "£"
        case ("INR", _): "₹"
        case ("KRW", _): "₩"
        case ("ILS", _): "₪"
        case ("VND", _): "₫"
        case ("BRL", _): "R$"
        case ("USD", .english), ("USD", .japanese): "$"
        case ("USD", .spanish), ("USD", .portuguese), ("USD", .dutch): "US$"
        case ("USD", .simplifiedChinese), ("USD", .traditionalChinese), ("USD", .korean): "US$"
        case ("USD", .french): "$US"
        case ("USD", .german), ("USD", .italian): "$"
        case ("JPY", .japanese): "￥"
        case ("CNY", .simplifiedChinese): "¥"
        case ("TWD", .traditionalChinese): "NT$"
        case ("HKD", .traditionalChinese): "HK$"
        default: nil
        }
    }
}

/// The number format of a language; source: CLDR's number patterns.
private struct NumberStyle {
    let decimalSeparator: String
    let groupSeparator: String
    /// Spanish groups only numbers of five or more digits.
    let smallestGrouped: Int
    let symbolFirst: Bool
    let afterSymbol: String

    init(_ language: Language) {
        switch language {
        case .english, .japanese, .simplifiedChinese, .traditionalChinese, .korean:
            (decimalSeparator, groupSeparator, smallestGrouped) = (".", ",", 4)
            (symbolFirst, afterSymbol) = (true, "")
        case .french:
            (decimalSeparator, groupSeparator, smallestGrouped) = (",", "\u{202F}", 4)
            (symbolFirst, afterSymbol) = (false, "")
        case .german, .italian:
            (decimalSeparator, groupSeparator, smallestGrouped) = (",", ".", 4)
            (symbolFirst, afterSymbol) = (false, "")
        case .spanish:
            (decimalSeparator, groupSeparator, smallestGrouped) = (",", ".", 5)
            (symbolFirst, afterSymbol) = (false, "")
        case .portuguese:
            (decimalSeparator, groupSeparator, smallestGrouped) = (",", ".", 4)
            (symbolFirst, afterSymbol) = (true, "\u{A0}")
        case .dutch:
            (decimalSeparator, groupSeparator, smallestGrouped) = (",", ".", 4)
            (symbolFirst, afterSymbol) = (true, "\u{A0}")
        }
    }

    func grouped(_ whole: Substring) -> String {
        let digits = Array(whole.utf8)
        guard digits.count >= smallestGrouped else { return String(whole) }
        var text = ""
        for (index, digit) in digits.enumerated() {
            if index > 0, (digits.count - index) % 3 == 0 { text += groupSeparator }
            text.unicodeScalars.append(Unicode.Scalar(digit))
        }
        return text
    }
}
