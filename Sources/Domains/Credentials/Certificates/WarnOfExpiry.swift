import JSON
import Merchants
import Outbox
import Postgres
import Vocabulary

/// Warns merchants 30, 7 and 1 day before a certificate expires: payments, passes or orders stop
/// working with it.
package struct WarnOfExpiry: Verb {
    package let limit: Int
    package let moment: Moment

    package init(limit: Int, moment: Moment) {
        self.limit = limit
        self.moment = moment
    }

    /// - Returns: the number of warnings.
    package func callAsFunction(in transaction: Transaction) throws -> Int {
        let rows = try transaction.run(MerchantCertificate.toWarn(at: moment.now, limit: limit))
        for row in rows {
            var certificate = try MerchantCertificate(row: row)
            certificate.warnAt = ExpiryWarning.next(
                for: certificate.expiresAt, at: moment.now, isNew: false)
            certificate.events += 1
            try transaction.enqueue(certificate.storeWarning)
            try transaction.enqueue(event(of: certificate).insert)
        }
        return rows.count
    }

    private func event(of certificate: MerchantCertificate) -> Event {
        Event(
            id: Event.ID(merchant: certificate.id.merchant, uuid: moment.identifier()),
            type: .certificateExpiring, object: certificate.id.text,
            sequence: certificate.events,
            data: Writer.write { body in
                certificate.write(membersTo: &body)
                body.member(
                    "daysLeft", ExpiryWarning.daysLeft(until: certificate.expiresAt, at: moment.now)
                )
            }, at: moment.now)
    }
}
