import Processors
import Vocabulary

/// Compares one merchant's books with the processor's, day by day.
package struct ReconcileMerchant: Sendable {
    package let merchant: MerchantNumber
    package let processor: Processor
    package let span: ReconciliationSpan
    package let books: ReconciliationBooks

    package init(
        merchant: MerchantNumber, processor: Processor, span: ReconciliationSpan,
        books: ReconciliationBooks
    ) {
        self.merchant = merchant
        self.processor = processor
        self.span = span
        self.books = books
    }

    /// The counts of a comparison, and the reason if it stopped early.
    package struct Outcome: Sendable {
        package var counts = ReconciliationCounts()
        package var stop: ReconciliationStop?
    }

    /// Days that were compared before the processor failed still count.
    ///
    /// - Parameters:
    ///   - report: called with each discrepancy once it is stored.
    ///   - done: called after each day with the counts so far.
    package func callAsFunction(
        report: @escaping @Sendable (Discrepancy) -> Void,
        done: @Sendable (ReconciliationSpan, ReconciliationCounts) -> Void = { _, _ in }
    ) async throws -> Outcome {
        var outcome = Outcome()
        for day in span.days {
            let reconcile = ReconcileDay(
                merchant: merchant, processor: processor, day: day, books: books, report: report)
            do {
                try await reconcile(&outcome.counts)
            } catch let fault as ProcessorFault {
                outcome.stop = .processor(fault)
            } catch let stop as ReconciliationStop {
                outcome.stop = stop
            }
            if outcome.stop != nil { break }
            done(day, outcome.counts)
        }
        return outcome
    }
}
