import JSON

/// What one pass has of its own: values of the template's fields by their keys, and members of pass.json in the place
/// of the template's. Each is a JSON value.
package struct PassValues: Equatable, Sendable {
    package private(set) var fields: [String: [UInt8]]
    package private(set) var members: [String: [UInt8]]
    /// What the last change has named, whatever it said: the rest is not its giver's to mend.
    private(set) var given: Set<Place> = []

    package init() { (fields, members) = ([:], [:]) }

    enum Place: Hashable, Sendable {
        case field(String)
        case member(String)
    }

    /// The same without what is at these places.
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

    /// As many as a pass has fields.
    package static let fieldsMax = 100
    package static let membersMax = 50
    /// Of all values together.
    package static let bytesMax = 64 << 10

    /// Reads `fields` and `members` over these: what is `null` is the template's again.
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
                    "this member is the template's or the server's to say")
            }
            changed.given.insert(.member(name))
            changed.members[name] = value.isNull ? nil : Writer.value { value.write(to: &$0) }
        }
        if changed.byteCount > Self.bytesMax {
            let (fields, members) = (
                Self.bytes(of: changed.fields), Self.bytes(of: changed.members)
            )
            let isOfMembers = reader.has("members") && (members > fields || !reader.has("fields"))
            reader.problems.add(
                reader.pointer(to: isOfMembers ? "members" : "fields"), "too_long",
                "all values of a pass have \(Self.bytesMax >> 10) KiB at most")
        }
        return changed
    }

    /// With members that were named, in the place of what they were; nothing takes one away.
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
            return reader.refuse(member, "too_many", "\(most) at most")
        }
        for (key, value) in node.members { body(key, value) }
    }

    /// What a pass cannot say for itself: of whom it is and how it looks.
    private static let kept =
        Set(PassTemplate.own + ["formatVersion"] + PassStyle.allCases.map(\.rawValue))
}

extension PassValues {
    /// As it is sealed.
    var json: [UInt8] { Writer.write { write(membersTo: &$0) } }

    package func write(membersTo writer: inout Writer) {
        writer.member("fields", raw: Self.object(fields))
        writer.member("members", raw: Self.object(members))
    }

    /// In the order of the keys, so that equal ones are written alike.
    private static func object(_ values: [String: [UInt8]]) -> [UInt8] {
        Writer.write { writer in
            for (key, value) in values.sorted(by: { $0.key < $1.key }) {
                writer.key(dynamic: key)
                writer.raw(value)
            }
        }
    }

    init(stored node: Node) {
        (fields, members) = (Self.values(node["fields"]), Self.values(node["members"]))
    }

    private static func values(_ node: Node?) -> [String: [UInt8]] {
        var values: [String: [UInt8]] = [:]
        for (key, value) in node?.members.map({ $0 }) ?? [] {
            values[key] = Writer.value { value.write(to: &$0) }
        }
        return values
    }
}
