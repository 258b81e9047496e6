import Crypto
import JSON
import Vocabulary

/// The pass.json of one pass, or the order.json of one order: its template's with what it has of its own. A rule without a clock; equal input is equal to the byte.
package struct PassDocument: Sendable {
    package let bytes: [UInt8]
    /// When Wallet shows it by itself, the first time.
    package let relevantAt: Instant?

    /// Of whom a pass is, and where a phone asks for it again.
    package struct Identity: Sendable {
        let typeIdentifier: String
        let teamIdentifier: String
        let serialNumber: String
        let token: PassSecret
        let isVoided: Bool
        /// Without `/v1`, which phones write behind it.
        let serviceURL: String
    }

    /// What is wrong with what the pass has of its own, and what Wallet would show otherwise than it was meant: by its place there.
    let problems: [Finding]
    let warnings: [Finding]
    /// By which a change is known that leaves the pass as it was: whatever the order of members.
    let digest: [UInt8]

    struct Finding: Equatable, Sendable {
        let place: PassValues.Place
        let problem: FieldProblem
    }

    init(
        bytes: [UInt8], relevantAt: Instant? = nil, problems: [Finding], warnings: [Finding],
        digest: [UInt8]
    ) {
        self.bytes = bytes
        self.relevantAt = relevantAt
        self.problems = problems
        self.warnings = warnings
        self.digest = digest
    }

    /// Values that break a rule are left out, and the template's are in their place: a template that was replaced may not take what an
    /// older one took.
    init(
        of template: Node, _ style: PassStyle, _ identity: Identity, _ values: PassValues,
        _ shown: PassShown? = nil, at now: Instant? = nil
    ) throws {
        let keys = Self.keys(of: style, in: template)
        let known = Set(keys.values)
        var problems = values.fields.keys.filter { !known.contains($0) }.sorted().map { key in
            Self.finding(
                .field(key), "unknown_field", "the template has no field of this key")
        }
        var values = values.without(problems.map(\.place))
        var shown = shown
        while true {
            let bytes = Self.write(template, style, identity, values, shown)
            guard let document = try? Document.parse(bytes) else { throw UnreadablePass() }
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
                bytes: bytes, relevantAt: Self.firstDate(in: document.root), problems: problems,
                warnings: check.warnings.all.map { Self.placed($0, keys) },
                digest: SHA256.hash(document.root.canonicalBytes()))
            return
        }
    }

    private static func write(
        _ template: Node, _ style: PassStyle, _ identity: Identity, _ values: PassValues,
        _ shown: PassShown?
    ) -> [UInt8] {
        let end = values.members[Self.end] == nil ? shown?.expiresAt : nil
        return Writer.write(capacity: 4_096) { writer in
            writer.member("passTypeIdentifier", identity.typeIdentifier)
            writer.member("teamIdentifier", identity.teamIdentifier)
            writer.member("serialNumber", identity.serialNumber)
            writer.member("webServiceURL", identity.serviceURL)
            writer.member("authenticationToken", identity.token.text)
            if identity.isVoided { writer.member("voided", true) }
            for (name, value) in template.members
            where !PassTemplate.own.contains(name) && values.members[name] == nil
                && !(name == Self.end && end != nil)
            {
                writer.key(dynamic: name)
                if name == style.rawValue {
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

    /// When Wallet puts it away.
    private static let end = "expirationDate"

    /// The style's object, with the values of the pass in its fields.
    private static func write(
        _ content: Node, _ values: PassValues, _ shown: PassShown?, to writer: inout Writer
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
        // What stands for the template's value would be shown in the place of this one.
        let others = Set(["attributedValue"] + (currencyCode == nil ? [] : ["currencyCode"]))
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

    /// What is wrong with values that are not their giver's to say.
    static func shown(_ shown: PassShown?, over given: Set<PassValues.Place>) -> [FieldProblem] {
        (shown?.fields.keys.sorted() ?? []).filter { given.contains(.field($0)) }.map { key in
            finding(
                .field(key), "not_changeable", "this field says what the pass stands for"
            ).problem
        }
    }

    /// The keys of fields by the pointers of their places.
    private static func keys(of style: PassStyle, in template: Node) -> [String: String] {
        var keys: [String: String] = [:]
        for group in FieldGroup.allCases {
            for (index, field) in (template[style.rawValue]?[group.rawValue]?.elements)
                .map(Array.init)?.enumerated() ?? [].enumerated()
            {
                guard let key = field["key"]?.string else { continue }
                keys["/\(style.rawValue)/\(group.rawValue)/\(index)"] = key
            }
        }
        return keys
    }

    /// Where whoever gave the values finds what is wrong.
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

    private static func firstDate(in pass: Node) -> Instant? {
        var dates = [pass["relevantDate"]]
        for entry in pass["relevantDates"]?.elements.map({ $0 }) ?? [] where entry.kind == .object {
            dates += [entry["date"], entry["startDate"], entry["relevantDate"]]
        }
        return dates.compactMap { $0?.string.flatMap(PassDate.read) }.min()
    }
}

/// Never: what a writer wrote is read again.
struct UnreadablePass: Error {}
