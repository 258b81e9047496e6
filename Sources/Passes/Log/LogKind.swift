import Crypto
import Postgres
import Vocabulary

/// Lines of phones that say the same of a pass type, and how many.
package struct LogKind: Sendable {
    package let shape: String
    package let lines: Int64
    package let firstAt: Instant
    package let lastAt: Instant

    /// What is beyond is counted together: strangers may write what they like.
    static let kindsMax = 100
}

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

/// What phones have written of a pass type, the newest first.
package struct FindLog: Sendable {
    package let type: PassType.ID

    package init(of type: PassType.ID) { self.type = type }

    package func callAsFunction(on database: Database) async throws -> [LogKind] {
        try await database.run(LogKind.all(of: type), sharing: .reading).map(LogKind.init(row:))
    }
}
