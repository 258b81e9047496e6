/// Who charges a merchant's buyers: said when the merchant is opened, because a payment can be captured and
/// refunded only where it was made.
package enum ProcessorName: String, CaseIterable, Sendable {
    /// Has no money: for test merchants.
    case sandbox
    case stripe
}
