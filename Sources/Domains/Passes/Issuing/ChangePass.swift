import Crypto
import JSON
import Postgres
import Vocabulary

/// Changes the content of a pass or an order. Notifies its phones only if the content differs
/// afterwards.
package struct ChangePass: Verb {
    package let pass: Pass.ID
    package let kind: PackageKind
    package let urls: PublicURLs
    package let keys: KeyRing
    package let now: Instant
    /// Returns the wanted state for the current one.
    package let attributes: @Sendable (Attributes) throws -> Attributes

    /// The properties of a pass that can be changed.
    package struct Attributes: Sendable {
        package var values: PassValues
        package var isVoided: Bool
        package var customer: UUID128?
        /// Nil revokes the link.
        package var link: PassLink?
        /// Problems of the request.
        package var problems: [FieldProblem] = []
    }

    package init(
        _ pass: Pass.ID, of kind: PackageKind = .pass, urls: PublicURLs, keys: KeyRing,
        now: Instant,
        attributes: @escaping @Sendable (Attributes) throws -> Attributes
    ) {
        self.pass = pass
        self.kind = kind
        self.urls = urls
        self.keys = keys
        self.now = now
        self.attributes = attributes
    }

    package func callAsFunction(in transaction: Transaction) throws -> Pass {
        // Lock order: the pass, then its customer FOR SHARE.
        guard let row = try transaction.run(Pass.lock(pass)).first else {
            throw PassesRefusal.notFound
        }
        var changed = try Pass(row: row, keys: keys)
        guard changed.kind == kind else { throw PassesRefusal.notFound }
        guard var privateData = changed.privateData, let wrapped: [UInt8] = try row.get("data_key")
        else {
            throw PassesRefusal.erased
        }
        // A pass of a customer who was just erased cannot be changed, or assigned to another
        // customer.
        if let customer = changed.customer, try isErased(customer, transaction) {
            throw PassesRefusal.erased
        }
        let attributes = try attributes(
            Attributes(
                values: privateData.values, isVoided: changed.voidedAt != nil,
                customer: changed.customer, link: privateData.link))
        if let customer = attributes.customer, customer != changed.customer,
            try isErased(customer, transaction)
        {
            throw PassesRefusal.noCustomer
        }
        // A new owner must not get the previous owner's data: the pass asks again.
        let hasNewOwner =
            privateData.personalization != nil && changed.customer != nil
            && attributes.customer != changed.customer
        if hasNewOwner { privateData.personalization = nil }
        privateData.values = attributes.values
        privateData.link = attributes.link
        changed.privateData = privateData
        changed.customer = attributes.customer
        changed.voidedAt = attributes.isVoided ? changed.voidedAt ?? now : nil
        let renderer = try PassRenderer(row: row)
        let document = try renderer.examined(
            &changed, privateData, urls, besides: attributes.problems, at: now)
        let content = renderer.content(of: document)
        let isOther = try hasNewOwner || content != PassContent(row: row)
        if isOther { changed.modifiedAt = Pass.modified(after: changed.modifiedAt, at: now) }
        let seal = try Pass.Seal.open(wrapped, of: pass, keys: keys)
        try transaction.enqueue(
            changed.store(
                sealed: seal.seal(privateData), linkDigest: privateData.link?.secret.digest,
                content,
                document.relevance))
        if isOther {
            for query in Pass.enqueuePushes([pass.uuid], pass.merchant, at: now) {
                try transaction.enqueue(query)
            }
        }
        return changed
    }

    /// Also true if the customer never existed.
    private func isErased(_ customer: UUID128, _ transaction: Transaction) throws -> Bool {
        try transaction.run(Pass.lockShared(customer: customer, of: pass.merchant)).isEmpty
    }
}
