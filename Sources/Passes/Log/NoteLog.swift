import Outbox
import Postgres
import Vocabulary

/// Counts what phones have written of a pass type, and tells its merchant of each kind once.
package struct NoteLog: Sendable {
    package let type: PassType.ID
    package let shapes: [LogShape]
    package let now: Instant
    package let identify: @Sendable (Instant) -> UUID128

    package init(
        of type: PassType.ID, _ shapes: [LogShape], now: Instant,
        identify: @escaping @Sendable (Instant) -> UUID128
    ) {
        self.type = type
        self.shapes = shapes
        self.now = now
        self.identify = identify
    }

    package func callAsFunction(in transaction: Transaction) throws {
        // Its name is believed for a few seconds after it was given up: then these lines are nobody's.
        guard let row = try transaction.run(LogKind.keep(type)).first else { return }
        let identifier: String = try row.get("identifier")
        // Whoever writes of a type waits here for others who do: its kinds are counted by one at a time, and nobody else waits.
        try transaction.later(LogKind.count(LogShape.other.text, 0, of: type, at: now))
        let known = Set(
            try transaction.run(LogKind.all(of: type)).map { try LogKind(row: $0).shape })
        var room = LogKind.kindsMax - known.count
        var counts: [String: Int64] = [:]
        for shape in shapes {
            let isNew = !known.contains(shape.text) && counts[shape.text] == nil
            if isNew { room -= 1 }
            counts[isNew && room < 0 ? LogShape.other.text : shape.text, default: 0] += 1
        }
        var told = known.count
        for (shape, count) in counts.sorted(by: { $0.key < $1.key }) {
            try transaction.later(LogKind.count(shape, count, of: type, at: now))
            guard !known.contains(shape) else { continue }
            told += 1
            let kind = LogKind(shape: shape, lines: count, firstAt: now, lastAt: now)
            let news = kind.event(identify(now), of: type, named: identifier, number: told)
            try transaction.later(news.insert)
        }
    }
}
