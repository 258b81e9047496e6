/// How long a payment sheet waits for its answers.
package enum PaymentSheetLimits {
    /// Apple closes the sheet if an answer takes longer (TN3174, docs/rules/apple.md#2.1).
    package static let answerSecondsMax: Int64 = 30
    /// The server answers a payment within this time, so that the answer still reaches the sheet
    /// over a slow network (docs/rules/money.md#9).
    package static let paymentSecondsMax: Int64 = 25
}
