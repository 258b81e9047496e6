import Archive
import JSON

extension PassTemplate {
    /// - Throws: `PassesRefusal.badTemplate` with all faults.
    init(order document: Document, _ package: PackageFiles, of type: PassType) throws {
        guard let whole = try? Document.parse(Self.sampleOrder(document.root, of: type)) else {
            throw UnreadablePass()
        }
        let check = CheckOrder(besides: package.files.map(\.path))
        check(whole.root)
        var faults = check.problems.all.map { TemplateFault.document($0) }
        if let other = document.root["orderTypeIdentifier"], other.string != type.identifier {
            faults.append(.typeMismatch)
        }
        guard faults.isEmpty else { throw PassesRefusal.badTemplate(faults, of: type.kind) }
        self.init(
            package: package,
            warnings: package.warnings + check.warnings.all
                + Self.overridden(
                    PassDocument.orderServerMembers.filter { !Self.constant.contains($0) },
                    in: document.root))
    }

    /// Members that have the same value in every order.
    private static let constant = ["schemaVersion", "orderType", "orderTypeIdentifier"]

    /// Returns a complete sample document, as an order would have it.
    private static func sampleOrder(_ root: Node, of type: PassType) -> [UInt8] {
        guard root.kind == .object else { return Writer.value { root.write(to: &$0) } }
        return Writer.write { writer in
            writer.member("schemaVersion", 1)
            writer.member("orderTypeIdentifier", type.identifier)
            writer.member("orderIdentifier", "1")
            writer.member("orderType", "ecommerce")
            writer.member("createdAt", "2026-01-01T00:00:00Z")
            writer.member("updatedAt", "2026-01-01T00:00:00Z")
            if root["status"] == nil { writer.member("status", "open") }
            for (key, value) in root.members where !PassDocument.orderServerMembers.contains(key) {
                writer.key(dynamic: key)
                if key == "orderManagementURL", let address = value.string {
                    writer.value(PassDocument.filled(address, "1", number: nil))
                } else {
                    value.write(to: &writer)
                }
            }
        }
    }
}
