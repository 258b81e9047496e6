import JSON
import Vocabulary

extension ShippingZone: Writable {
    package init?(reading fields: ObjectReader) {
        let name = fields.label("name", maxLength: SettingsLimits.labelLengthMax, required: true)
        let currency = fields.currency("currencyCode", required: true)
        let areas = fields.array(
            "areas", minCount: 1, maxCount: SettingsLimits.areasMax, required: true
        )?.objects(ShippingArea.init(reading:))
        let methods = fields.array(
            "methods", minCount: 1, maxCount: SettingsLimits.methodsMax, required: true)
        let read = methods?.objects { ZoneMethod(reading: $0, currency: currency) }
        if let methods, let read, read.count == methods.count {
            for index in read.indices
            where read[..<index].contains(where: { $0.identifier == read[index].identifier }) {
                methods.refuse(
                    index, "duplicate", "each method of a zone must have a different identifier")
            }
        }
        fields.refuseUnknown()
        guard let name, let currency, let areas, let read else { return nil }
        self.init(name: name, areas: areas, currency: currency, methods: read)
    }

    package func write(to writer: inout Writer) {
        writer.object {
            $0.member("name", name)
            $0.member("currencyCode", currency)
            $0.array("areas", areas) { $0.write(to: &$1) }
            $0.array("methods", methods) { $0.write(to: &$1, currency: currency) }
        }
    }
}

extension ShippingArea: Writable {
    package init?(reading fields: ObjectReader) {
        let country = fields.country("countryCode", required: true)
        let regions = fields.values(
            "regions", maxCount: SettingsLimits.regionsMax, maxLength: Region.lengthMax,
            detail: Region.detail
        ) { Region.code($0, of: country) }
        let postalCodes = fields.postalSpans("postalCodes")
        fields.refuseUnknown()
        guard let country else { return nil }
        self.init(country: country, regions: regions ?? [], postalCodes: postalCodes ?? [])
    }

    package func write(to writer: inout Writer) {
        writer.object {
            $0.member("countryCode", country)
            if !regions.isEmpty { $0.member("regions", regions) }
            if !postalCodes.isEmpty { $0.array("postalCodes", postalCodes) { $0.write(to: &$1) } }
        }
    }
}

extension PostalSpan: Writable {
    /// `{prefix}` or `{from, to}`.
    package init?(reading fields: ObjectReader) {
        let prefix = fields.postalCode("prefix")
        let from = fields.postalCode("from")
        let to = fields.postalCode("to")
        fields.refuseUnknown()
        switch (prefix, from, to) {
        case (let prefix?, nil, nil): self = .prefix(prefix)
        case (nil, let from?, let to?):
            guard PostalSpan.isRange(from, to) else {
                fields.refuse(
                    "to", "invalid_value",
                    "from and to must have the same number of digits, and from must not be larger"
                )
                return nil
            }
            self = .range(from, to)
        default:
            fields.refuse("prefix", "required", "send either prefix, or from and to")
            return nil
        }
    }

    package func write(to writer: inout Writer) {
        writer.object {
            switch self {
            case .prefix(let prefix): $0.member("prefix", prefix)
            case .range(let from, let to):
                $0.member("from", from)
                $0.member("to", to)
            }
        }
    }

    private static func isRange(_ from: String, _ to: String) -> Bool {
        from.utf8.count == to.utf8.count && from.hasOnlyASCIIDigits && to.hasOnlyASCIIDigits
            && from <= to
    }
}

extension ObjectReader {
    /// The notation for postal codes, shared by shipping zones and tax rates.
    func postalSpans(_ key: StaticString) -> [PostalSpan]? {
        array(key, maxCount: SettingsLimits.postalCodesMax)?.objects(PostalSpan.init(reading:))
    }

    fileprivate func postalCode(_ key: StaticString) -> String? {
        value(
            key, maxLength: SettingsLimits.postalCodeLengthMax,
            detail: "a postal code or its beginning: upper-case letters, digits, spaces and hyphens"
        ) { text in
            let isAllowed = { (byte: UInt8) in
                byte.isASCIIDigit || byte.isASCIIUppercase || byte == 0x20 || byte == 0x2D
            }
            let hasContent = text.utf8.contains { $0 != 0x20 && $0 != 0x2D }
            return hasContent && text.utf8.allSatisfy(isAllowed) ? text : nil
        }
    }
}
