import Postgres
import Vocabulary

/// Finds one invoice.
package struct FindInvoice: Sendable {
    package let invoice: Invoice.ID

    package init(invoice: Invoice.ID) { self.invoice = invoice }

    package func callAsFunction(on database: Database) async throws -> Invoice {
        guard let row = try await database.run(Invoice.find(invoice), groupCommit: .reading).first
        else { throw SubscriptionRefusal.notFound }
        return try Invoice(row: row)
    }
}
