import Crypto
import JSON
import Postgres
import Vocabulary

/// Creates a pass of a type, with a token for phones and a download link for the buyer.
package struct IssuePass: Verb {
    package let id: Pass.ID
    package let type: PassType.ID
    /// Defaults to the pass identifier's text if the merchant does not set it.
    package let serialNumber: String
    package let customer: UUID128?
    package let subject: Subject?
    package let values: PassValues
    /// Problems of the request that were found without the template.
    package let problems: [FieldProblem]
    package let subjects: PassSubjects
    package let secrets: (token: PassSecret, link: PassSecret)
    package let urls: PublicURLs
    package let keys: KeyRing
    package let now: Instant

    package init(
        id: Pass.ID, type: PassType.ID, serialNumber: String?, customer: UUID128?,
        subject: Subject? = nil, of subjects: PassSubjects, values: PassValues,
        problems: [FieldProblem] = [],
        secrets: (token: PassSecret, link: PassSecret), urls: PublicURLs,
        keys: KeyRing, now: Instant
    ) {
        self.id = id
        self.type = type
        self.serialNumber = serialNumber ?? id.text
        self.customer = customer
        self.subject = subject
        self.subjects = subjects
        self.values = values
        self.problems = problems
        self.secrets = secrets
        self.urls = urls
        self.keys = keys
        self.now = now
    }

    /// The subject of the pass, and the member of the request that names it.
    package typealias Subject = (member: String, id: String)

    package func callAsFunction(in transaction: Transaction) throws -> Pass {
        guard let row = try transaction.run(PassType.lockShared(type)).first else {
            throw PassesRefusal.notFound
        }
        let renderer = try PassRenderer(row: row)
        // Payments create orders.
        guard PackageKind(of: renderer.typeIdentifier) == .pass else {
            throw PassesRefusal.badPass([
                FieldProblem(
                    pointer: "/passType", code: "invalid_value",
                    detail: "this is an order type: its orders are created by payments")
            ])
        }
        let found = try subject.map { subject in
            guard let found = try subjects.find(subject.id, .pass, now, transaction) else {
                throw PassesRefusal.noSubject(member: subject.member)
            }
            return found
        }
        let customer = customer ?? found?.customer
        if let customer {
            guard
                try !transaction.run(Pass.lockShared(customer: customer, of: type.merchant)).isEmpty
            else { throw PassesRefusal.noCustomer }
        }
        let link = PassLink(to: id, secrets.link)
        let privateData = Pass.PrivateData(
            values: values, shown: found?.shown, token: secrets.token, link: link)
        var pass = Pass(
            id: id, type: type, typeIdentifier: renderer.typeIdentifier, serialNumber: serialNumber,
            privateData: privateData, customer: customer, subject: subject?.id, relevantAt: nil,
            voidedAt: nil,
            devices: 0, tag: 0,
            modifiedAt: Pass.modified(after: nil, at: now), createdAt: now, erasedAt: nil)
        let document = try renderer.examined(
            &pass, privateData, urls, besides: problems, at: now)
        let (seal, wrapped) = Pass.Seal.make(for: id, keys: keys)
        let sealed = Pass.Sealed(
            key: wrapped, bytes: seal.seal(privateData), tokenDigest: secrets.token.digest,
            linkDigest: secrets.link.digest)
        guard
            try !transaction.run(
                pass.insert(sealed, renderer.content(of: document), document.relevance)
            ).isEmpty
        else { throw PassesRefusal.serialNumberTaken }
        // The subject may have changed after it was read; that change could not mark a pass that
        // did not exist.
        if subject != nil { try transaction.enqueue(StalePass.mark(id, at: now)) }
        try transaction.enqueue(Pass.raiseTag(of: [id.uuid], id.merchant))
        return pass
    }
}
