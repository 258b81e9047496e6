import Crypto
import JSON
import Vocabulary

/// Writes the order.json of an order (docs/rules/apple.md#8.2): the template's members, overridden
/// by the purchase's, overridden by the merchant's.
extension PassDocument {
    /// - Parameter updatedAt: later with each change. Not part of the digest, because it is not a
    ///   change in itself.
    init(
        ofOrder template: Node, _ identity: Identity, _ values: PassValues, _ shown: SubjectValues?,
        updatedAt: Instant
    ) throws {
        var values = values
        var problems: [Finding] = []
        while true {
            let write = { (date: Instant?) in
                Self.write(order: template, identity, values, shown, updatedAt: date)
            }
            let bytes = write(updatedAt)
            guard let document = try? Document.parse(bytes) else { throw UnreadablePass() }
            let check = CheckOrder()
            check(document.root)
            let faults = check.problems.all.map(Self.placed)
            problems += faults
            let rest = values.without(faults.map(\.place))
            guard rest == values else {
                values = rest
                continue
            }
            guard let undated = try? Document.parse(write(nil)) else { throw UnreadablePass() }
            self.init(
                bytes: bytes, problems: problems, warnings: check.warnings.all.map(Self.placed),
                digest: SHA256.hash(undated.root.canonicalBytes()))
            return
        }
    }

    /// Members that neither a template nor a merchant can set.
    static let orderServerMembers = [
        "schemaVersion", "orderTypeIdentifier", "orderIdentifier", "orderType", "webServiceURL",
        "authenticationToken", "createdAt", "updatedAt", "payment", "lineItems",
    ]

    private static func write(
        order template: Node, _ identity: Identity, _ values: PassValues, _ shown: SubjectValues?,
        updatedAt: Instant?
    ) -> [UInt8] {
        let shown = shown?.fields ?? [:]
        var members = values.members
        for (name, value) in shown where members[name] == nil || orderServerMembers.contains(name) {
            members[name] = value.json
        }
        if values.members["status"] == nil, isHandedOver(members["fulfillments"]) {
            members["status"] = Array(#""completed""#.utf8)
        }
        return Writer.write(capacity: 4_096) { writer in
            writer.member("schemaVersion", 1)
            writer.member("orderTypeIdentifier", identity.typeIdentifier)
            writer.member("orderIdentifier", identity.serialNumber)
            writer.member("orderType", "ecommerce")
            writer.member("webServiceURL", identity.serviceURL)
            writer.member("authenticationToken", identity.token.text)
            for (name, value) in template.members
            where !orderServerMembers.contains(name) && members[name] == nil {
                writer.key(dynamic: name)
                if name == "orderManagementURL", let address = value.string {
                    let number = members["orderNumber"].flatMap { try? Document.parse($0) }
                    writer.value(
                        filled(address, identity.serialNumber, number: number?.root.string))
                } else {
                    value.write(to: &writer)
                }
            }
            for (name, value) in members.sorted(by: { $0.key < $1.key }) {
                writer.key(dynamic: name)
                writer.raw(value)
            }
            writer.member("updatedAt", ifPresent: updatedAt?.rfc3339)
        }
    }

    /// Each order has its own page: replaces `{orderIdentifier}` and `{orderNumber}` in the URL.
    static func filled(_ address: String, _ identifier: String, number: String?) -> String {
        address.replacing("{orderIdentifier}", with: identifier)
            .replacing("{orderNumber}", with: escaped(number ?? identifier))
    }

    /// Percent-encodes a text for a path or query.
    private static func escaped(_ text: String) -> String {
        text.utf8.reduce(into: "") { escaped, byte in
            let character = Character(UnicodeScalar(byte))
            let isPlain =
                byte < 128
                && (character.isLetter || character.isNumber || "-._~".contains(character))
            escaped += isPlain ? String(character) : "%" + Hex.encode([byte]).uppercased()
        }
    }

    /// Returns true if the buyer has received all deliveries and pickups.
    private static func isHandedOver(_ fulfillments: [UInt8]?) -> Bool {
        guard let list = fulfillments.flatMap({ try? Document.parse($0).root }),
            list.kind == .array
        else { return false }
        let all = list.elements.map { $0["status"]?.string }
        let ends: Set = ["delivered", "pickedUp", "cancelled"]
        return all.contains { $0 == "delivered" || $0 == "pickedUp" }
            && all.allSatisfy { $0.map(ends.contains) == true }
    }

    private static func placed(_ problem: FieldProblem) -> Finding {
        let first = problem.pointer.split(separator: "/").first.map(String.init) ?? ""
        return Finding(place: .member(first), problem: problem)
    }
}
