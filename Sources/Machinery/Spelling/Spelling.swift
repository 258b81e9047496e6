/// Finds the known name that a misspelled one most likely stands for, for "did you mean" in errors.
///
/// Case, `_` and `-` do not count, so `unit_price` is `unitPrice`. Otherwise names of up to five
/// letters may differ by one and longer names by two: a letter is missing, added, replaced, or
/// swapped with its neighbor. The beginning of a name, such as `currency` for `currencyCode`, is
/// near if nothing else is.
package struct Spelling {
    /// The length up to which names are compared: the cost grows with its square.
    package static let bytesMax = 64

    private let given: [UInt8]

    /// - Parameter name: a name that the caller sent.
    package init(_ name: some Collection<UInt8>) {
        given = name.count <= Self.bytesMax ? Self.folded(name) : []
    }

    /// The nearest of the names, or the first of those that are equally near; nil if none is near.
    package func nearest(among names: some Sequence<String>) -> String? {
        guard given.count >= Self.bytesMin else { return nil }
        var best: (name: String, distance: Int)?
        for name in names {
            guard let distance = distance(to: name), distance < best?.distance ?? .max else {
                continue
            }
            best = (name, distance)
        }
        return best?.name
    }

    /// Shorter names are near too many others.
    private static let bytesMin = 3
    /// A beginning of fewer letters says too little.
    private static let beginningMin = 4

    /// The number of changes from the given name; nil if the name is not near.
    package func distance(to name: String) -> Int? {
        let known = Self.folded(name.utf8)
        guard known.count <= Self.bytesMax else { return nil }
        let most =
            switch min(given.count, known.count) {
            case ...1: 0
            case ...5: 1
            default: 2
            }
        if abs(given.count - known.count) <= most {
            let changes = Self.changes(given, known)
            if changes <= most { return changes }
        }
        guard given.count >= Self.beginningMin, known.starts(with: given) else { return nil }
        return most + known.count - given.count
    }

    private static func folded(_ name: some Collection<UInt8>) -> [UInt8] {
        name.compactMap { byte in
            switch byte {
            case UInt8(ascii: "_"), UInt8(ascii: "-"): nil
            case UInt8(ascii: "A")...UInt8(ascii: "Z"): byte | 0x20
            default: byte
            }
        }
    }

    /// The optimal string alignment distance, in three rows of its table.
    private static func changes(_ one: [UInt8], _ other: [UInt8]) -> Int {
        var before: [Int] = []
        var last = Array(0...other.count)
        for (row, byte) in one.enumerated() {
            var this = [row + 1]
            for (column, candidate) in other.enumerated() {
                let replaced = last[column] + (byte == candidate ? 0 : 1)
                var least = min(last[column + 1] + 1, this[column] + 1, replaced)
                if row > 0, column > 0, byte == other[column - 1], one[row - 1] == candidate {
                    least = min(least, before[column - 1] + 1)
                }
                this.append(least)
            }
            (before, last) = (last, this)
        }
        return last[other.count]
    }
}
