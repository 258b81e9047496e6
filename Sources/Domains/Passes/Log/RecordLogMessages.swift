import Outbox
import Postgres
import Vocabulary

/// Counts phones' log messages about a pass type, and emits an event for each new kind.
package struct RecordLogMessages: Verb {
    package let type: PassType.ID
    package let shapes: [LogShape]
    package let moment: Moment

    package init(of type: PassType.ID, _ shapes: [LogShape], moment: Moment) {
        self.type = type
        self.shapes = shapes
        self.moment = moment
    }

    package func callAsFunction(in transaction: Transaction) throws {
        // Servers cache the type's name for a few seconds: messages about a deleted type are
        // dropped.
        guard let row = try transaction.run(LogKind.lockType(type)).first else { return }
        let identifier: String = try row.get("identifier")
        // Locks the type's catch-all row: transactions count the kinds of one type one after the
        // other, without blocking others.
        try transaction.enqueue(LogKind.count(LogShape.other.text, 0, of: type, at: moment.now))
        let known = Set(
            try transaction.run(LogKind.all(of: type)).map { try LogKind(row: $0).shape })
        var room = LogKind.kindsMax - known.count
        var counts: [String: Int64] = [:]
        for shape in shapes {
            let isNew = !known.contains(shape.text) && counts[shape.text] == nil
            if isNew { room -= 1 }
            counts[isNew && room < 0 ? LogShape.other.text : shape.text, default: 0] += 1
        }
        var kindCount = known.count
        for (shape, count) in counts.sorted(by: { $0.key < $1.key }) {
            try transaction.enqueue(LogKind.count(shape, count, of: type, at: moment.now))
            guard !known.contains(shape) else { continue }
            kindCount += 1
            let kind = LogKind(shape: shape, lines: count, firstAt: moment.now, lastAt: moment.now)
            let event = kind.event(
                moment.identifier(), of: type, named: identifier, number: kindCount)
            try transaction.enqueue(event.insert)
        }
    }
}
