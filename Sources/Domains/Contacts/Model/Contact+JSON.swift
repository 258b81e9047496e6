import JSON

extension Contact: Writable {
    /// Reads Apple's `ApplePayPaymentContact` and ignores unknown members. It checks only shape and
    /// size: the payment sheet reports errors in the address.
    package init(reading fields: ObjectReader) {
        self.init()
        let text = { (key: StaticString) in fields.string(key, maxLength: ContactLimits.lengthMax) }
        givenName = text("givenName")
        familyName = text("familyName")
        phoneticGivenName = text("phoneticGivenName")
        phoneticFamilyName = text("phoneticFamilyName")
        emailAddress = text("emailAddress")
        phoneNumber = text("phoneNumber")
        addressLines =
            fields.strings(
                "addressLines", maxCount: ContactLimits.addressLinesMax,
                maxLength: ContactLimits.lengthMax) ?? []
        subLocality = text("subLocality")
        locality = text("locality")
        subAdministrativeArea = text("subAdministrativeArea")
        administrativeArea = text("administrativeArea")
        postalCode = text("postalCode")
        country = text("country")
        countryCode = text("countryCode")
    }

    /// Reads the output of `write`; a missing member is nil.
    package init(stored node: Node) {
        guard let fields = ObjectReader(node, problems: Problems()) else {
            self.init()
            return
        }
        self.init(reading: fields)
    }

    package func write(to writer: inout Writer) {
        writer.object {
            $0.member("givenName", ifPresent: givenName)
            $0.member("familyName", ifPresent: familyName)
            $0.member("phoneticGivenName", ifPresent: phoneticGivenName)
            $0.member("phoneticFamilyName", ifPresent: phoneticFamilyName)
            $0.member("emailAddress", ifPresent: emailAddress)
            $0.member("phoneNumber", ifPresent: phoneNumber)
            if !addressLines.isEmpty { $0.member("addressLines", addressLines) }
            $0.member("subLocality", ifPresent: subLocality)
            $0.member("locality", ifPresent: locality)
            $0.member("subAdministrativeArea", ifPresent: subAdministrativeArea)
            $0.member("administrativeArea", ifPresent: administrativeArea)
            $0.member("postalCode", ifPresent: postalCode)
            $0.member("country", ifPresent: country)
            $0.member("countryCode", ifPresent: countryCode)
        }
    }
}

/// Size limits of a contact.
package enum ContactLimits {
    /// Twice the longest line that people write; keeps a request small.
    package static let lengthMax = 256
    /// Address books have at most about six lines.
    package static let addressLinesMax = 10
}
