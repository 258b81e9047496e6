import JSON
import Vocabulary

extension MerchantSettings: Writable {
    /// Reads the given members and keeps the others; null resets a member to its default.
    package init(reading fields: ObjectReader, changing old: MerchantSettings = .init()) {
        let initial = MerchantSettings()
        self = old
        fields.read("statementName", into: &statementName) {
            $0.label($1, maxLength: SettingsLimits.nameLengthMax)
        }
        fields.read("countryCode", into: &country) { $0.country($1) }
        fields.read("domains", into: &domains, initially: []) {
            $0.values(
                $1, maxCount: SettingsLimits.domainsMax, maxLength: SettingsLimits.domainLengthMax,
                detail: "a domain name in lower case, without scheme, port or path",
                parse: DomainText.checked
            )?.withoutRepetition()
        }
        fields.read("allowedShippingCountries", into: &allowedShippingCountries) {
            $0.countries($1, minCount: 1)
        }
        fields.read("excludedRegions", into: &excludedRegions, initially: []) {
            $0.values(
                $1, maxCount: SettingsLimits.regionsMax, maxLength: Region.lengthMax,
                detail: "an ISO 3166-2 region code in capitals, such as US-HI",
                parse: Region.checked
            )?.withoutRepetition()
        }
        fields.read("deliversToPostOfficeBoxes", into: &deliversToPostOfficeBoxes, initially: true)
        {
            $0.bool($1)
        }
        fields.read("phoneFormat", into: &phoneFormat, initially: initial.phoneFormat) {
            $0.choice($1)
        }
        fields.read("emailFormat", into: &emailFormat, initially: initial.emailFormat) {
            $0.choice($1)
        }
        fields.read("shippingZones", into: &shippingZones, initially: []) {
            $0.array($1, maxCount: SettingsLimits.zonesMax)?.objects(ShippingZone.init(reading:))
        }
        fields.read("taxRates", into: &taxRates, initially: []) { $0.taxRates($1) }
        fields.read("taxRounding", into: &taxRounding, initially: initial.taxRounding) {
            $0.choice($1)
        }
        fields.read("lateSuccess", into: &lateSuccess, initially: initial.lateSuccess) {
            $0.choice($1)
        }
        fields.read(
            "unknownIssuingCountry", into: &unknownIssuingCountry,
            initially: initial.unknownIssuingCountry
        ) { $0.choice($1) }
        fields.read("messages", into: &messages, initially: []) {
            $0.array($1, maxCount: SettingsLimits.messagesMax)?
                .objects(MessageOverride.init(reading:))
        }
        fields.refuseUnknown()
    }

    package func write(to writer: inout Writer) {
        writer.object { write(membersTo: &$0) }
    }

    /// Writes only the members, for responses that have others, too.
    package func write(membersTo writer: inout Writer) {
        writer.member("statementName", ifPresent: statementName)
        writer.member("countryCode", ifPresent: country)
        writer.member("domains", domains)
        if let countries = allowedShippingCountries {
            writer.array("allowedShippingCountries", countries) { $0.write(to: &$1) }
        }
        writer.member("excludedRegions", excludedRegions)
        writer.member("deliversToPostOfficeBoxes", deliversToPostOfficeBoxes)
        writer.member("phoneFormat", phoneFormat.rawValue)
        writer.member("emailFormat", emailFormat.rawValue)
        writer.array("shippingZones", shippingZones) { $0.write(to: &$1) }
        writer.array("taxRates", taxRates) { $0.write(to: &$1) }
        writer.member("taxRounding", taxRounding.rawValue)
        writer.member("lateSuccess", lateSuccess.rawValue)
        writer.member("unknownIssuingCountry", unknownIssuingCountry.rawValue)
        writer.array("messages", messages) { $0.write(to: &$1) }
    }
}

extension MerchantSettings {
    /// The JSON that Postgres stores.
    package var bytes: [UInt8] { Writer.write { write(membersTo: &$0) } }

    /// Reads the output of `bytes`; anything else is an internal error, not the merchant's mistake.
    package init(stored bytes: [UInt8]) throws {
        self = try ObjectReader.stored(bytes, as: "settings document") { fields in
            let settings = MerchantSettings(reading: fields)
            return fields.problems.isEmpty ? settings : nil
        }
    }
}

extension MerchantSettings.MessageOverride: Writable {
    package init?(reading fields: ObjectReader) {
        let code = fields.value(
            "code", maxLength: SettingsLimits.identifierLengthMax, required: true,
            detail: "the key of a message in the catalog"
        ) { MessageKey(rawValue: $0) != nil || PaymentSheetLabels.keyNames.contains($0) ? $0 : nil }
        let language: Language? = fields.choice("language", required: true)
        let text = fields.label("text", maxLength: SettingsLimits.messageLengthMax, required: true)
        fields.refuseUnknown()
        guard let code, let language, let text else { return nil }
        self.init(code: code, language: language.rawValue, text: text)
    }

    package func write(to writer: inout Writer) {
        writer.object {
            $0.member("code", code)
            $0.member("language", language)
            $0.member("text", text)
        }
    }
}

extension ObjectReader {
    /// An absent member keeps the value, null resets it to the default, anything else is read.
    package func read<T>(
        _ key: StaticString, into value: inout T, initially: T,
        _ read: (ObjectReader, StaticString) -> T?
    ) {
        if let new = read(self, key) {
            value = new
        } else if isNull(key) {
            value = initially
        }
    }

    /// The same for optional values: null removes the value.
    package func read<T>(
        _ key: StaticString, into value: inout T?, _ read: (ObjectReader, StaticString) -> T?
    ) {
        if let new = read(self, key) {
            value = new
        } else if isNull(key) {
            value = nil
        }
    }

    /// Requires that all rates of a country are added or all included: a price cannot be both.
    fileprivate func taxRates(_ key: StaticString) -> [TaxRate]? {
        guard let array = array(key, maxCount: SettingsLimits.taxRatesMax) else { return nil }
        let rates = array.objects(TaxRate.init(reading:))
        guard rates.count == array.count else { return rates }
        var inclusions: [Country: TaxRate.Inclusion] = [:]
        for (index, rate) in rates.enumerated() {
            if inclusions[rate.country, default: rate.inclusion] != rate.inclusion {
                array.refuse(
                    index, "invalid_value",
                    "the tax rates of a country must be all added or all included")
            }
            inclusions[rate.country] = rate.inclusion
        }
        return rates
    }
}

/// The syntax of a registered domain.
enum DomainText {
    /// Returns the text if it is a domain as browsers write it in Origin: lowercase, at least two
    /// labels, no port, no IP address.
    static func checked(_ text: String) -> String? {
        let labels = text.utf8.split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false)
        let isGood = labels.allSatisfy { label in
            (1...63).contains(label.count) && label.first != 0x2D && label.last != 0x2D
                && label.allSatisfy { $0.isASCIIDigit || $0.isASCIILowercase || $0 == 0x2D }
        }
        let endsInName = labels.last?.first?.isASCIILowercase ?? false
        return labels.count > 1 && isGood && endsInName ? text : nil
    }
}
