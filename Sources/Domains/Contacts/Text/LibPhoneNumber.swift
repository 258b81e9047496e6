import CPhoneNumber
import Vocabulary

// Swift wrappers of the library's functions.

extension pn_number {
    /// The result of parsing a text as it is dialed in a country.
    init(_ text: String, in country: Country?) {
        self = withCharacters(of: text) { text, length in
            guard let country else { return pn_read(text, length, nil) }
            return country.code.withCString { pn_read(text, length, $0) }
        }
    }

    /// The number with its plus; empty unless it is valid or possible.
    var e164: String {
        withUnsafeBytes(of: international) {
            String(decoding: $0.prefix(Int(international_length)), as: UTF8.self)
        }
    }

    /// The national format: `(408) 555-1234`.
    var national: String {
        withUnsafePointer(to: self) { number in
            // Room for fifteen digits with the separators of any country.
            written(atMost: 64) { pn_write_national(number, $0, $1) }
        }
    }

    static func digits(of text: String) -> String {
        withCharacters(of: text) { text, length in
            written(atMost: length) { pn_digits(text, length, $0, $1) }
        }
    }

    /// The prefix before an area code that is dialed only within the country, such as `0`; or
    /// empty.
    static func trunkPrefix(in country: Country) -> String {
        country.code.withCString { region in
            written(atMost: 8) { pn_trunk_prefix(region, $0, $1) }
        }
    }
}

private func withCharacters<Answer>(
    of text: String, _ body: (UnsafePointer<CChar>?, Int) -> Answer
) -> Answer {
    var text = text
    return text.withUTF8 { bytes in
        bytes.withMemoryRebound(to: CChar.self) { body($0.baseAddress, $0.count) }
    }
}

private func written(
    atMost capacity: Int, _ body: (UnsafeMutablePointer<CChar>?, Int) -> Int
) -> String {
    String(unsafeUninitializedCapacity: capacity) { text in
        text.withMemoryRebound(to: CChar.self) { body($0.baseAddress, $0.count) }
    }
}
