import JSON

/// The individual values of one pass: values of the template's fields, by key, and members of
/// pass.json that replace those of the template. Each is a JSON value.
package struct PassValues: Equatable, Sendable {
    package private(set) var fields: [String: [UInt8]]
    package private(set) var members: [String: [UInt8]]
    /// The places in the current change, including removed values: a request is only responsible
    /// for these.
    private(set) var given: Set<Place> = []

    package init() { self.init(fields: [:], members: [:]) }

    init(fields: [String: [UInt8]], members: [String: [UInt8]]) {
        self.fields = fields
        self.members = members
    }

    enum Place: Hashable, Sendable {
        case field(String)
        case member(String)
    }

    /// Returns a copy without the values at these places.
    func without(_ places: [Place]) -> PassValues {
        var rest = self
        for place in places {
            switch place {
            case .field(let key): rest.fields[key] = nil
            case .member(let name): rest.members[name] = nil
            }
        }
        return rest
    }

    /// The maximum number of fields of a pass.
    package static let fieldsMax = 100
    package static let membersMax = 50
    /// Total size of all values.
    package static let bytesMax = 64 << 10

    /// Applies `fields` and `members` of a request to these values; `null` restores the template's
    /// value.
    package func changed(by reader: ObjectReader) -> PassValues {
        var changed = self
        changed.given = []
        Self.each("fields", in: reader, most: Self.fieldsMax) { key, value in
            changed.given.insert(.field(key))
            changed.fields[key] = value.isNull ? nil : Writer.value { value.write(to: &$0) }
        }
        Self.each("members", in: reader, most: Self.membersMax) { name, value in
            guard !Self.kept.contains(name) else {
                return reader.problems.add(
                    reader.pointer(to: "members") + "/" + Pointer.escape(name), "not_changeable",
                    "only the template or the server can set this member")
            }
            changed.given.insert(.member(name))
            changed.members[name] = value.isNull ? nil : Writer.value { value.write(to: &$0) }
        }
        changed.dropCounterparts()
        if changed.byteCount > Self.bytesMax {
            let (fields, members) = (
                Self.bytes(of: changed.fields), Self.bytes(of: changed.members)
            )
            let isOfMembers = reader.has("members") && (members > fields || !reader.has("fields"))
            reader.problems.add(
                reader.pointer(to: isOfMembers ? "members" : "fields"), "too_long",
                "all values of a pass can have at most \(Self.bytesMax >> 10) KiB in total")
        }
        return changed
    }

    /// Removes the other form of each member in this change, if an earlier change has set it.
    private mutating func dropCounterparts() {
        for case .member(let name) in given where members[name] != nil {
            guard let counterpart = MemberCounterpart.of(name),
                !given.contains(.member(counterpart))
            else { continue }
            members[counterpart] = nil
        }
    }

    /// Returns true if the pass replaces a member of the template, by the same name or by the other
    /// form of the member.
    func replaces(_ member: String) -> Bool {
        members[member] != nil || MemberCounterpart.of(member).flatMap { members[$0] } != nil
    }

    /// Returns a copy with these members replaced; nil removes a member.
    func changed(_ named: [String: [UInt8]?]) -> PassValues {
        var changed = self
        changed.given = Set(named.keys.map(Place.member))
        for (name, value) in named { changed.members[name] = value }
        return changed
    }

    var byteCount: Int { Self.bytes(of: fields) + Self.bytes(of: members) }

    private static func bytes(of values: [String: [UInt8]]) -> Int {
        values.values.reduce(0) { $0 + $1.count }
    }

    private static func each(
        _ member: StaticString, in reader: ObjectReader, most: Int, _ body: (String, Node) -> Void
    ) {
        guard let node = reader.node(member) else { return }
        guard node.kind == .object else {
            return reader.refuse(member, "wrong_type", "an object")
        }
        guard node.count <= most else {
            return reader.refuse(member, "too_many", "at most \(most)")
        }
        for (key, value) in node.members { body(key, value) }
    }

    /// Members that the individual values cannot set: the identity and style of the pass.
    private static let kept =
        Set(PassTemplate.serverMembers + ["formatVersion"] + PassStyle.allCases.map(\.rawValue))
}
