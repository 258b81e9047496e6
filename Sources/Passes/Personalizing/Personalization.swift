import JSON
import Vocabulary

/// What a buyer has told of themselves to get a pass. Kept sealed with the pass's own key, and nowhere else.
package struct Personalization: Equatable, Sendable {
    package let told: [Member: String]
    /// SHA-256 of the token that came along: a phone that hears no answer asks again with the same.
    let tokenDigest: [UInt8]
    package let at: Instant

    package enum Member: String, CaseIterable, Sendable {
        case fullName, givenName, familyName, emailAddress, phoneNumber, postalCode, countryCode

        /// As phones call it.
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

        /// More than people have, and little enough for a row of each of many passes.
        package var lengthMax: Int {
            switch self {
            case .fullName, .givenName, .familyName: 256
            // As many as mail servers take (RFC 5321), with room for what is typed around them.
            case .emailAddress: 320
            case .phoneNumber: 64
            case .postalCode: 32
            case .countryCode: 8
            }
        }
    }

    /// Whether the same was told again; what was not asked for may have come along.
    func isTold(by other: [Member: String]) -> Bool {
        told.allSatisfy { other[$0.key] == $0.value }
    }

    /// As its merchant reads it.
    package func write(to writer: inout Writer) {
        writer.object { body in
            for member in Member.allCases {
                guard let text = told[member] else { continue }
                body.key(dynamic: member.rawValue)
                body.value(text)
            }
            body.member("personalizedAt", at.rfc3339)
        }
    }
}
