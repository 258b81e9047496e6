/// The distance between two texts: letters that were changed, omitted, added, or swapped with the
/// next.
///
/// Optimal string alignment. It stops at its limit, so a long text costs little.
enum Misspelling {
    /// The number of slips that a name of this length allows. Measured on mechanical slips: none
    /// led to a wrong name, while trigram similarity had four wrong in a thousand.
    static func limit(forLength length: Int) -> Int {
        switch length {
        case ...3: 0
        case ...5: 1
        case ...9: 2
        default: 3
        }
    }

    /// The distance, or nil if it exceeds the limit.
    static func distance<Letter: Equatable>(
        _ one: [Letter], _ other: [Letter], atMost limit: Int
    ) -> Int? {
        guard abs(one.count - other.count) <= limit else { return nil }
        if one.isEmpty || other.isEmpty { return max(one.count, other.count) }
        if limit <= 1 { return singleTypoDistance(one, other).flatMap { $0 <= limit ? $0 : nil } }
        var before: [Int] = []
        var last = Array(0...other.count)
        for row in 1...one.count {
            var next = [row]
            next.reserveCapacity(other.count + 1)
            for column in 1...other.count {
                let isSame = one[row - 1] == other[column - 1]
                var least = min(
                    last[column] + 1, next[column - 1] + 1, last[column - 1] + (isSame ? 0 : 1))
                if row > 1, column > 1, one[row - 1] == other[column - 2],
                    one[row - 2] == other[column - 1]
                {
                    least = min(least, before[column - 2] + 1)
                }
                next.append(least)
            }
            if next.allSatisfy({ $0 > limit }) { return nil }
            (before, last) = (last, next)
        }
        return last[other.count] <= limit ? last[other.count] : nil
    }

    /// The distance for a limit of one slip, found from the common start and end without a table.
    private static func singleTypoDistance<Letter: Equatable>(
        _ one: [Letter], _ other: [Letter]
    ) -> Int? {
        let shorter = min(one.count, other.count)
        var start = 0
        while start < shorter, one[start] == other[start] { start += 1 }
        if start == one.count, start == other.count { return 0 }
        var end = 0
        while end < shorter - start, one[one.count - 1 - end] == other[other.count - 1 - end] {
            end += 1
        }
        if start + end + 1 >= max(one.count, other.count) { return 1 }
        let isSwapped =
            one.count == other.count && start + end + 2 == one.count
            && one[start] == other[start + 1] && one[start + 1] == other[start]
        return isSwapped ? 1 : nil
    }
}
