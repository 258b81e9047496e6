import JSON

extension PassValues {
    /// The sealed form.
    var json: [UInt8] { Writer.write { write(membersTo: &$0) } }

    package func write(membersTo writer: inout Writer) {
        writer.member("fields", raw: Self.object(fields))
        writer.member("members", raw: Self.object(members))
    }

    /// Writes values in the order of their keys, so that equal values have equal bytes.
    private static func object(_ values: [String: [UInt8]]) -> [UInt8] {
        Writer.write { writer in
            for (key, value) in values.sorted(by: { $0.key < $1.key }) {
                writer.key(dynamic: key)
                writer.raw(value)
            }
        }
    }

    init(stored node: Node) {
        self.init(
            fields: Self.values(node["fields"]), members: Self.values(node["members"]))
    }

    private static func values(_ node: Node?) -> [String: [UInt8]] {
        var values: [String: [UInt8]] = [:]
        for (key, value) in node?.members.map({ $0 }) ?? [] {
            values[key] = Writer.value { value.write(to: &$0) }
        }
        return values
    }
}
