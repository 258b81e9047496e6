/// A buyer's contact from Apple Pay: an `ApplePayPaymentContact`, every part optional.
///
/// It is stored unchanged; `ContactRules` treats empty text as missing. Source:
/// docs/rules/apple.md#3. The parts have Apple's names.
package struct Contact: Hashable, Sendable {
    package var givenName: String?
    package var familyName: String?
    package var phoneticGivenName: String?
    package var phoneticFamilyName: String?
    package var emailAddress: String?
    package var phoneNumber: String?
    package var addressLines: [String]
    package var subLocality: String?
    package var locality: String?
    package var subAdministrativeArea: String?
    package var administrativeArea: String?
    package var postalCode: String?
    package var country: String?
    package var countryCode: String?

    package init(
        givenName: String? = nil, familyName: String? = nil, phoneticGivenName: String? = nil,
        phoneticFamilyName: String? = nil, emailAddress: String? = nil, phoneNumber: String? = nil,
        addressLines: [String] = [], subLocality: String? = nil, locality: String? = nil,
        subAdministrativeArea: String? = nil, administrativeArea: String? = nil,
        postalCode: String? = nil, country: String? = nil, countryCode: String? = nil
    ) {
        self.givenName = givenName
        self.familyName = familyName
        self.phoneticGivenName = phoneticGivenName
        self.phoneticFamilyName = phoneticFamilyName
        self.emailAddress = emailAddress
        self.phoneNumber = phoneNumber
        self.addressLines = addressLines
        self.subLocality = subLocality
        self.locality = locality
        self.subAdministrativeArea = subAdministrativeArea
        self.administrativeArea = administrativeArea
        self.postalCode = postalCode
        self.country = country
        self.countryCode = countryCode
    }
}

/// The parts of a contact with Apple's names, which are also the members of its JSON.
package enum ContactPart: String, CaseIterable, Sendable {
    case givenName, familyName, phoneticGivenName, phoneticFamilyName
    case emailAddress, phoneNumber
    case addressLines
    case subLocality, locality, subAdministrativeArea, administrativeArea
    case postalCode, country, countryCode
}

extension Contact {
    /// The text of a part; nil for the address lines, which are a list.
    package subscript(part: ContactPart) -> String? {
        get {
            switch part {
            case .givenName: givenName
            case .familyName: familyName
            case .phoneticGivenName: phoneticGivenName
            case .phoneticFamilyName: phoneticFamilyName
            case .emailAddress: emailAddress
            case .phoneNumber: phoneNumber
            case .subLocality: subLocality
            case .locality: locality
            case .subAdministrativeArea: subAdministrativeArea
            case .administrativeArea: administrativeArea
            case .postalCode: postalCode
            case .country: country
            case .countryCode: countryCode
            case .addressLines: nil
            }
        }
        set {
            switch part {
            case .givenName: givenName = newValue
            case .familyName: familyName = newValue
            case .phoneticGivenName: phoneticGivenName = newValue
            case .phoneticFamilyName: phoneticFamilyName = newValue
            case .emailAddress: emailAddress = newValue
            case .phoneNumber: phoneNumber = newValue
            case .subLocality: subLocality = newValue
            case .locality: locality = newValue
            case .subAdministrativeArea: subAdministrativeArea = newValue
            case .administrativeArea: administrativeArea = newValue
            case .postalCode: postalCode = newValue
            case .country: country = newValue
            case .countryCode: countryCode = newValue
            case .addressLines: break
            }
        }
    }
}
