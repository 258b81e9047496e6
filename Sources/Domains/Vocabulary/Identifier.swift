/// The number of a merchant, which all rows, identifiers and secrets of the merchant contain.
package struct MerchantNumber: Hashable, Sendable {
    package let value: Int64

    package init(_ value: Int64) { self.value = value }
}

/// A resource with identifiers, and the short prefix of these.
package protocol Identified {
    /// Three lowercase letters: `chk` for a checkout.
    static var identifierPrefix: String { get }
}

/// The identifier of one resource of one merchant: `chk_` + the merchant's number + a UUIDv7.
///
/// Both are in lowercase Crockford base32: the UUID in the last 26 digits, the merchant's number in
/// the digits before, without leading zeros, so that each identifier has one spelling.
package struct Identifier<Noun: Identified>: Hashable, Sendable {
    package let merchant: MerchantNumber
    package let uuid: UUID128

    package init(merchant: MerchantNumber, uuid: UUID128) {
        self.merchant = merchant
        self.uuid = uuid
    }

    package init?(_ text: String) {
        var text = text
        let prefix = Noun.identifierPrefix
        guard let (merchant, uuid) = text.withUTF8({ readIdentifier($0, prefix: prefix.utf8) })
        else { return nil }
        self.init(merchant: merchant, uuid: uuid)
    }

    package var text: String {
        let prefix = Noun.identifierPrefix.utf8
        let capacity = prefix.count + 1 + MerchantNumber.digitsWritten + UUID128.digits
        return String(unsafeUninitializedCapacity: capacity) { bytes in
            var count = 0
            for byte in prefix {
                bytes[count] = byte
                count += 1
            }
            bytes[count] = UInt8(ascii: "_")
            count = merchant.writeBase32(to: bytes, at: count + 1)
            return uuid.writeBase32(to: bytes, at: count)
        }
    }
}

private func readIdentifier(_ bytes: UnsafeBufferPointer<UInt8>, prefix: String.UTF8View)
    -> (MerchantNumber, UUID128)?
{
    let start = prefix.count + 1
    let split = bytes.count - UUID128.digits
    guard split > start, split <= start + MerchantNumber.digitsMax, bytes.starts(with: prefix),
        bytes[start - 1] == UInt8(ascii: "_"),
        let merchant = MerchantNumber(base32: bytes[start..<split]),
        let uuid = UUID128(base32: bytes[split...])
    else { return nil }
    return (merchant, uuid)
}

extension Identifier: CustomStringConvertible {
    package var description: String { text }
}

extension MerchantNumber {
    /// Enough for 2^35 merchants.
    static let digitsMax = 7
    /// The most digits of a 63-bit number.
    static let digitsWritten = 13

    init?(base32 digits: some Collection<UInt8>) {
        guard let first = digits.first, first != UInt8(ascii: "0"),
            digits.count <= MerchantNumber.digitsMax
        else { return nil }
        var value: Int64 = 0
        for digit in digits {
            guard let part = Base32.value(of: digit) else { return nil }
            value = value << 5 | Int64(part)
        }
        self.init(value)
    }

    /// Writes the digits without leading zeros and returns the index after them.
    func writeBase32(to bytes: UnsafeMutableBufferPointer<UInt8>, at start: Int) -> Int {
        let rest = UInt64(bitPattern: value)
        let count = max(1, (64 - rest.leadingZeroBitCount + 4) / 5)
        for index in 0..<count {
            let shift = UInt64(5 * (count - 1 - index))
            bytes[start + index] = Base32.digit(of: UInt8(rest >> shift & 31))
        }
        return start + count
    }

    /// The number in base32, as in identifiers and secrets.
    package var text: String {
        String(unsafeUninitializedCapacity: MerchantNumber.digitsWritten) {
            writeBase32(to: $0, at: 0)
        }
    }

    package init?(text: String) { self.init(base32: text.utf8) }
}
