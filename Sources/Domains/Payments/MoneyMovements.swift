/// The captures, refunds and disputes of a checkout, each oldest first.
package struct MoneyMovements: Sendable {
    package var captures: [Capture] = []
    package var refunds: [Refund] = []
    package var disputes: [Dispute] = []
}
