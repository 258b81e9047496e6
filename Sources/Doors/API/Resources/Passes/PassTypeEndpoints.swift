import Archive
import Credentials
import Crypto
import HTTP
import JSON
import Merchants
import Passes
import Vocabulary

/// A merchant's pass types and order types, and their templates.
enum PassTypeEndpoints {
    private static let types = "/v1/pass-types"
    private static let one = types + "/{passType}"
    private static let template = one + "/template"

    static let all: [Endpoint] = [
        Endpoint(
            ListEndpoint<PassType>(all: types, id: \.id) { call in
                try await FindPassTypes(of: call.merchant.number)(on: call.database)
            } write: {
                $0.write(to: &$2, isWhole: false)
            }),
        Endpoint(.post, types, for: .writer, repeated: .oneTransaction, open),
        .show(one, find) { $0.write(to: &$2, isWhole: true) },
        .delete(one) { call in RemovePassType(try call.identifier("passType")) },
        Endpoint(.put, template, for: .writer, bodyBytesMax: templateBytesMax, storeTemplate),
        .show(template) { call in
            let find = FindTemplate(try call.identifier("passType"))
            let (type, files) = try await find(on: call.database)
            return Zip.write(files, at: type.changedAt.microseconds / 1_000_000)
        } write: { archive, _, writer in
            writer.object { $0.member("archive", Base64.standard.encode(archive)) }
        },
        // The errors that phones have reported.
        Endpoint(
            ListEndpoint(one + "/log", taking: []) { call in
                let list = ListLogMessages(of: try await find(call).id)
                return ListEndpoint<LogKind>.Page(
                    try await list(on: call.database), nextCursor: nil)
            } write: { kind, _, entry in
                entry.object {
                    $0.member("message", kind.shape)
                    $0.member("lines", kind.lines)
                    $0.member("firstAt", kind.firstAt.rfc3339)
                    $0.member("lastAt", kind.lastAt.rfc3339)
                }
            }),
    ]

    @Sendable private static func find(_ call: Call) async throws -> PassType {
        try await FindPassType(try call.identifier("passType"))(on: call.database)
    }

    @Sendable private static func open(_ call: Call) async throws -> Response {
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
        let id: PassType.ID = call.newID()
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

    private static func signer(
        of identifier: String, _ call: Call
    ) async throws -> Result<SigningIdentity?, CredentialsRefusal> {
        let credentials = call.services.credentials
        let authorities: AppleAuthorities
        do throws(CredentialsRefusal) {
            authorities = try credentials.authorities(for: call.merchant)
        } catch { return .failure(error) }
        return .success(
            try await credentials.keychain.signer(
                of: call.merchant.number, for: identifier, by: authorities, at: call.now))
    }

    /// Replaces the whole folder at once, so that no pass mixes an old and a new template.
    @Sendable private static func storeTemplate(_ call: Call) async throws -> Response {
        let type = try await find(call)
        let archive = try call.read { fields in
            let archive = fields.value(
                "archive", maxLength: templateBytesMax, required: true,
                detail: "a zip archive in Base64", parse: Base64.standard.decode)
            fields.refuseUnknown()
            return archive
        }
        let template = try PassTemplate(reading: archive, of: type, at: call.now)
        let store = StoreTemplate(template, of: type.id, now: call.now)
        let stored = try await call.run(store)
        return Answer { stored.write(to: &$0, isWhole: true) }.response
    }

    /// Base64 has four bytes for three; the rest of the body is small.
    private static let templateBytesMax = PackageFiles.bytesMax / 3 * 4 + 1_024
}
