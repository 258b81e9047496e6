import Crypto
import Postgres
import Vocabulary

/// Creates the order of a paid checkout, once: after its payment, or earlier when a phone or the
/// merchant requests it.
package struct IssueOrder: Verb {
    /// The checkout's identifier, as text.
    package let checkout: String
    package let type: PassType.ID
    /// The token from a phone's request; nil for callers that need no token.
    package let token: String?
    package let subjects: PassSubjects
    package let urls: PublicURLs
    package let keys: KeyRing
    package let now: Instant

    package init(
        of checkout: String, type: PassType.ID, shown token: String? = nil,
        _ subjects: PassSubjects, urls: PublicURLs, keys: KeyRing, now: Instant
    ) {
        self.checkout = checkout
        self.type = type
        self.token = token
        self.subjects = subjects
        self.urls = urls
        self.keys = keys
        self.now = now
    }

    /// - Returns: whether the order exists now. Creates none for an unpaid checkout, an erased
    ///   buyer, or a phone with a wrong token.
    package func callAsFunction(in transaction: Transaction) throws -> Bool {
        guard let id = Pass.ID(ofOrder: checkout), id.merchant == type.merchant,
            let row = try transaction.run(PassType.lockShared(type)).first,
            try row.get("document", as: [UInt8]?.self) != nil
        else { return false }
        let renderer = try PassRenderer(row: row)
        guard let found = try subjects.find(checkout, .order, now, transaction),
            let number = found.orderKey
        else { return false }
        let secret = try OrderToken.derived(for: checkout, key: number, keys: keys)
        if let token, !PassSecret.isValid(token, for: secret.digest) { return false }
        if let customer = found.customer {
            let isThere = try !transaction.run(Pass.lockShared(customer: customer, of: id.merchant))
                .isEmpty
            guard isThere else { return false }
        }
        let privateData = Pass.PrivateData(
            values: PassValues(), shown: found.shown, token: secret, link: nil)
        let order = Pass(
            id: id, type: type, typeIdentifier: renderer.typeIdentifier, serialNumber: checkout,
            privateData: privateData, customer: found.customer, subject: checkout, relevantAt: nil,
            voidedAt: nil, devices: 0, tag: 0, modifiedAt: Pass.modified(after: nil, at: now),
            createdAt: now, erasedAt: nil)
        let document = try renderer.rendered(order, privateData, urls)
        let (seal, wrapped) = Pass.Seal.make(for: id, keys: keys)
        let sealed = Pass.Sealed(
            key: wrapped, bytes: seal.seal(privateData), tokenDigest: secret.digest, linkDigest: nil
        )
        guard
            try !transaction.run(
                order.insert(sealed, renderer.content(of: document), .never)
            ).isEmpty
        else { return true }
        // The checkout may have changed after it was read; that change could not mark an order that
        // did not exist.
        try transaction.enqueue(StalePass.mark(id, at: now))
        try transaction.enqueue(Pass.raiseTag(of: [id.uuid], id.merchant))
        return true
    }
}
