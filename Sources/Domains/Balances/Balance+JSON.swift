import Customers
import JSON
import Vocabulary

extension Balance {
    /// Writes the fields for any reader of the balance; neither the code nor its last characters.
    package func write(summaryTo writer: inout Writer, at now: Instant) {
        writer.member("id", id.text)
        writer.member("kind", kind.rawValue)
        writer.member(
            "status", isExpired(at: now) ? "expired" : frozen == nil ? "active" : "frozen")
        writer.member("currencyCode", currency.code)
        writer.member("amount", amount.decimal)
        writer.member("held", Money(minorUnits: held, currency: currency).decimal)
        writer.member("available", available.decimal)
        writer.member("frozenBecause", ifPresent: frozen?.rawValue)
        writer.member("expiresAt", ifPresent: expiresAt?.rfc3339)
        writer.member("reference", ifPresent: reference)
    }
}

extension Hold: Writable {
    package func write(to writer: inout Writer) {
        writer.object { body in
            body.member("id", id.text)
            body.member("balance", balance.text)
            body.member("status", state.rawValue)
            body.member("currencyCode", amount.currency.code)
            body.member("amount", amount.decimal)
            body.member(
                "captured", Money(minorUnits: captured, currency: amount.currency).decimal)
            body.member(
                "refunded", Money(minorUnits: refunded, currency: amount.currency).decimal)
            body.member("checkout", ifPresent: owner.map { checkout($0.checkout) })
            body.member("reference", ifPresent: reference)
            body.member("expiresAt", ifPresent: expiresAt?.rfc3339)
            body.member("createdAt", createdAt.rfc3339)
            body.member("endedAt", ifPresent: endedAt?.rfc3339)
        }
    }

    private func checkout(_ uuid: UUID128) -> String {
        Identifier<AnyCheckout>(merchant: id.merchant, uuid: uuid).text
    }
}

extension Transfer: Writable {
    package func write(to writer: inout Writer) {
        writer.object { body in
            body.member("id", id.text)
            body.member("kind", kind.rawValue)
            body.member("currencyCode", amount.currency.code)
            body.member("amount", amount.decimal)
            body.member("from", from.text)
            body.member("to", to.text)
            body.member("checkout", ifPresent: checkoutText)
            body.member("reference", ifPresent: reference)
            body.member("at", at.rfc3339)
        }
    }

    private var checkoutText: String? {
        checkout.map { Identifier<AnyCheckout>(merchant: id.merchant, uuid: $0).text }
    }
}

extension Entry {
    package var checkoutText: String? {
        checkout.map { Identifier<AnyCheckout>(merchant: transfer.merchant, uuid: $0).text }
    }
}

extension Account {
    /// A balance's identifier, or the name of a system account.
    package var text: String {
        switch self {
        case .balance(let id): id.text
        case .system(let account): account.rawValue
        }
    }
}

/// Checkouts belong to a higher module; this module only needs their identifiers.
enum AnyCheckout: Identified {
    static let identifierPrefix = "chk"
}

extension Balance {
    /// - Parameter code: the code, which only the first answer shows.
    package func write(to writer: inout Writer, at now: Instant, code: String? = nil) {
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
