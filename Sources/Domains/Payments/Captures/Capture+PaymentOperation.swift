import Checkouts
import Merchants
import Postgres
import Processors
import Vocabulary

extension Capture: PaymentOperation {
    /// Asks for the increment that it needs, and then for the capture; both use its key, so that a
    /// repeat changes nothing.
    package func callProcessor(_ processor: Processor) async -> CaptureAnswer {
        guard let attempt else { return CaptureAnswer() }
        let key = AttemptKey(id)
        let charge = AttemptKey(attempt)
        var answer = CaptureAnswer()
        if increment > 0 {
            let request = IncrementRequest(
                key: key, charge: charge,
                amount: Money(minorUnits: increment, currency: amount.currency))
            do throws(ProcessorFault) {
                answer.increment = .success(try await processor.increment(request))
            } catch {
                answer.increment = .failure(error)
            }
            guard answer.isIncremented else { return answer }
        }
        let request = CaptureRequest(
            key: key, charge: charge, amount: Money(minorUnits: card, currency: amount.currency),
            isLast: isLast)
        do throws(ProcessorFault) {
            answer.capture = .success(try await processor.capture(request))
        } catch {
            answer.capture = .failure(error)
        }
        return answer
    }

    package static func finish(
        _ id: ID, _ answer: CaptureAnswer, _ context: CheckoutContext, in transaction: Transaction
    ) throws -> OperationResult<Capture> {
        try FinishCapture(context: context, capture: id, answer: answer)(in: transaction)
    }
}
