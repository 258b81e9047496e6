/// What has become of a checkout's money, each kind oldest first.
package struct MovedMoney: Sendable {
    package var captures: [Capture] = []
    package var refunds: [Refund] = []
    package var disputes: [Dispute] = []
}
