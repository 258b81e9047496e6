import Processors
import Vocabulary

/// The result of comparing a processor's payment with ours.
package enum Comparison: Hashable, Sendable {
    case same
    /// One of the two is about to change.
    case notFinal
    case differs(Discrepancy)
}

extension Comparison {
    /// A pure rule that finds the most fundamental difference first.
    ///
    /// - Parameters:
    ///   - isRepeated: true if the processor has another payment with this key, compared before.
    ///   - now: the time at which our row was read.
    package init(
        _ record: ProcessorRecord, with ours: OurPayment?, at processor: String,
        isRepeated: Bool, now: Instant
    ) {
        let differs = {
            Comparison.differs(Discrepancy($0, at: processor, ours: ours, theirs: record))
        }
        let hasMoney = record.authorized > record.refunded
        if record.state == .pending {
            self = .notFinal
            return
        }
        guard let ours else {
            self = hasMoney ? differs(.unexpected) : .same
            return
        }
        if ours.isNotFinal(at: now) {
            self = .notFinal
        } else if isRepeated || ours.reference.map({ $0 != record.reference }) == true {
            self = hasMoney ? differs(.doubled) : .same
        } else if !ours.hasMoney {
            self = hasMoney ? differs(.unexpected) : .same
        } else {
            switch record.state {
            case .declined, .voided, .closed: self = differs(.state)
            case .pending, .authorized, .partiallyCaptured, .captured:
                let isSame =
                    ours.currency == record.currency && ours.authorized == record.authorized
                    && ours.captured == record.captured && ours.refunded == record.refunded
                self = isSame ? .same : differs(.amount)
            }
        }
    }
}
