import JSON
import Postgres
import Vocabulary

/// Writes the documents of a type's passes or orders from one version of its template's pass.json
/// or order.json.
struct PassRenderer: Sendable {
    let typeIdentifier: String
    let teamIdentifier: String
    let version: Int64
    private let document: Document
    /// The styles of a pass: one, or a classic style and the poster that replaces it since iOS 27.
    private let styles: [PassStyle]

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
        guard let document = try? Document.parse(bytes, takesNUL: true) else {
            throw UnreadablePass()
        }
        let styles = PassStyle.allCases.filter { document.root[$0.rawValue] != nil }
        guard !styles.isEmpty || PackageKind(of: typeIdentifier) == .order else {
            throw UnreadablePass()
        }
        (self.document, self.styles) = (document, styles)
        (self.typeIdentifier, self.teamIdentifier) = (typeIdentifier, teamIdentifier)
        self.version = version
    }

    /// Writes the document and sets the pass's warnings and its `relevantAt`.
    ///
    /// - Parameter others: problems already found in the request.
    /// - Throws: `PassesRefusal.badPass` with all problems of the request.
    func examined(
        _ pass: inout Pass, _ privateData: Pass.PrivateData, _ urls: PublicURLs,
        besides others: [FieldProblem], at now: Instant
    ) throws -> PassDocument {
        let document = try rendered(pass, privateData, urls, at: now)
        let given = privateData.values.given
        let template = try template(behind: document, of: pass, privateData, urls, at: now)
        let requestFindings = PassCause.requestFindings(
            document.problems, of: given, besides: template?.problems ?? [])
        // Do not report a value twice: as too long itself, and as making all values too long.
        let besides = others.filter { other in
            !requestFindings.contains { $0.pointer == other.pointer && $0.code == other.code }
        }
        let problems =
            besides + PassDocument.shown(privateData.shown, over: given) + requestFindings
        guard problems.isEmpty else { throw PassesRefusal.badPass(problems) }
        pass.warnings = PassCause.requestFindings(
            document.warnings, of: given, besides: template?.warnings ?? [])
        pass.relevantAt = document.relevance.first
        return document
    }

    /// Writes the document without the pass's own values, if a finding outside the request may be
    /// the template's alone.
    private func template(
        behind document: PassDocument, of pass: Pass, _ privateData: Pass.PrivateData,
        _ urls: PublicURLs,
        at now: Instant
    ) throws -> PassDocument? {
        let findings = document.problems + document.warnings
        let given = privateData.values.given
        guard findings.contains(where: { PassCause.moved($0, to: given) != nil }) else {
            return nil
        }
        var bare = privateData
        bare.values = PassValues()
        return try rendered(pass, bare, urls, at: now)
    }

    /// Writes the document for phones.
    ///
    /// - Parameter now: enables warnings about dates in the past.
    func rendered(
        _ pass: Pass, _ privateData: Pass.PrivateData, _ urls: PublicURLs, at now: Instant? = nil
    ) throws -> PassDocument {
        switch PackageKind(of: typeIdentifier) {
        case .pass:
            return try PassDocument(
                of: document.root, styles, identity(of: pass, privateData, urls.passes),
                privateData.values,
                privateData.shown, at: now)
        case .order:
            return try PassDocument(
                ofOrder: document.root, identity(of: pass, privateData, urls.orders),
                privateData.values,
                privateData.shown, updatedAt: pass.modifiedAt)
        }
    }

    private func identity(
        of pass: Pass, _ privateData: Pass.PrivateData, _ serviceURL: String
    ) -> PassDocument.Identity {
        PassDocument.Identity(
            typeIdentifier: typeIdentifier, teamIdentifier: teamIdentifier,
            serialNumber: pass.serialNumber, token: privateData.token,
            isVoided: pass.voidedAt != nil || privateData.shown?.isVoided == true,
            serviceURL: serviceURL)
    }

    func content(of document: PassDocument) -> PassContent {
        PassContent(digest: document.digest, version: version)
    }

    /// The fields, for reading them through the API.
    var fields: [(key: String, field: Node)] {
        var keys: Set<String> = []
        return PassTemplate.fields(of: styles, in: document.root)
            .filter { keys.insert($0.key).inserted }.map { ($0.key, $0.field) }
    }
}
