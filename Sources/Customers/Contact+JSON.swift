import Contacts
import JSON

extension Contact: Writable {
    /// Apple's `ApplePayPaymentContact`; members that later versions add are passed over. Only shape
    /// and size are looked at: what is wrong with an address is for the sheet to show.
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

    /// Reads what `write` wrote; what it did not write is absent.
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

/// How large a contact may be.
package enum ContactLimits {
    /// Twice the longest of anything that people write on a line; keeps a question small.
    package static let lengthMax = 256
    /// Address books know up to six or so.
    package static let addressLinesMax = 10
}
