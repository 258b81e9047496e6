import Outbox
import Postgres
import Vocabulary

/// What passes may stand for, such as balances. Given from outside: no domain looks into another.
package struct PassSubjects: Sendable {
    package struct Subject: Sendable {
        package let shown: PassShown
        /// Whose it is, and with it the pass of whoever names nobody else.
        package let customer: UUID128?
        /// Of the server's keys that from which an order's token is derived; nothing where no order is to be made.
        package let orderKey: Int?

        package init(shown: PassShown, customer: UUID128?, orderKey: Int? = nil) {
            self.shown = shown
            self.customer = customer
            self.orderKey = orderKey
        }
    }

    /// After which it may say something else.
    package let kinds: Set<Event.Kind>
    package typealias Find =
        @Sendable (String, PackageKind, Instant, Transaction) throws -> Subject?
    /// By the text of its identifier, as events name it, as a pass or an order shows it at a moment; nothing when there is none.
    package let find: Find

    package init(changedBy kinds: Set<Event.Kind>, find: @escaping Find) {
        self.kinds = kinds
        self.find = find
    }
}
