import CJSON

/// Reads the members of an object, and collects everything that is wrong with them.
///
/// Each getter gives nil when the member is absent, null, or bad; only the last adds a problem. The
/// caller reads all members, then looks at `problems`. Belongs to one request and one thread.
@usableFromInline package final class ObjectReader {
    package let node: Node
    /// The document's; it lives as long as the node does.
    private let table: pj_table
    /// How many members there are.
    private let count: Int
    package let problems: Problems
    let place: Place
    private var asked = Asked()
    /// Where the next search begins.
    private var next: (position: Int, index: Int)

    /// Nil, with a `wrong_type` problem, when the node is not an object.
    package convenience init?(_ node: Node, at pointer: String = "", problems: Problems) {
        self.init(node, place: .root(pointer), problems)
    }

    init?(_ node: Node, place: Place, _ problems: Problems) {
        guard node.kind == .object else {
            problems.add("wrong_type", at: place.pointer, Detail.object)
            return nil
        }
        self.node = node
        self.place = place
        self.problems = problems
        table = node.document.table
        count = node.count
        next = (0, node.index + 1)
    }

    /// RFC 6901 of the object itself.
    package var pointer: String { place.pointer }

    package func pointer(to key: String) -> String { place.pointer + "/" + Pointer.escape(key) }

    /// Adds a problem with one of the members: for rules between members.
    package func refuse(_ key: StaticString, _ code: String, _ detail: String) {
        problems.add(code, at: place.pointer(to: .member(key)), detail)
    }

    /// Whether the member is there and not null. Does not count as reading it.
    package func has(_ key: StaticString) -> Bool {
        guard let (_, value) = find(key) else { return false }
        return table.nodes[value].kind != PJ_NULL.rawValue
    }

    /// Whether the member is there and is null: "take it away", in a change.
    package func isNull(_ key: StaticString) -> Bool {
        guard let (position, value) = find(key), table.nodes[value].kind == PJ_NULL.rawValue
        else { return false }
        asked.insert(position)
        return true
    }

    /// The member as it came, for what is passed on or read in another way; nil when absent or null.
    package func node(_ key: StaticString, required: Bool = false) -> Node? {
        index(key, required).map { Node(document: node.document, index: $0) }
    }

    /// Where the member's value is, unless it is null.
    func index(_ key: StaticString, _ required: Bool) -> Int? {
        if let (position, value) = find(key) {
            asked.insert(position)
            if table.nodes[value].kind != PJ_NULL.rawValue { return value }
        }
        if required { refuse(key, "required", "this member is required") }
        return nil
    }

    /// The text of a value that is surely a string of these lengths; anything else is examined.
    ///
    /// Most members are: they are read without a node, whose document would be counted.
    func plainText(_ index: Int, min: Int = 0, max: Int) -> String? {
        let value = table.nodes[index]
        // A scalar takes one to four bytes.
        guard value.kind == PJ_STRING.rawValue, value.length <= max, value.length >= min * 4
        else { return nil }
        return String(decoding: table.utf8(value), as: UTF8.self)
    }

    /// Makes each member that was never asked for a problem `unknown_field`. Call it last.
    package func refuseUnknown() {
        guard asked.number < count else { return }
        var members = node.members
        var position = 0
        while let (key, _) = members.nextNodes() {
            if !asked.contains(position) { refuseUnknown(key) }
            position += 1
        }
    }

    /// A name that is no slip of the pen, but a value in the wrong place, is not repeated.
    private func refuseUnknown(_ key: Node) {
        if Pointer.mayRepeat(key.utf8) {
            problems.add(
                "unknown_field", at: pointer(to: key.string ?? ""), "no such member is known here")
        } else {
            problems.add(
                "unknown_field", at: pointer,
                "a member with a name of \(key.utf8.count) bytes is unknown")
        }
    }

    /// Looks on from the member that was found last: most readers ask in the order of the source.
    private func find(_ key: StaticString) -> (position: Int, value: Int)? {
        var here = next
        for _ in 0..<count {
            if here.position == count { here = (0, node.index + 1) }
            let found = here
            here = (found.position + 1, table.after(found.index + 1))
            if table.isString(found.index, equalTo: key) {
                next = here
                return (found.position, found.index + 1)
            }
        }
        return nil
    }
}

/// Which members were read, by position.
private struct Asked {
    private var near: UInt64 = 0
    private var far: Set<Int> = []
    private(set) var number = 0

    func contains(_ position: Int) -> Bool {
        position < 64 ? near & (1 << UInt64(position)) != 0 : far.contains(position)
    }

    mutating func insert(_ position: Int) {
        guard !contains(position) else { return }
        number += 1
        if position < 64 { near |= 1 << UInt64(position) } else { far.insert(position) }
    }
}
