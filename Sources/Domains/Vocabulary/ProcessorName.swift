/// The processor of a merchant, set when the merchant is created, because only the processor that
/// authorized a payment can capture and refund it.
package enum ProcessorName: String, CaseIterable, Sendable {
    /// Moves no money: for test merchants.
    case sandbox
    case stripe
}
