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

extension Entry {
    func write(to writer: inout Writer) {
        writer.object { body in
            body.member("transfer", transfer.text)
            body.member("kind", kind.rawValue)
            body.member("currencyCode", amount.currency)
            body.member("amount", amount)
            body.member("after", balanceAfter)
            body.member("account", other.text)
            body.member("checkout", ifPresent: checkoutText)
            body.member("reference", ifPresent: reference)
            body.member("at", at)
        }
    }
}
