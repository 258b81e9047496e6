import Postgres
import Vocabulary

/// Our books as a comparison reads them: a page of payments, or payments by their keys.
package struct ReconciliationBooks: Sendable {
    package let database: Database
    let moment: @Sendable () -> Moment
    /// The most rows of a page, and the most discrepancies of one merchant.
    let pageMax: Int
    let discrepanciesMax: Int

    package init(
        database: Database, moment: @escaping @Sendable () -> Moment,
        pageMax: Int = ReconciliationLimits.pageMax,
        discrepanciesMax: Int = ReconciliationLimits.discrepanciesMax
    ) {
        self.database = database
        self.moment = moment
        self.pageMax = pageMax
        self.discrepanciesMax = discrepanciesMax
    }

    func payments(
        _ attempts: [UUID128], of merchant: MerchantNumber
    ) async throws -> [UUID128: OurPayment] {
        guard !attempts.isEmpty else { return [:] }
        let rows = try await database.run(OurPayment.find(attempts, of: merchant, at: moment().now))
        return try rows.reduce(into: [:]) { known, row in
            let payment = try OurPayment(row: row)
            known[payment.attempt.uuid] = payment
        }
    }

    func page(
        of merchant: MerchantNumber, in span: ReconciliationSpan, after last: UUID128?
    ) async throws -> [OurPayment] {
        try await database.run(
            OurPayment.page(of: merchant, in: span, after: last, limit: pageMax, at: moment().now)
        ).map(OurPayment.init(row:))
    }

    /// The merchants with a payment in a span.
    package func merchants(
        payingIn span: ReconciliationSpan
    ) async throws -> [MerchantNumber] {
        var merchants: [MerchantNumber] = []
        while true {
            let rows = try await database.run(
                OurPayment.merchants(
                    payingIn: span, after: merchants.last ?? MerchantNumber(0),
                    limit: pageMax))
            merchants += try rows.map { try $0.get("merchant_id") }
            if rows.count < pageMax { return merchants }
        }
    }
}
