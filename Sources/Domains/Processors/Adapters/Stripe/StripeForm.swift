import Crypto
import Vocabulary

/// The parameters of a request in Stripe's format: `application/x-www-form-urlencoded`, with
/// brackets for nested values (`card[network_token][number]`).
///
/// They keep their order, because Stripe compares a repeated request with the first one.
struct StripeForm: Sendable, ExpressibleByDictionaryLiteral {
    private(set) var bytes: [UInt8] = []

    init(dictionaryLiteral elements: (String, String)...) {
        for (name, value) in elements { self[name] = value }
    }

    /// Adds a parameter; nil adds none. Reading always returns nil.
    subscript(name: String) -> String? {
        get { nil }
        set {
            guard let newValue else { return }
            append(name)
            for byte in newValue.utf8 { append(byte) }
        }
    }

    /// Adds a secret value without copying it into a string.
    mutating func add(_ name: String, _ value: Secret) {
        append(name)
        value.withBytes { for byte in $0 { append(byte) } }
    }

    private mutating func append(_ name: String) {
        if !bytes.isEmpty { bytes.append(UInt8(ascii: "&")) }
        for byte in name.utf8 { append(byte) }
        bytes.append(UInt8(ascii: "="))
    }

    /// RFC 3986, 2.3: unreserved characters are not escaped.
    private mutating func append(_ byte: UInt8) {
        guard !byte.isUnreservedInURL else { return bytes.append(byte) }
        bytes.append(UInt8(ascii: "%"))
        for digit in [byte >> 4, byte & 15] {
            bytes.append(digit < 10 ? 0x30 + digit : 0x37 + digit)
        }
    }
}
