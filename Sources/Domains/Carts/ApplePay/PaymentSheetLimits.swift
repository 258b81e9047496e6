/// The time for which a payment sheet waits for its answers.
package enum PaymentSheetLimits {
    /// Apple closes the sheet after 30 seconds without an answer (TN3174, docs/rules/apple.md#2.1).
    /// The pages have the same limit: pages/paysheet/7-sheet.js, pages/shared/server.js.
    package static let answerSecondsMax: Int64 = 30
    /// The server answers a payment within this time, so that the answer still reaches the sheet
    /// over a slow network (docs/rules/money.md#9).
    package static let paymentSecondsMax: Int64 = 25
}
