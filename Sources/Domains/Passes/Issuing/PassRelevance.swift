import JSON
import Vocabulary

/// The times at which Wallet suggests a pass: each moment and interval in its pass.json.
package struct PassRelevance: Equatable, Sendable {
    /// A moment is an interval whose end equals its start.
    let intervals: [ClosedRange<Instant>]

    package static let never = PassRelevance(intervals: [])

    var first: Instant? { intervals.map(\.lowerBound).min() }
    var last: Instant? { intervals.map(\.upperBound).max() }

    /// In the syntax of a Postgres multirange.
    var stored: String? {
        guard !intervals.isEmpty else { return nil }
        let all = intervals.map { "[\(Self.text($0.lowerBound)),\(Self.text($0.upperBound))]" }
        return "{\(all.joined(separator: ","))}"
    }

    /// Clamps to 1970, because Postgres has no year 0; no pass is relevant before.
    private static func text(_ moment: Instant) -> String {
        "\"\(max(moment, Instant(seconds: 0)).rfc3339)\""
    }
}

extension PassRelevance {
    init(of pass: Node) {
        var intervals = Self.moments(pass["relevantDate"])
        for entry in pass["relevantDates"]?.elements.map({ $0 }) ?? [] where entry.kind == .object {
            intervals += Self.moments(entry["date"]) + Self.moments(entry["relevantDate"])
            guard let begin = Self.moment(entry["startDate"]) else { continue }
            intervals.append(begin...max(begin, Self.moment(entry["endDate"]) ?? begin))
        }
        self.init(intervals: intervals)
    }

    private static func moments(_ node: Node?) -> [ClosedRange<Instant>] {
        moment(node).map { [$0...$0] } ?? []
    }

    private static func moment(_ node: Node?) -> Instant? { node?.string.flatMap(PassDate.read) }
}
