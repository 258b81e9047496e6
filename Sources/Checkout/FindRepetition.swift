import Postgres
import Vocabulary

/// What the same payment was answered before, for one whose token opens no more, because its certificate was deleted or
/// has ended since, or whose processor's keys were. The buyer is not told that it failed when the money is taken.
package struct FindRepetition: Sendable {
    package let question: SheetQuestion
    /// Of the payment as it came.
    package let digest: [UInt8]
    /// As the call names it; nothing means whichever it was.
    package let version: Int?

    package init(question: SheetQuestion, digest: [UInt8], version: Int?) {
        self.question = question
        self.digest = digest
        self.version = version
    }

    /// Nothing where it was never tried.
    package func callAsFunction(in transaction: Transaction) throws -> AuthorizationAnswer? {
        let held = try HeldSheet(question, in: transaction)
        let own = try held.attempts().first {
            $0.fingerprint == Payment.fingerprint(of: digest, version: version ?? $0.version)
        }
        return own.map {
            AuthorizationAnswer(
                sheet: held.sheet, attempt: $0, errors: $0.errors(held.sheet.request))
        }
    }
}
