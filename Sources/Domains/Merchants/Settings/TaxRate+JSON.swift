import JSON
import Vocabulary

extension TaxRate: Writable {
    package init?(reading fields: ObjectReader) {
        let label = fields.label("label", maxLength: SettingsLimits.labelLengthMax, required: true)
        let country = fields.country("countryCode", required: true)
        let region = fields.region("region", of: country)
        let postalCodes = fields.postalSpans("postalCodes")
        let excludedRegions = fields.values(
            "excludedRegions", maxCount: SettingsLimits.regionsMax, maxLength: Region.lengthMax,
            detail: Region.detail
        ) { Region.code($0, of: country) }
        let excludedPostalCodes = fields.postalSpans("excludedPostalCodes")
        let fraction = fields.rate("percent", required: true)
        let inclusion = fields.choice("inclusion", of: Inclusion.self)
        let taxesDelivery = fields.bool("taxesDelivery")
        let taxCodes = fields.strings(
            "taxCodes", maxCount: SettingsLimits.taxCodesMax,
            maxLength: SettingsLimits.taxCodeLengthMax)
        fields.refuseUnknown()
        guard let label, let country, let fraction else { return nil }
        self.init(
            label: label, country: country, region: region, postalCodes: postalCodes ?? [],
            excludedRegions: excludedRegions ?? [], excludedPostalCodes: excludedPostalCodes ?? [],
            fraction: fraction, inclusion: inclusion ?? .added,
            taxesDelivery: taxesDelivery ?? false, taxCodes: taxCodes ?? [])
    }

    package func write(to writer: inout Writer) {
        writer.object {
            $0.member("label", label)
            $0.member("countryCode", country)
            $0.member("region", ifPresent: region)
            if !postalCodes.isEmpty { $0.array("postalCodes", postalCodes) { $0.write(to: &$1) } }
            if !excludedRegions.isEmpty { $0.member("excludedRegions", excludedRegions) }
            if !excludedPostalCodes.isEmpty {
                $0.array("excludedPostalCodes", excludedPostalCodes) { $0.write(to: &$1) }
            }
            $0.member("percent", fraction.percent)
            $0.member("inclusion", inclusion.rawValue)
            $0.member("taxesDelivery", taxesDelivery)
            if !taxCodes.isEmpty { $0.member("taxCodes", taxCodes) }
        }
    }
}

extension ObjectReader {
    /// Reads a percentage with at most four decimals, as a decimal string: `8.875`.
    package func rate(_ key: StaticString, required: Bool = false) -> Rate? {
        decimal(
            key, required: required, code: "out_of_range",
            detail: "a percentage from 0 to 100, with at most four decimals",
            parse: Rate.init(percent:))
    }

    fileprivate func region(_ key: StaticString, of country: Country?) -> String? {
        value(key, maxLength: Region.lengthMax, detail: Region.detail) {
            Region.code($0, of: country)
        }
    }
}

/// The syntax of regions in settings.
enum Region {
    static let detail =
        "an ISO 3166-2 code of a region in that country, in capitals, such as US-CA"
    static let lengthMax = 6

    /// Returns the code of a region of the country, such as `US-CA`; if the country is unknown,
    /// checks only the syntax.
    static func code(_ text: String, of country: Country?) -> String? {
        guard let country, !text.hasPrefix(country.code) else { return checked(text) }
        return nil
    }

    /// Returns the text if it is a country, a hyphen, and one to three uppercase letters or digits.
    static func checked(_ text: String) -> String? {
        let bytes = Array(text.utf8)
        guard (4...lengthMax).contains(bytes.count), bytes[2] == UInt8(ascii: "-"),
            Country(String(text.prefix(2))) != nil,
            bytes[3...].allSatisfy({ $0.isASCIIDigit || $0.isASCIIUppercase })
        else { return nil }
        return text
    }
}
