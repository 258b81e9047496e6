import Merchants
import Postgres
import Vocabulary

/// Reads a merchant's figures of a time span by one statement.
package struct ReadFigures: Sendable {
    package let merchant: MerchantNumber
    package let span: FigureSpan
    package let now: Instant

    package init(merchant: MerchantNumber, span: FigureSpan, now: Instant) {
        self.merchant = merchant
        self.span = span
        self.now = now
    }

    /// - Returns: nil if the database does not know the time zone.
    package func callAsFunction(on database: Database) async throws -> Figures? {
        do {
            return try Figures(rows: await database.run(Figures.find(merchant, span, at: now)))
        } catch PostgresError.server(sqlstate: "22023", _, _) {
            return nil
        }
    }
}
