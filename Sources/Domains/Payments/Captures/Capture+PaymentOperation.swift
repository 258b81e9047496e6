import Checkouts
import Merchants
import Postgres
import Processors
import Vocabulary

extension Capture: PaymentOperation {
    /// Asks for the increment that it needs, and then for the capture; both use its key, so that a
    /// repeat changes nothing.
    package func callProcessor(_ processor: Processor) async -> CaptureResults {
        guard let attempt else { return CaptureResults() }
        let key = AttemptKey(id)
        let charge = AttemptKey(attempt)
        var result = CaptureResults()
        if increment > 0 {
            let request = IncrementRequest(
                key: key, charge: charge,
                amount: Money(minorUnits: increment, currency: amount.currency))
            do throws(ProcessorFault) {
                result.increment = .success(try await processor.increment(request))
            } catch {
                result.increment = .failure(error)
            }
            guard result.isIncremented else { return result }
        }
        let request = CaptureRequest(
            key: key, charge: charge, amount: Money(minorUnits: card, currency: amount.currency),
            isLast: isLast)
        do throws(ProcessorFault) {
            result.capture = .success(try await processor.capture(request))
        } catch {
            result.capture = .failure(error)
        }
        return result
    }

    package static func finish(
        _ id: ID, _ result: CaptureResults, _ context: CheckoutContext, in transaction: Transaction
    ) throws -> OperationResult<Capture> {
        try FinishCapture(context: context, capture: id, processorResult: result)(in: transaction)
    }
}
