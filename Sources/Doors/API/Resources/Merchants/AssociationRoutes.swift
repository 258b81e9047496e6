import HTTP
import JSON
import Merchants
import Postgres
import Vocabulary

/// Routes for the file by which Apple verifies a merchant's domains: the merchant stores it, Apple
/// fetches it.
extension Services {
    var associationRoutes: [Route] {
        let stored = "/v1/domains/{domain}/association"
        let shown = "/.well-known/apple-developer-merchantid-domain-association"
        return [
            route(.put, stored, for: .write, storeAssociation),
            route(.get, stored, for: [.read, .write], showAssociation),
            route(.delete, stored, for: .write, body: .any, dropAssociation),
            // Apple's documentation names the file with and without `.txt`.
            Route(.get, shown, handler: associationFile),
            Route(.get, shown + ".txt", handler: associationFile),
        ]
    }

    @Sendable private func storeAssociation(_ call: Call) async throws -> Response {
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
        try await database.transaction { try store(in: $0) }
        return Answer { association.write(to: &$0) }.response
    }

    @Sendable private func showAssociation(_ call: Call) async throws -> Response {
        let find = FindDomainAssociation(of: call.parameters["domain"], call.merchant.number)
        guard let association = try await find(on: database) else {
            throw MerchantRefusal.domainNotFound
        }
        return Answer { association.write(to: &$0) }.response
    }

    @Sendable private func dropAssociation(_ call: Call) async throws -> Response {
        try call.requireNoBody()
        let drop = DeleteDomainAssociation(
            domain: call.parameters["domain"], merchant: call.merchant.number)
        try await drop(on: database)
        return Response(status: 204)
    }

    /// Serves the file of the domain in the Host header, or 404 if no merchant has stored one for
    /// it.
    @Sendable private func associationFile(
        _ request: Request, _ parameters: Parameters
    ) async -> Response {
        do {
            try limits.admitAnonymous(from: proxies.clientNetwork(of: request))
            guard let host = request.headers["Host"].map(Self.withoutPort),
                let association = try await FindDomainAssociation(ofHost: host)(on: database)
            else { throw Problem.notFound }
            return Response(status: 200, headers: Self.fileHeaders, body: association.file)
        } catch {
            return problem(for: error, request.id).response(requestID: request.id)
        }
    }

    /// The content is the merchant's, so it is sent as bytes that no browser renders as a page.
    /// Caches may not store it: Apple fetches the file when the merchant asks for verification, and
    /// must not get a replaced one.
    private static let fileHeaders = [
        ("Content-Type", "application/octet-stream"), ("X-Content-Type-Options", "nosniff"),
        ("Cache-Control", "no-store"),
    ]

    private static func withoutPort(_ host: String) -> String {
        let name = host.prefix { $0 != ":" }
        return name.lowercased()
    }
}

extension DomainAssociation {
    fileprivate func write(to writer: inout Writer) {
        writer.object {
            $0.member("domain", domain)
            $0.member("file", String(decoding: file, as: UTF8.self))
            $0.member("storedAt", storedAt.rfc3339)
        }
    }
}
