import Checkouts
import Merchants
import Postgres
import Processors
import Vocabulary

extension Refund: PaymentOperation {
    package func callProcessor(_ processor: Processor) async -> Result<
        RefundOutcome, ProcessorFault
    > {
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
        _ id: ID, _ result: Result<RefundOutcome, ProcessorFault>, _ context: CheckoutContext,
        in transaction: Transaction
    ) throws -> OperationResult<Refund> {
        try FinishRefund(context: context, refund: id, processorResult: result)(in: transaction)
    }
}
