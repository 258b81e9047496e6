import Crypto
import JSON
import Postgres
import Vocabulary

/// Changes the content of a pass or an order. Notifies its phones only if the content differs
/// afterwards.
package struct ChangePass: Sendable {
    package let pass: Pass.ID
    package let kind: PackageKind
    package let service: WalletAddress
    package let keys: KeyRing
    package let now: Instant
    /// Returns the wanted state for the current one.
    package let wish: @Sendable (Wish) throws -> Wish

    /// The properties of a pass that can be changed.
    package struct Wish: Sendable {
        package var values: PassValues
        package var isVoided: Bool
        package var customer: UUID128?
        /// Nil revokes the link.
        package var link: PassLink?
        /// Problems of the request.
        package var problems: [FieldProblem] = []
    }

    package init(
        _ pass: Pass.ID, of kind: PackageKind = .pass, service: WalletAddress, keys: KeyRing,
        now: Instant,
        wish: @escaping @Sendable (Wish) throws -> Wish
    ) {
        self.pass = pass
        self.kind = kind
        self.service = service
        self.keys = keys
        self.now = now
        self.wish = wish
    }

    package func callAsFunction(in transaction: Transaction) throws -> Pass {
        guard let row = try transaction.run(Pass.lock(pass)).first else {
            throw PassesRefusal.notFound
        }
        var changed = try Pass(row: row, keys: keys)
        guard changed.kind == kind else { throw PassesRefusal.notFound }
        guard var held = changed.held, let wrapped: [UInt8] = try row.get("data_key") else {
            throw PassesRefusal.erased
        }
        // A pass of a customer who was just erased cannot be changed, or assigned to another
        // customer.
        if let customer = changed.customer, try isErased(customer, transaction) {
            throw PassesRefusal.erased
        }
        let wish = try wish(
            Wish(
                values: held.values, isVoided: changed.voidedAt != nil,
                customer: changed.customer, link: held.link))
        if let customer = wish.customer, customer != changed.customer,
            try isErased(customer, transaction)
        {
            throw PassesRefusal.noCustomer
        }
        // A new owner must not get the previous owner's data: the pass asks again.
        let isHandedOn =
            held.personalization != nil && changed.customer != nil
            && wish.customer != changed.customer
        if isHandedOn { held.personalization = nil }
        held.values = wish.values
        held.link = wish.link
        changed.held = held
        changed.customer = wish.customer
        changed.voidedAt = wish.isVoided ? changed.voidedAt ?? now : nil
        let writing = try PassWriting(row: row)
        let document = try writing.examined(
            &changed, held, service, besides: wish.problems, at: now)
        let content = writing.content(of: document)
        let isOther = try isHandedOn || content != PassContent(row: row)
        if isOther { changed.modifiedAt = Pass.modified(after: changed.modifiedAt, at: now) }
        let seal = try Pass.Seal.open(wrapped, of: pass, keys: keys)
        try transaction.later(
            changed.store(
                sealed: seal.seal(held), linkDigest: held.link?.secret.digest, content,
                document.relevance))
        if isOther {
            for query in Pass.told([pass.uuid], pass.merchant, at: now) {
                try transaction.later(query)
            }
        }
        return changed
    }

    /// Also true if the customer never existed.
    private func isErased(_ customer: UUID128, _ transaction: Transaction) throws -> Bool {
        try transaction.run(Pass.share(customer: customer, of: pass.merchant)).isEmpty
    }
}
