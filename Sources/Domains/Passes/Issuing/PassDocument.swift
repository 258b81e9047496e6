import Crypto
import JSON
import Vocabulary

/// The pass.json of a pass, or the order.json of an order: the template with the individual values
/// filled in. A rule without a clock; equal inputs give equal bytes.
package struct PassDocument: Sendable {
    package let bytes: [UInt8]
    /// The times at which Wallet suggests the pass.
    package let relevance: PassRelevance

    /// The identity of a pass, and the URL at which a phone requests updates.
    package struct Identity: Sendable {
        let typeIdentifier: String
        let teamIdentifier: String
        let serialNumber: String
        let token: PassSecret
        let isVoided: Bool
        /// Without `/v1`, which phones append.
        let serviceURL: String
    }

    /// Problems of the pass's values, and warnings about values that Wallet would show differently
    /// than intended; each with its place in the values.
    let problems: [Finding]
    let warnings: [Finding]
    /// Digest to detect changes that leave the content the same; independent of the order of
    /// members.
    let digest: [UInt8]

    struct Finding: Equatable, Sendable {
        let place: PassValues.Place
        let problem: FieldProblem
    }

    init(
        bytes: [UInt8], relevance: PassRelevance = .never, problems: [Finding],
        warnings: [Finding], digest: [UInt8]
    ) {
        self.bytes = bytes
        self.relevance = relevance
        self.problems = problems
        self.warnings = warnings
        self.digest = digest
    }

    /// Replaces values that break a rule with those of the template: a new template may refuse
    /// values that an older one accepted.
    init(
        of template: Node, _ styles: [PassStyle], _ identity: Identity, _ values: PassValues,
        _ shown: SubjectValues? = nil, at now: Instant? = nil
    ) throws {
        let keys = Self.keys(of: styles, in: template)
        let known = Set(keys.values)
        var problems = values.fields.keys.filter { !known.contains($0) }.sorted().map { key in
            Self.finding(
                .field(key), "unknown_field", "the template has no field with this key")
        }
        var values = values.without(problems.map(\.place))
        var shown = shown
        while true {
            let bytes = Self.write(template, styles, identity, values, shown)
            guard let document = try? Document.parse(bytes, takesNUL: true) else {
                throw UnreadablePass()
            }
            let check = CheckPass(besides: [], at: now)
            _ = check(document.root)
            let faults = check.problems.all.map { Self.placed($0, keys) }
            problems += faults
            let places = faults.map(\.place)
            let rest = (values.without(places), shown?.without(places))
            guard rest == (values, shown) else {
                (values, shown) = rest
                continue
            }
            self.init(
                bytes: bytes, relevance: PassRelevance(of: document.root), problems: problems,
                warnings: check.warnings.all.map { Self.placed($0, keys) },
                digest: SHA256.hash(document.root.canonicalBytes()))
            return
        }
    }

    private static func write(
        _ template: Node, _ styles: [PassStyle], _ identity: Identity, _ values: PassValues,
        _ shown: SubjectValues?
    ) -> [UInt8] {
        let styles = Set(styles.map(\.rawValue))
        let end = values.members[Self.end] == nil ? shown?.expiresAt : nil
        return Writer.write(capacity: 4_096) { writer in
            writer.member("passTypeIdentifier", identity.typeIdentifier)
            writer.member("teamIdentifier", identity.teamIdentifier)
            writer.member("serialNumber", identity.serialNumber)
            writer.member("webServiceURL", identity.serviceURL)
            writer.member("authenticationToken", identity.token.text)
            if identity.isVoided { writer.member("voided", true) }
            for (name, value) in template.members
            where !PassTemplate.serverMembers.contains(name) && !values.replaces(name)
                && !(name == Self.end && end != nil)
            {
                writer.key(dynamic: name)
                if styles.contains(name) {
                    write(value, values, shown, to: &writer)
                } else {
                    value.write(to: &writer)
                }
            }
            for (name, value) in values.members.sorted(by: { $0.key < $1.key }) {
                writer.key(dynamic: name)
                writer.raw(value)
            }
            if let end {
                writer.key(dynamic: Self.end)
                writer.value(end.rfc3339)
            }
        }
    }

    /// The member with the time at which the pass expires in Wallet.
    private static let end = "expirationDate"

    /// Writes the style's object, with the values of the pass in its fields.
    private static func write(
        _ content: Node, _ values: PassValues, _ shown: SubjectValues?, to writer: inout Writer
    ) {
        writer.object { style in
            for (name, group) in content.members {
                style.key(dynamic: name)
                guard FieldGroup(rawValue: name) != nil, group.kind == .array else {
                    group.write(to: &style)
                    continue
                }
                style.array { list in
                    for field in group.elements {
                        let key = field["key"]?.string
                        if let shown = key.flatMap({ shown?.fields[$0] }) {
                            write(field, shown.json, shown.currencyCode, to: &list)
                        } else if let own = key.flatMap({ values.fields[$0] }) {
                            write(field, own, nil, to: &list)
                        } else {
                            field.write(to: &list)
                        }
                    }
                }
            }
        }
    }

    private static func write(
        _ field: Node, _ own: [UInt8], _ currencyCode: String?, to list: inout Writer
    ) {
        // The template's attributed value, semantic tags and formats would apply instead of this
        // value.
        let others = Set(Self.meanings + (currencyCode == nil ? [] : Self.formats))
        list.object { entry in
            for (name, value) in field.members where !others.contains(name) {
                entry.key(dynamic: name)
                if name == "value" {
                    entry.raw(own)
                } else {
                    value.write(to: &entry)
                }
            }
            entry.member("currencyCode", ifPresent: currencyCode)
        }
    }

    private static let meanings = ["attributedValue", "semantics"]

    /// Members that would format an amount of money differently, or conflict with its currency.
    private static let formats = [
        "currencyCode", "numberStyle", "dateStyle", "timeStyle", "isRelative", "ignoresTimeZone",
    ]

    /// Returns problems of given values that only the subject may set.
    static func shown(_ shown: SubjectValues?, over given: Set<PassValues.Place>) -> [FieldProblem]
    {
        (shown?.fields.keys.sorted() ?? []).filter { given.contains(.field($0)) }.map { key in
            finding(
                .field(key), "not_changeable",
                "the balance or checkout of the pass determines this field"
            ).problem
        }
    }

    /// The keys of fields, by JSON pointer.
    private static func keys(of styles: [PassStyle], in template: Node) -> [String: String] {
        let fields = PassTemplate.fields(of: styles, in: template)
        return Dictionary(uniqueKeysWithValues: fields.map { ($0.pointer, $0.key) })
    }

    /// Maps a problem of the document to a place in the given values.
    private static func placed(_ problem: FieldProblem, _ keys: [String: String]) -> Finding {
        let parts = problem.pointer.split(separator: "/", maxSplits: 3)
        if parts.count >= 3, let key = keys["/" + parts.prefix(3).joined(separator: "/")] {
            return finding(.field(key), problem.code, problem.detail)
        }
        return finding(
            .member(parts.first.map(String.init) ?? ""), problem.code, problem.detail,
            behind: problem.pointer)
    }

    private static func finding(
        _ place: PassValues.Place, _ code: String, _ detail: String, behind pointer: String = ""
    ) -> Finding {
        let shown =
            switch place {
            case .field(let key): "/fields/" + Pointer.escape(key)
            case .member: "/members" + pointer
            }
        return Finding(
            place: place, problem: FieldProblem(pointer: shown, code: code, detail: detail))
    }
}

/// Thrown if the server cannot read a document that it wrote, which must not happen.
struct UnreadablePass: Error {}
