import Merchants
import Postgres
import Processors
import Vocabulary

/// Takes captures and refunds to their end that nobody is at any more, or whose outcome is not known:
/// the processor is asked again by the same key. Several may run side by side.
package struct RecoverSettlements: Sendable {
    private let caretaker: Caretaker

    package init(_ caretaker: Caretaker) { self.caretaker = caretaker }

    /// So many of each at a time: each is a call to a processor.
    package static let batch = 20

    /// How many came to an end. One that cannot be finished holds up no other, and is what is thrown
    /// when the others are done.
    package func callAsFunction(at now: Instant) async throws -> Int {
        let database = caretaker.database
        let captures = try await database.run(Capture.toFinish(at: now, limit: Self.batch))
            .map(Capture.init(row:))
        let refunds = try await database.run(Refund.toFinish(at: now, limit: Self.batch))
            .map(Refund.init(row:))
        return try await caretaker.each(captures.map(Either.capture) + refunds.map(Either.refund)) {
            switch $0 {
            case .capture(let capture):
                try await end(capture, requestID: Caretaker.worker, at: now)
            case .refund(let refund): try await end(refund, requestID: Caretaker.worker, at: now)
            }
        }
    }

    private enum Either {
        case capture(Capture)
        case refund(Refund)
    }

    /// The same for one of them, when a processor's notice hints at it.
    package func callAsFunction(capture id: Capture.ID, requestID: String, at now: Instant)
        async throws -> Bool
    {
        guard let row = try await caretaker.database.run(Capture.find(id)).first else {
            return false
        }
        return try await end(try Capture(row: row), requestID: requestID, at: now)
    }

    package func callAsFunction(refund id: Refund.ID, requestID: String, at now: Instant)
        async throws -> Bool
    {
        guard let row = try await caretaker.database.run(Refund.find(id)).first else {
            return false
        }
        return try await end(try Refund(row: row), requestID: requestID, at: now)
    }

    private func end(_ capture: Capture, requestID: String, at now: Instant) async throws -> Bool {
        guard capture.isUnderWay,
            let (settling, question) = try await means(capture.checkout, requestID, now)
        else { return false }
        return try await !settling.end(capture, question).isUnderWay
    }

    private func end(_ refund: Refund, requestID: String, at now: Instant) async throws -> Bool {
        guard refund.isUnderWay,
            let (settling, question) = try await means(refund.checkout, requestID, now)
        else { return false }
        return try await !settling.end(refund, question).isUnderWay
    }

    private func means(_ checkout: Sheet.ID, _ requestID: String, _ now: Instant) async throws
        -> (Settling, SheetQuestion)?
    {
        guard let (merchant, processor) = try await caretaker.merchant(checkout.merchant)
        else { return nil }
        return (
            caretaker.settling(by: processor, at: now),
            caretaker.question(checkout, of: merchant, requestID: requestID, at: now)
        )
    }
}
