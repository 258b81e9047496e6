import Archive
import Credentials
import Crypto
import JSON
import Vocabulary

/// Verifies a package by the rules of phones, which report no errors, and returns every reason to
/// refuse it.
package struct VerifyPackage: Sendable {
    package let kind: PackageKind
    /// The root that Wallet trusts; nil skips the check of the intermediate's issuer.
    package let root: Issuer?
    /// Since 1970.
    package let seconds: Int64

    package init(_ kind: PackageKind, under root: Issuer?, at seconds: Int64) {
        self.kind = kind
        self.root = root
        self.seconds = seconds
    }

    /// Verifies a package of either kind, determined by its document; a pass if it cannot be
    /// determined.
    package init(_ bytes: [UInt8], under root: Issuer?, at seconds: Int64) {
        let files = try? Zip.read(bytes, Self.limits)
        self.init(files.flatMap(PackageKind.init(of:)) ?? .pass, under: root, at: seconds)
    }

    package static let limits = Zip.Limits(
        filesMax: PackageFiles.filesMax + 2, bytesMax: PackageFiles.bytesMax)

    /// Maximum nesting that Foundation's JSON reader accepts.
    private static let depthMax = 512

    package struct Finding: Sendable {
        package var faults: [PackageFault] = []
        /// Parts that a phone accepts, but may show differently than intended: a pointer and a
        /// sentence each.
        package var warnings: [FieldProblem] = []
        /// The reason that the document was not checked, although a phone may read it.
        package var unchecked: JSONSyntaxError?
        /// A character NUL that Paysheet does not issue. JSON allows it (RFC 8259, section 7).
        fileprivate var nul: FieldProblem?
        /// Set if the document could be read.
        package var typeIdentifier: String?
        package var serialNumber: String?

        /// Adds faults of the files. A large document is a warning, because phones have no such
        /// limit.
        fileprivate mutating func note(_ faults: [PackageFiles.Fault]) {
            for fault in faults {
                guard fault == .documentTooLarge else {
                    self.faults.append(.files(fault))
                    continue
                }
                let most = PackageFiles.documentBytesMax >> 10
                warnings.append(
                    FieldProblem(
                        pointer: "", code: "too_long",
                        detail: "larger than \(most) KiB, which is Paysheet's own limit"))
            }
        }

        /// Adds the reason why the document cannot be read.
        fileprivate mutating func note(_ error: JSONSyntaxError, in document: [UInt8]) {
            if error.reason == .tooLarge {
                unchecked = error
                warnings.append(
                    FieldProblem(
                        pointer: "", code: "too_long",
                        detail: "not checked: too large, or too many numbers beyond the range of a "
                            + "double, which is Paysheet's own limit"))
            } else if error.reason == .duplicateKey {
                unchecked = error
                warnings.append(
                    FieldProblem(
                        pointer: error.pointer ?? "", code: "duplicate",
                        detail: "not checked: the object has this name twice, and readers may use "
                            + "either value (RFC 8259, section 4)"))
            } else if document.starts(with: [0xEF, 0xBB, 0xBF]) {
                faults.append(.byteOrderMark)
            } else {
                faults.append(.invalidJSON(error))
            }
        }

        /// Adds the problems and warnings of the document.
        fileprivate mutating func note(_ problems: Problems, _ warnings: Problems) {
            self.warnings += warnings.all
            faults += problems.all.map { .document(pointer: $0.pointer, detail: $0.detail) }
        }
    }

    package func callAsFunction(_ bytes: [UInt8]) -> Finding {
        var finding = Finding()
        let files: [Zip.File]
        do {
            files = try Zip.read(bytes, Self.limits)
        } catch {
            finding.faults.append(.archive(error))
            return finding
        }
        if PassBundle.isOne(files) {
            finding.faults.append(.bundle(files.count))
            return finding
        }
        if let folder = Self.enclosing(files, of: kind) {
            finding.faults.append(.enclosed(folder: folder))
            return finding
        }
        let own = files.filter { !Self.isOurs($0.path) }
        var pictures: [FieldProblem] = []
        do {
            pictures = try PackageFiles(own, of: kind).warnings
        } catch {
            finding.note(error.all)
        }
        let manifest = files.first { $0.path == PackageKind.manifest }?.bytes
        finding.faults += manifestFaults(manifest, own)
        let signature = files.first { $0.path == PackageKind.signature }?.bytes
        let names = inspect(at: signature, over: manifest, &finding)
        inspect(at: own.first { $0.path == kind.document }?.bytes, own, of: names, &finding)
        if let nul = finding.nul { finding.warnings.append(nul) }
        finding.warnings += pictures
        return finding
    }

    /// Checks the document of unsigned files, for a certificate with this type and team.
    package func document(of files: [Zip.File], by names: (type: String, team: String)) -> Finding {
        var finding = Finding()
        inspect(
            at: files.first { $0.path == kind.document }?.bytes, files, of: names, &finding)
        // An unchecked document is not signed, nor one that a template or a request cannot contain.
        if let error = finding.unchecked { finding.faults.append(.invalidJSON(error)) }
        if let nul = finding.nul {
            finding.faults.append(.document(pointer: nul.pointer, detail: nul.detail))
        }
        return finding
    }

    private static func isOurs(_ path: String) -> Bool {
        path == PackageKind.manifest || path == PackageKind.signature
    }

    static func enclosing(_ files: [Zip.File], of kind: PackageKind) -> String? {
        guard let folder = files.first?.path.split(separator: "/").first,
            files.contains(where: { $0.path == "\(folder)/\(kind.document)" }),
            files.allSatisfy({ $0.path.hasPrefix("\(folder)/") })
        else { return nil }
        return String(folder)
    }

    private func manifestFaults(_ bytes: [UInt8]?, _ files: [Zip.File]) -> [PackageFault] {
        guard let bytes else { return [.noManifest] }
        guard let digests = Manifest.read(bytes) else { return [.badManifest] }
        let listed = files.compactMap { file -> PackageFault? in
            guard let digest = digests[file.path] else { return .unlisted(file.path) }
            return digest == Hex.encode(kind.digest(file.bytes)) ? nil : .changed(file.path)
        }
        let there = Set(files.map(\.path))
        let absent = digests.keys.filter { !there.contains($0) && !Self.isOurs($0) }.sorted()
        return listed + absent.map { .absent($0) }
    }

    /// Verifies the signature and returns the type and team in the signer's certificate.
    private func inspect(
        at bytes: [UInt8]?, over manifest: [UInt8]?, _ finding: inout Finding
    ) -> (type: String, team: String)? {
        guard let bytes else {
            finding.faults.append(.noSignature)
            return nil
        }
        guard let signature = DetachedSignature(bytes, isLenient: true),
            let certificate = signature.certificates.first(where: signature.names)
        else {
            finding.faults.append(.badSignature)
            return nil
        }
        if let manifest, !signature.isValid(over: manifest) {
            finding.faults.append(.signatureMismatch)
        }
        if signature.signingTime == nil { finding.faults.append(.noSigningTime) }
        let others = signature.certificates.filter { $0.fingerprint != certificate.fingerprint }
        let issuer = others.first { Issuer($0).hasIssued(certificate, at: nil) }
        let examine = ExamineSigner(kind.signer, under: root, at: seconds)
        if let intermediate = issuer ?? others.first(where: { !$0.isSelfIssued }) {
            finding.faults += examine.certificateFaults(of: certificate, by: intermediate)
                .map { .signer($0) }
        } else {
            finding.faults.append(.noIntermediate)
        }
        return ExamineSigner.names(in: certificate)
    }

    private func inspect(
        at document: [UInt8]?, _ files: [Zip.File], of names: (type: String, team: String)?,
        _ finding: inout Finding
    ) {
        guard let document else { return }
        let parsed: Document
        do {
            parsed = try Document.parse(document, depthMax: Self.depthMax, takesNUL: true)
        } catch {
            return finding.note(error, in: document)
        }
        let root = parsed.root
        finding.nul = PassJSON.pointerToNUL(in: parsed, of: kind).map { pointer in
            FieldProblem(
                pointer: pointer, code: "nul",
                detail: kind == .pass
                    ? "only the message of a barcode may contain the character NUL"
                    : "an order must not contain the character NUL")
        }
        guard kind == .pass else { return inspect(atOrder: root, files, of: names, &finding) }
        // Phones do not have Paysheet's own maximums.
        let check = CheckPass(
            besides: files.map(\.path), at: Instant(seconds: seconds), isIssued: false)
        let identity = check(root)
        finding.note(check.problems, check.warnings)
        finding.typeIdentifier = identity?.typeIdentifier
        finding.serialNumber = identity?.serialNumber
        guard let identity, let names else { return }
        if identity.typeIdentifier != names.type {
            finding.faults.append(
                .typeMismatch(document: identity.typeIdentifier, certificate: names.type))
        }
        if identity.teamIdentifier != names.team {
            finding.faults.append(
                .teamMismatch(document: identity.teamIdentifier, certificate: names.team))
        }
    }

    private func inspect(
        atOrder root: Node, _ files: [Zip.File], of names: (type: String, team: String)?,
        _ finding: inout Finding
    ) {
        let check = CheckOrder(besides: files.map(\.path), isIssued: false)
        let identity = check(root)
        finding.note(check.problems, check.warnings)
        finding.typeIdentifier = identity?.typeIdentifier
        finding.serialNumber = identity?.orderIdentifier
        if let identity, let names, identity.typeIdentifier != names.type {
            finding.faults.append(
                .typeMismatch(document: identity.typeIdentifier, certificate: names.type))
        }
    }
}
