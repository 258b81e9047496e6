/// The header lines of a request in the order of arrival, kept in one buffer.
///
/// Names compare without regard to case. In a handler, every value is valid UTF-8 without control
/// characters except tabs, because the server refuses a request with any other value.
package struct Headers: Sendable {
    /// For each line: the lengths of name and value in two bytes each, then name and value.
    private var storage: [UInt8] = []
    package private(set) var count = 0

    init() {}

    package init(_ lines: [(String, String)]) {
        for (name, value) in lines {
            Array(name.utf8).withUnsafeBufferPointer { name in
                Array(value.utf8).withUnsafeBufferPointer { append(name, $0) }
            }
        }
    }

    mutating func append(
        _ name: UnsafeBufferPointer<UInt8>, _ value: UnsafeBufferPointer<UInt8>
    ) {
        if storage.isEmpty { storage.reserveCapacity(512) }
        storage.append(UInt8(truncatingIfNeeded: name.count))
        storage.append(UInt8(truncatingIfNeeded: name.count >> 8))
        storage.append(UInt8(truncatingIfNeeded: value.count))
        storage.append(UInt8(truncatingIfNeeded: value.count >> 8))
        storage.append(contentsOf: name)
        storage.append(contentsOf: value)
        count += 1
    }

    /// The value of the first line with that name.
    package subscript(name: String) -> String? {
        var found: String?
        each(name) { value in
            found = String(decoding: value, as: UTF8.self)
            return false
        }
        return found
    }

    /// The values of all lines with that name, in the order of arrival.
    package func all(_ name: String) -> [String] {
        var found: [String] = []
        each(name) { value in
            found.append(String(decoding: value, as: UTF8.self))
            return true
        }
        return found
    }

    package func has(_ name: String) -> Bool {
        var found = false
        each(name) { _ in
            found = true
            return false
        }
        return found
    }

    /// Calls the body with each value of that name until it returns false.
    func each(_ name: String, _ body: (UnsafeBufferPointer<UInt8>) -> Bool) {
        var name = name
        name.withUTF8 { wanted in
            storage.withUnsafeBufferPointer { bytes in
                var place = 0
                while place < bytes.count {
                    let nameLength = Int(bytes[place]) | Int(bytes[place + 1]) << 8
                    let valueLength = Int(bytes[place + 2]) | Int(bytes[place + 3]) << 8
                    let value = place + 4 + nameLength
                    if nameLength == wanted.count {
                        let candidate = UnsafeBufferPointer(rebasing: bytes[place + 4..<value])
                        if equalIgnoringCase(candidate, wanted) {
                            let found = UnsafeBufferPointer(
                                rebasing: bytes[value..<value + valueLength])
                            guard body(found) else { return }
                        }
                    }
                    place = value + valueLength
                }
            }
        }
    }
}

/// Compares ASCII without regard to case; the lengths must be equal.
func equalIgnoringCase(
    _ one: UnsafeBufferPointer<UInt8>, _ other: UnsafeBufferPointer<UInt8>
) -> Bool {
    guard one.count == other.count else { return false }
    for index in 0..<one.count where lowered(one[index]) != lowered(other[index]) { return false }
    return true
}

func lowered(_ byte: UInt8) -> UInt8 { byte &- 65 < 26 ? byte | 32 : byte }
