/// A currency of ISO 4217, three uppercase letters, with its number of decimals.
package struct Currency: Hashable, Sendable {
    /// The alphabetic code in uppercase, as WebKit requires.
    package let code: String
    private let definition: Definition

    /// The number of decimals of the minor unit: 2 for USD, 0 for JPY, 3 for KWD.
    package var exponent: Int { Int(definition.exponent) }
    /// The number of minor units in one major unit.
    package var minorUnits: Int64 { (0..<exponent).reduce(1) { units, _ in units * 10 } }
    /// The three-digit numeric code of ISO 4217, which payment tokens use.
    package var number: String {
        let digits = String(definition.number)
        return String(repeating: "0", count: 3 - digits.utf8.count) + digits
    }

    package init?(_ code: String) {
        guard let index = Currency.index(of: code), let definition = Currency.definitions[index]
        else { return nil }
        self.init(code: code, definition: definition)
    }

    private init(code: String, definition: Definition) {
        self.code = code
        self.definition = definition
    }

    package static func == (one: Currency, other: Currency) -> Bool { one.code == other.code }

    package func hash(into hasher: inout Hasher) { hasher.combine(code) }

    /// The values of ISO 4217 in four bytes, because each amount has its currency.
    private struct Definition {
        let exponent: UInt8
        let number: UInt16
    }
}

extension Currency {
    /// A constant without an optional; a test compares it with the list.
    package static let usDollar = Currency(
        code: "USD", definition: Definition(exponent: 2, number: 840))
}

extension Currency {
    /// Source: ISO 4217 list one of 2024-06-25 (with XCG and ZWG, without currencies that have no
    /// minor unit). By index; nil for a code that is no currency.
    private static let definitions: [Definition?] = {
        var table = [Definition?](repeating: nil, count: 26 * 26 * 26)
        let lists = [withoutDecimals, "", withTwo, withThree, withFour]
        for (exponent, currencies) in lists.enumerated() {
            for currency in currencies.split(whereSeparator: \.isWhitespace) {
                guard let index = Currency.index(of: String(currency.prefix(3))),
                    let number = UInt16(currency.suffix(3))
                else { continue }
                table[index] = Definition(exponent: UInt8(exponent), number: number)
            }
        }
        return table
    }()

    /// Three uppercase letters as a number.
    private static func index(of code: String) -> Int? {
        var index = 0
        var count = 0
        for letter in code.utf8 {
            guard letter >= 65, letter <= 90, count < 3 else { return nil }
            index = index * 26 + Int(letter - 65)
            count += 1
        }
        return count == 3 ? index : nil
    }

    // The alphabetic and the numeric code of each currency, by the number of decimals.

    private static let withoutDecimals = """
        BIF108 CLP152 DJF262 GNF324 ISK352 JPY392 KMF174 KRW410 PYG600 RWF646 UGX800 UYI940 VND704
        VUV548 XAF950 XOF952 XPF953
        """
    private static let withTwo = """
        AED784 AFN971 ALL008 AMD051 AOA973 ARS032 AUD036 AWG533 AZN944 BAM977 BBD052 BDT050 BGN975
        BMD060 BND096 BOB068 BOV984 BRL986 BSD044 BTN064 BWP072 BYN933 BZD084 CAD124 CDF976 CHE947
        CHF756 CHW948 CNY156 COP170 COU970 CRC188 CUP192 CVE132 CZK203 DKK208 DOP214 DZD012 EGP818
        ERN232 ETB230 EUR978 FJD242 FKP238 GBP826 GEL981 GHS936 GIP292 GMD270 GTQ320 GYD328 HKD344
        HNL340 HTG332 HUF348 IDR360 ILS376 INR356 IRR364 JMD388 KES404 KGS417 KHR116 KPW408 KYD136
        KZT398 LAK418 LBP422 LKR144 LRD430 LSL426 MAD504 MDL498 MGA969 MKD807 MMK104 MNT496 MOP446
        MRU929 MUR480 MVR462 MWK454 MXN484 MXV979 MYR458 MZN943 NAD516 NGN566 NIO558 NOK578 NPR524
        NZD554 PAB590 PEN604 PGK598 PHP608 PKR586 PLN985 QAR634 RON946 RSD941 RUB643 SAR682 SBD090
        SCR690 SDG938 SEK752 SGD702 SHP654 SLE925 SOS706 SRD968 SSP728 STN930 SVC222 SYP760 SZL748
        THB764 TJS972 TMT934 TOP776 TRY949 TTD780 TWD901 TZS834 UAH980 USD840 USN997 UYU858 UZS860
        VED926 VES928 WST882 XCD951 XCG532 YER886 ZAR710 ZMW967 ZWG924
        """
    private static let withThree = """
        BHD048 IQD368 JOD400 KWD414 LYD434 OMR512 TND788
        """
    private static let withFour = """
        CLF990 UYW927
        """
}
