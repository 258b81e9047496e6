/// A currency of ISO 4217, three upper-case letters, with its number of decimals.
package struct Currency: Hashable, Sendable {
    /// The alphabetic code, as WebKit demands it: upper case.
    package let code: String
    /// How many decimals the minor unit has: 2 for USD, 0 for JPY, 3 for KWD.
    package let exponent: Int

    package init?(_ code: String) {
        guard let exponent = Currency.exponents[code] else { return nil }
        self.code = code
        self.exponent = exponent
    }

    package static func == (one: Currency, other: Currency) -> Bool { one.code == other.code }

    package func hash(into hasher: inout Hasher) { hasher.combine(code) }
}

extension Currency {
    /// Source: ISO 4217 list one of 2024-06-25 (with XCG and ZWG, without what has no minor unit).
    private static let exponents: [String: Int] = {
        var table: [String: Int] = [:]
        for (exponent, codes) in [withoutDecimals, "", withTwo, withThree, withFour].enumerated() {
            for code in codes.split(whereSeparator: \.isWhitespace) {
                table[String(code)] = exponent
            }
        }
        return table
    }()

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
