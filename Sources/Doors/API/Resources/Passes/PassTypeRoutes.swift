import Archive
import Balances
import Credentials
import Crypto
import HTTP
import JSON
import Merchants
import Passes
import Postgres
import Vocabulary

/// Routes for a merchant's pass types and order types, and their templates.
extension Services {
    var passTypeRoutes: [Route] {
        let types = "/v1/pass-types"
        let type = types + "/{passType}"
        return [
            route(.get, types, for: [.read, .write], listPassTypes),
            route(.post, types, for: .write, openPassType),
            route(.get, type, for: [.read, .write], showPassType),
            route(.delete, type, for: .write, body: .any, removePassType),
            route(
                .put, type + "/template", for: .write, bodyBytesMax: Self.templateBytesMax,
                storeTemplate),
            route(.get, type + "/template", for: [.read, .write], showTemplate),
            route(.get, type + "/log", for: [.read, .write], showLog),
        ]
    }

    @Sendable private func listPassTypes(_ call: Call) async throws -> Response {
        let page = try call.page(of: PassType.self)
        let types = try await FindPassTypes(of: call.merchant.number)(on: database)
        return listAnswer(page, of: types, id: \.id) { $0.write(to: &$1, isWhole: false) }.response
    }

    @Sendable private func openPassType(_ call: Call) async throws -> Response {
        let document = try call.document()
        let identifier = try Call.read(document.root) { fields in
            let pass = Self.identifier("passTypeIdentifier", of: .pass, in: fields)
            let order = Self.identifier("orderTypeIdentifier", of: .order, in: fields)
            let (hasPass, hasOrder) = (
                fields.has("passTypeIdentifier"), fields.has("orderTypeIdentifier")
            )
            if hasPass == hasOrder {
                fields.refuse(
                    "passTypeIdentifier", hasPass ? "conflict" : "required",
                    "send either passTypeIdentifier or orderTypeIdentifier")
            }
            fields.refuseUnknown()
            return pass ?? order
        }
        let id = PassType.ID(merchant: call.merchant.number, uuid: call.identify())
        let signer = try await signer(of: identifier, call)
        return try await call.idempotent(document) { transaction in
            // A repeated call gets its first answer, even if the certificate has changed since.
            guard let signer = try signer.get() else { throw PassesRefusal.noCertificate }
            let type = PassType(
                id: id, identifier: identifier, teamIdentifier: signer.teamIdentifier,
                createdAt: call.now, changedAt: call.now)
            try OpenPassType(type: type)(in: transaction)
            return Answer(201) { type.write(to: &$0, isWhole: true) }
        }
    }

    /// Apple's identifiers show whether a type is for passes or for orders.
    private static func identifier(
        _ member: StaticString, of kind: PackageKind, in fields: ObjectReader
    ) -> String? {
        fields.value(
            member, maxLength: PassType.identifierLengthMax,
            detail: kind == .pass ? "as pass.com.example.gift" : "as order.com.example.shop"
        ) { text in !text.isEmpty && PackageKind(of: text) == kind ? text : nil }
    }

    private func signer(
        of identifier: String, _ call: Call
    ) async throws -> Result<SigningIdentity?, CredentialsRefusal> {
        let authorities: AppleAuthorities
        do throws(CredentialsRefusal) {
            authorities = try credentials.authorities(for: call.merchant)
        } catch { return .failure(error) }
        return .success(
            try await credentials.keychain.signer(
                of: call.merchant.number, for: identifier, by: authorities, at: call.now))
    }

    @Sendable private func showPassType(_ call: Call) async throws -> Response {
        let type = try await FindPassType(try call.identifier("passType"))(on: database)
        return Answer { type.write(to: &$0, isWhole: true) }.response
    }

    @Sendable private func removePassType(_ call: Call) async throws -> Response {
        try call.requireNoBody()
        let remove = RemovePassType(try call.identifier("passType"))
        try await database.transaction { try remove(in: $0) }
        return Response(status: 204)
    }

    /// Replaces the whole folder at once, so that no pass mixes an old and a new template.
    @Sendable private func storeTemplate(_ call: Call) async throws -> Response {
        let type = try await FindPassType(try call.identifier("passType"))(on: database)
        let archive = try call.read { fields in
            let archive = fields.value(
                "archive", maxLength: Self.templateBytesMax, required: true,
                detail: "a zip archive in Base64", parse: Base64.standard.decode)
            fields.refuseUnknown()
            return archive
        }
        let template = try PassTemplate(reading: archive, of: type, at: call.now)
        let store = StoreTemplate(template, of: type.id, now: call.now)
        let stored = try await database.transaction { try store(in: $0) }
        return Answer { stored.write(to: &$0, isWhole: true) }.response
    }

    @Sendable private func showTemplate(_ call: Call) async throws -> Response {
        let (type, files) = try await FindTemplate(try call.identifier("passType"))(on: database)
        let archive = Zip.write(files, at: type.changedAt.microseconds / 1_000_000)
        return Answer {
            $0.object { $0.member("archive", Base64.standard.encode(archive)) }
        }.response
    }

    /// Shows the errors that phones have reported.
    @Sendable private func showLog(_ call: Call) async throws -> Response {
        let type = try await FindPassType(try call.identifier("passType"))(on: database)
        let kinds = try await ListLogMessages(of: type.id)(on: database)
        return listAnswer(all: kinds) { kind, entry in
            entry.object {
                $0.member("message", kind.shape)
                $0.member("lines", kind.lines)
                $0.member("firstAt", kind.firstAt.rfc3339)
                $0.member("lastAt", kind.lastAt.rfc3339)
            }
        }.response
    }

    /// Base64 has four bytes for three; the rest of the body is small.
    private static let templateBytesMax = PackageFiles.bytesMax / 3 * 4 + 1_024

}

extension PassType {
    /// - Parameter isWhole: includes the summary of the template.
    fileprivate func write(to writer: inout Writer, isWhole: Bool) {
        writer.object { type in
            type.member("id", id.text)
            switch kind {
            case .pass: type.member("passTypeIdentifier", identifier)
            case .order: type.member("orderTypeIdentifier", identifier)
            }
            type.member("teamIdentifier", teamIdentifier)
            type.member("templateVersion", version)
            if isWhole, let summary { type.member("template", raw: summary) }
            type.member("createdAt", createdAt.rfc3339)
            type.member("changedAt", changedAt.rfc3339)
        }
    }
}
