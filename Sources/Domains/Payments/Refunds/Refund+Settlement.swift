import Checkouts
import Merchants
import Postgres
import Processors
import Vocabulary

extension Refund: Settlement {
    package func ask(_ processor: Processor) async -> Result<RefundOutcome, ProcessorFault> {
        guard toCard > 0, let attempt else { return .success(.succeeded(reference: "")) }
        let request = RefundRequest(
            key: AttemptKey(id), charge: AttemptKey(attempt),
            amount: Money(minorUnits: toCard, currency: amount.currency))
        do throws(ProcessorFault) {
            return .success(try await processor.refund(request))
        } catch {
            return .failure(error)
        }
    }

    package static func finish(
        _ id: ID, _ answer: Result<RefundOutcome, ProcessorFault>, _ question: SheetQuestion,
        identify: @escaping @Sendable (Instant) -> UUID128, in transaction: Transaction
    ) throws -> Settled<Refund> {
        try FinishRefund(question: question, refund: id, answer: answer, identify: identify)(
            in: transaction)
    }
}
