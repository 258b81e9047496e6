import Outbox
import Postgres
import Vocabulary

/// The subjects that passes can represent, such as balances. Provided by the caller, because Passes
/// does not depend on the modules of these subjects.
package struct PassSubjects: Sendable {
    package struct Subject: Sendable {
        package let shown: SubjectValues
        /// The customer who owns the subject, and also a pass that names no other customer.
        package let customer: UUID128?
        /// The number of the server's key that derives an order's token; nil if the subject has no
        /// order.
        package let orderKey: Int?

        package init(shown: SubjectValues, customer: UUID128?, orderKey: Int? = nil) {
            self.shown = shown
            self.customer = customer
            self.orderKey = orderKey
        }
    }

    /// Events after which a subject may have changed.
    package let kinds: Set<Event.Kind>
    package typealias Find =
        @Sendable (String, PackageKind, Instant, Transaction) throws -> Subject?
    /// Finds a subject by its identifier's text, as events contain it, in the form for a pass or an
    /// order at a time. Returns nil if it does not exist.
    package let find: Find

    package init(changedBy kinds: Set<Event.Kind>, find: @escaping Find) {
        self.kinds = kinds
        self.find = find
    }
}
