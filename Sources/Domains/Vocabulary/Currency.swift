/// A currency of ISO 4217, three uppercase letters, with its number of decimals.
package struct Currency: Hashable, Sendable {
    /// The alphabetic code in uppercase, as WebKit requires.
    package let code: String
    /// The number of decimals of the minor unit: 2 for USD, 0 for JPY, 3 for KWD.
    package let exponent: Int
    /// The number of minor units in one major unit.
    package var minorUnits: Int64 { (0..<exponent).reduce(1) { units, _ in units * 10 } }

    package init?(_ code: String) {
        guard let index = Currency.index(of: code), Currency.exponents[index] >= 0 else {
            return nil
        }
        self.code = code
        exponent = Int(Currency.exponents[index])
    }

    package static func == (one: Currency, other: Currency) -> Bool { one.code == other.code }

    package func hash(into hasher: inout Hasher) { hasher.combine(code) }
}

extension Currency {
    /// Source: ISO 4217 list one of 2024-06-25 (with XCG and ZWG, without currencies that have no
    /// minor unit). By index; -1 for a code that is no currency.
    private static let exponents: [Int8] = {
        var table = [Int8](repeating: -1, count: 26 * 26 * 26)
        for (exponent, codes) in [withoutDecimals, "", withTwo, withThree, withFour].enumerated() {
            for code in codes.split(whereSeparator: \.isWhitespace) {
                if let index = index(of: String(code)) { table[index] = Int8(exponent) }
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

    private static let withoutDecimals = """
        BIF CLP DJF GNF ISK JPY KMF KRW PYG RWF UGX UYI VND VUV XAF XOF XPF
        """
    private static let withTwo = """
        AED AFN ALL AMD AOA ARS AUD AWG AZN BAM BBD BDT BGN BMD BND BOB BOV BRL BSD BTN BWP BYN
        BZD CAD CDF CHE CHF CHW CNY COP COU CRC CUP CVE CZK DKK DOP DZD EGP ERN ETB EUR FJD FKP
        GBP GEL GHS GIP GMD GTQ GYD HKD HNL HTG HUF IDR ILS INR IRR JMD KES KGS KHR KPW KYD KZT
        LAK LBP LKR LRD LSL MAD MDL MGA MKD MMK MNT MOP MRU MUR MVR MWK MXN MXV MYR MZN NAD NGN
        NIO NOK NPR NZD PAB PEN PGK PHP PKR PLN QAR RON RSD RUB SAR SBD SCR SDG SEK SGD SHP SLE
        SOS SRD SSP STN SVC SYP SZL THB TJS TMT TOP TRY TTD TWD TZS UAH USD USN UYU UZS VED VES
        WST XCD XCG YER ZAR ZMW ZWG
        """
    private static let withThree = """
        BHD IQD JOD KWD LYD OMR TND
        """
    private static let withFour = """
        CLF UYW
        """
}
