import Postgres
import Vocabulary

/// Counts what phones have written of a pass type.
package struct NoteLog: Sendable {
    package let type: PassType.ID
    package let shapes: [LogShape]
    package let now: Instant

    package init(of type: PassType.ID, _ shapes: [LogShape], now: Instant) {
        self.type = type
        self.shapes = shapes
        self.now = now
    }

    package func callAsFunction(in transaction: Transaction) throws {
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
        for (shape, count) in counts.sorted(by: { $0.key < $1.key }) {
            try transaction.later(LogKind.count(shape, count, of: type, at: now))
        }
    }
}
