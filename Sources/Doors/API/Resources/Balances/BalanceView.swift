import Balances
import Customers
import JSON
import Vocabulary

extension Balance {
    /// - Parameter code: the code, which only the first answer shows.
    func write(to writer: inout Writer, at now: Instant, code: String? = nil) {
        writer.object { body in
            write(summaryTo: &body, at: now)
            body.member("code", ifPresent: code)
            body.member("codeHint", ifPresent: codeHint)
            body.member(
                "customer",
                ifPresent: customer.map { Customer.ID(merchant: id.merchant, uuid: $0).text })
            if let metadata { body.member("metadata", raw: metadata) }
            body.member("frozenAt", ifPresent: frozenAt?.rfc3339)
            body.member("createdAt", createdAt.rfc3339)
        }
    }
}
