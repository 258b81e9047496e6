/// The maximum length of each part of a contact, in Unicode scalars.
///
/// The limits are far above what labels, carriers and banks print, and low enough that no text
/// takes more than microseconds to examine.
enum FieldLimit {
    static let name = 100
    /// RFC 5321's longest path.
    static let emailAddress = EmailAddress.octetsMax
    static let phoneNumber = 50
    static let addressLines = 500
    static let addressLineCount = 10
    static let place = 100
    static let postalCode = 32
    /// No name of a country is longer.
    static let country = 120
}
