import HTTP
import JSON
import Merchants
import Postgres

/// The file by which Apple verifies a merchant's domains: the merchant stores it, Apple fetches it.
enum AssociationEndpoints {
    private static let stored = "/v1/domains/{domain}/association"
    private static let shown = "/.well-known/apple-developer-merchantid-domain-association"

    static let all: [Endpoint] = [
        Endpoint(.put, stored, for: .writer, store),
        .show(stored) { call in
            let find = FindDomainAssociation(of: call.parameters["domain"], call.merchant.number)
            guard let association = try await find(on: call.database) else {
                throw MerchantRefusal.domainNotFound
            }
            return association
        },
        Endpoint(.delete, stored, for: .writer) { call in
            let delete = DeleteDomainAssociation(
                domain: call.parameters["domain"], merchant: call.merchant.number)
            try await delete(on: call.database)
            return Response(status: 204)
        },
        // Apple's documentation names the file with and without `.txt`.
        Endpoint(.get, shown, for: .anyone, file),
        Endpoint(.get, shown + ".txt", for: .anyone, file),
    ]

    @Sendable private static func store(_ call: Call) async throws -> Response {
        let file = try call.read { fields -> [UInt8]? in
            let file = fields.string(
                "file", minLength: 1, maxLength: DomainAssociation.fileBytesMax, required: true
            ).map { Array($0.utf8) }
            if let file, file.count > DomainAssociation.fileBytesMax {
                fields.refuse(
                    "file", "too_long", "at most \(DomainAssociation.fileBytesMax) bytes of UTF-8")
            }
            fields.refuseUnknown()
            return file
        }
        let association = DomainAssociation(
            merchant: call.merchant.number, domain: call.parameters["domain"], file: file,
            storedAt: call.now)
        let store = StoreDomainAssociation(association: association)
        try await call.run(store)
        return Answer { association.write(to: &$0) }.response
    }

    /// Serves the file of the domain in the Host header, or 404 if no merchant has stored one for
    /// it.
    @Sendable private static func file(_ call: Call) async throws -> Response {
        guard let host = call.request.headers["Host"]?.prefix(while: { $0 != ":" }).lowercased(),
            let association = try await FindDomainAssociation(ofHost: host)(on: call.database)
        else { throw Problem.notFound }
        return Response(status: 200, headers: fileHeaders, body: association.file)
    }

    /// The content is the merchant's, so it is sent as bytes that no browser renders as a page.
    /// Caches may not store it: Apple fetches the file when the merchant asks for verification, and
    /// must not get a replaced one.
    private static let fileHeaders = [
        ("Content-Type", "application/octet-stream"), ("X-Content-Type-Options", "nosniff"),
        ("Cache-Control", "no-store"),
    ]
}
