import JSON
import Postgres
import Vocabulary

/// What passes or orders of a type are written with: its template's pass.json or order.json, in the version that is locked.
struct PassWriting: Sendable {
    let typeIdentifier: String
    let teamIdentifier: String
    let version: Int64
    private let document: Document
    /// Of passes.
    private let style: PassStyle?

    /// - Throws: `PassesRefusal.noTemplate`.
    init(row: Row) throws {
        guard let bytes: [UInt8] = try row.get("document") else { throw PassesRefusal.noTemplate }
        try self.init(
            bytes, typeIdentifier: row.get("identifier"),
            teamIdentifier: row.get("team_identifier"),
            version: row.get("version"))
    }

    init(
        _ bytes: [UInt8], typeIdentifier: String, teamIdentifier: String, version: Int64
    ) throws {
        guard let document = try? Document.parse(bytes) else { throw UnreadablePass() }
        let style = PassStyle.allCases.first { document.root[$0.rawValue] != nil }
        guard style != nil || PackageKind(of: typeIdentifier) == .order else {
            throw UnreadablePass()
        }
        (self.document, self.style) = (document, style)
        (self.typeIdentifier, self.teamIdentifier) = (typeIdentifier, teamIdentifier)
        self.version = version
    }

    /// Warnings are the pass's then.
    ///
    /// - Parameter others: what was wrong already with what was given.
    /// - Throws: `PassesRefusal.badPass` with all that is wrong with what was given.
    func examined(
        _ pass: inout Pass, _ held: Pass.Held, _ service: WalletAddress,
        besides others: [FieldProblem], at now: Instant
    ) throws -> PassDocument {
        let document = try written(pass, held, service, at: now)
        let given = held.values.given
        let own = document.problems.filter { given.contains($0.place) }.map(\.problem)
        // One that is too long by its own rule is not told of again as what makes all of them too long.
        let besides = others.filter { other in
            !own.contains { $0.pointer == other.pointer && $0.code == other.code }
        }
        let problems = besides + PassDocument.shown(held.shown, over: given) + own
        guard problems.isEmpty else { throw PassesRefusal.badPass(problems) }
        pass.warnings = document.warnings.filter { given.contains($0.place) }.map(\.problem)
        pass.relevantAt = document.relevantAt
        return document
    }

    /// As phones get it.
    ///
    /// - Parameter now: for who wants to be warned of dates that are past.
    func written(
        _ pass: Pass, _ held: Pass.Held, _ service: WalletAddress, at now: Instant? = nil
    ) throws -> PassDocument {
        switch PackageKind(of: typeIdentifier) {
        case .pass:
            guard let style else { throw UnreadablePass() }
            return try PassDocument(
                of: document.root, style, identity(of: pass, held, service.passes), held.values,
                held.shown, at: now)
        case .order:
            return try PassDocument(
                ofOrder: document.root, identity(of: pass, held, service.orders), held.values,
                held.shown, updatedAt: pass.modifiedAt)
        }
    }

    private func identity(
        of pass: Pass, _ held: Pass.Held, _ serviceURL: String
    ) -> PassDocument.Identity {
        PassDocument.Identity(
            typeIdentifier: typeIdentifier, teamIdentifier: teamIdentifier,
            serialNumber: pass.serialNumber, token: held.token,
            isVoided: pass.voidedAt != nil || held.shown?.isVoided == true,
            serviceURL: serviceURL)
    }

    func content(of document: PassDocument) -> PassContent {
        PassContent(digest: document.digest, version: version)
    }

    /// Fields as an app reads them.
    var fields: [(key: String, field: Node)] {
        guard let style else { return [] }
        return FieldGroup.allCases.flatMap { group in
            (document.root[style.rawValue]?[group.rawValue]?.elements.map { $0 } ?? []).compactMap {
                field in field["key"]?.string.map { ($0, field) }
            }
        }
    }
}
