/// A name to compare with others, for "did you mean" in errors.
///
/// Case, `_` and `-` do not count, so `unit_price` is `unitPrice`. Otherwise names of up to seven
/// letters may differ by one and longer names by two: a letter is missing, added, replaced, or
/// swapped with its neighbor. The beginning of a name, such as `currency` for `currencyCode`, is
/// near if nothing else is.
package struct Spelling: Sendable {
    /// The length up to which names are compared: the cost grows with its square.
    package static let bytesMax = 64

    /// Empty for a longer name, which is near none.
    private let folded: [UInt8]

    package init(_ name: some Collection<UInt8>) {
        folded =
            name.count > Self.bytesMax
            ? []
            : name.compactMap { byte in
                switch byte {
                case UInt8(ascii: "_"), UInt8(ascii: "-"): nil
                case UInt8(ascii: "A")...UInt8(ascii: "Z"): byte | 0x20
                default: byte
                }
            }
    }

    /// The nearest of the names, or the first of those that are equally near; nil if none is near.
    package func nearest(among names: some Sequence<String>) -> String? {
        guard !folded.isEmpty else { return nil }
        guard folded.count >= Self.bytesMin else {
            return names.first { Spelling($0.utf8).folded == folded }
        }
        var best: (name: String, distance: Int)?
        for name in names {
            guard let distance = distance(to: Spelling(name.utf8)),
                distance < best?.distance ?? .max
            else { continue }
            best = (name, distance)
        }
        return best?.name
    }

    /// Shorter names are near too many others, and only mean a name that differs by case.
    private static let bytesMin = 3
    /// A beginning of fewer letters says too little.
    private static let beginningMin = 4

    /// False if the lengths alone tell that this name is not near.
    package func mayBeNear(to known: Spelling) -> Bool {
        let longer = known.folded.count - folded.count
        return abs(longer) <= Self.changesMax(folded.count, known.folded.count)
            || longer > 0 && folded.count >= Self.beginningMin
    }

    /// The most changes between near names of these lengths.
    private static func changesMax(_ one: Int, _ other: Int) -> Int {
        switch min(one, other) {
        case ...1: 0
        case 2...7: 1
        default: 2
        }
    }

    /// The number of changes that make this name the known one; nil if it is not near.
    package func distance(to known: Spelling) -> Int? {
        guard !folded.isEmpty, !known.folded.isEmpty else { return nil }
        if folded == known.folded { return 0 }
        let most = Self.changesMax(folded.count, known.folded.count)
        if abs(folded.count - known.folded.count) <= most {
            let changes = changes(to: known.folded)
            if changes <= most { return changes }
        }
        guard folded.count >= Self.beginningMin, known.folded.starts(with: folded) else {
            return nil
        }
        return most + known.folded.count - folded.count
    }

    /// The optimal string alignment distance, in three rows of its table.
    private func changes(to other: [UInt8]) -> Int {
        var before = [Int](repeating: 0, count: other.count + 1)
        var last = Array(0...other.count)
        var this = before
        for (row, byte) in folded.enumerated() {
            this[0] = row + 1
            for (column, candidate) in other.enumerated() {
                let replaced = last[column] + (byte == candidate ? 0 : 1)
                var least = min(last[column + 1] + 1, this[column] + 1, replaced)
                if row > 0, column > 0, byte == other[column - 1], folded[row - 1] == candidate {
                    least = min(least, before[column - 1] + 1)
                }
                this[column + 1] = least
            }
            (before, last, this) = (last, this, before)
        }
        return last[other.count]
    }
}
