import JSON
import Vocabulary

/// The data that a buyer entered to get a pass. Stored only here, sealed with the key of the pass.
package struct Personalization: Equatable, Sendable {
    package let formData: [Member: String]
    /// SHA-256 of the token in the phone's request: a phone that gets no response repeats the
    /// request with the same token.
    let tokenDigest: [UInt8]
    package let at: Instant

    package enum Member: String, CaseIterable, Sendable {
        case fullName, givenName, familyName, emailAddress, phoneNumber, postalCode, countryCode

        /// The member's name in the phone's request.
        package var name: StaticString {
            switch self {
            case .fullName: "fullName"
            case .givenName: "givenName"
            case .familyName: "familyName"
            case .emailAddress: "emailAddress"
            case .phoneNumber: "phoneNumber"
            case .postalCode: "postalCode"
            case .countryCode: "ISOCountryCode"
            }
        }

        /// Longer than people need, and short enough to store in one row for each of many passes.
        package var lengthMax: Int {
            switch self {
            case .fullName, .givenName, .familyName: 256
            // The maximum of mail servers (RFC 5321), plus extra characters that people type.
            case .emailAddress: 320
            case .phoneNumber: 64
            case .postalCode: 32
            case .countryCode: 8
            }
        }
    }

    /// Returns true if a repeated request contains the same data; it may contain more.
    func isProvided(by other: [Member: String]) -> Bool {
        formData.allSatisfy { other[$0.key] == $0.value }
    }

    /// Writes the form that the merchant reads.
    package func write(to writer: inout Writer) {
        writer.object { body in
            for member in Member.allCases {
                guard let text = formData[member] else { continue }
                body.key(dynamic: member.rawValue)
                body.value(text)
            }
            body.member("personalizedAt", at.rfc3339)
        }
    }
}
