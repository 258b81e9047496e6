import Merchants
import Postgres
import Processors
import Vocabulary

/// Finishes captures and refunds that were abandoned or whose outcome is unknown: asks the
/// processor again by the same key. Several may run concurrently.
package struct RecoverSettlements: Sendable {
    private let caretaker: Caretaker

    package init(_ caretaker: Caretaker) { self.caretaker = caretaker }

    /// The batch of each kind: each item is a call to a processor.
    package static let batch = 20

    /// Returns the number that ended. One that fails does not stop the others; its error is thrown
    /// after they are done.
    package func callAsFunction(at now: Instant) async throws -> Int {
        // Captures that fail repeatedly do not stop refunds.
        let captures = await Result { try await recover(Capture.self, at: now) }
        let refunds = await Result { try await recover(Refund.self, at: now) }
        return try captures.get() + refunds.get()
    }

    /// Finishes the one that a processor's webhook names.
    package func callAsFunction<Noun: Settlement>(
        _ id: Identifier<Noun>, requestID: String, at now: Instant
    ) async throws -> Bool {
        guard let row = try await caretaker.database.run(Noun.find(id)).first else { return false }
        return try await end(try Noun(row: row), requestID: requestID, at: now)
    }

    private func recover<Noun: Settlement>(_: Noun.Type, at now: Instant) async throws -> Int {
        let found = try await caretaker.database.run(Noun.toFinish(at: now, limit: Self.batch))
            .map(Noun.init(row:))
        return try await caretaker.each(found) {
            try await end($0, requestID: Caretaker.worker, at: now)
        }
    }

    private func end(
        _ settlement: some Settlement, requestID: String, at now: Instant
    ) async throws -> Bool {
        guard settlement.isUnderWay,
            let (merchant, processor) = try await caretaker.merchant(settlement.checkout.merchant)
        else { return false }
        let settling = caretaker.settling(by: processor, at: now)
        let question = caretaker.question(
            settlement.checkout, of: merchant, requestID: requestID, at: now)
        return try await !settling.end(settlement, question).isUnderWay
    }
}
