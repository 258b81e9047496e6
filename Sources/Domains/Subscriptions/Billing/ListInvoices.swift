import Merchants
import Postgres
import Vocabulary

/// Lists a page of a merchant's invoices, newest first.
package struct ListInvoices: Sendable {
    package let merchant: MerchantNumber
    package let filter: Invoice.Filter

    package init(merchant: MerchantNumber, filter: Invoice.Filter) {
        self.merchant = merchant
        self.filter = filter
    }

    package func callAsFunction(on database: Database) async throws -> Page<Invoice> {
        try await database.page(
            Invoice.page(filter, of: merchant), limit: filter.limit,
            scanning: Invoice.scan(filter, of: merchant), Invoice.init(row:))
    }
}

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
