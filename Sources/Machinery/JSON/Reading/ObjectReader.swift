import CJSON
import Spelling

/// Reads the members of an object and collects all their problems.
///
/// Each getter returns nil for a missing, null or invalid member; only an invalid one adds a
/// problem. The caller reads all members, then checks `problems`. Belongs to one request and one
/// thread.
@usableFromInline package final class ObjectReader {
    package let node: Node
    /// The document's table; valid as long as the node.
    private let table: pj_table
    private let count: Int
    package let problems: Problems
    let place: Place
    private var asked = ReadMembers()
    /// The names that were read and are missing, as long as other members are unread. One of them
    /// may be misspelled.
    private var missing: ContiguousArray<StaticString> = []
    /// The start of the next search.
    private var next: (position: Int, index: Int)

    /// Returns nil, and adds a `wrong_type` problem, if the node is not an object.
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

    /// The pointer (RFC 6901) to the object itself.
    package var pointer: String { place.pointer }

    package func pointer(to key: String) -> String { place.pointer + "/" + Pointer.escape(key) }

    /// Adds a problem of a member; for rules between members.
    package func refuse(_ key: StaticString, _ code: String, _ detail: String) {
        problems.add(code, at: place.pointer(to: .member(key)), detail)
    }

    /// True if the member is present and not null. Does not count as reading it.
    package func has(_ key: StaticString) -> Bool {
        guard let (_, value) = find(key) else { return false }
        return table.nodes[value].kind != PJ_NULL.rawValue
    }

    /// True if the member is present and null, which in an update means "remove".
    package func isNull(_ key: StaticString) -> Bool {
        guard let (position, value) = find(key) else {
            miss(key)
            return false
        }
        guard table.nodes[value].kind == PJ_NULL.rawValue else { return false }
        asked.insert(position)
        return true
    }

    /// The unparsed member, to be passed on or read in another way; nil if missing or null.
    package func node(_ key: StaticString, required: Bool = false) -> Node? {
        index(key, required).map { Node(document: node.document, index: $0) }
    }

    /// The index of the member's value, unless it is null.
    func index(_ key: StaticString, _ required: Bool) -> Int? {
        if let (position, value) = find(key) {
            asked.insert(position)
            if table.nodes[value].kind != PJ_NULL.rawValue { return value }
        } else {
            miss(key)
        }
        if required { refuse(key, "required", "this member is required") }
        return nil
    }

    /// The text of a value that is certainly a string of an allowed length; nil for a value that
    /// must be examined.
    ///
    /// Most members qualify: they are read without a `Node`, whose document would be
    /// reference-counted.
    func plainText(_ index: Int, min: Int = 0, max: Int) -> String? {
        let value = table.nodes[index]
        // A scalar takes one to four bytes.
        guard value.kind == PJ_STRING.rawValue, value.length <= max, value.length >= min * 4
        else { return nil }
        return String(decoding: table.utf8(value), as: UTF8.self)
    }

    /// Adds an `unknown_field` problem for each member that was never read. Call it last.
    package func refuseUnknown() {
        guard asked.number < count else { return }
        var members = node.members
        var position = 0
        while let (key, _) = members.nextNodes() {
            if !asked.contains(position) { refuseUnknown(key) }
            position += 1
        }
    }

    private func miss(_ key: StaticString) {
        guard asked.number < count, !problems.isOfStoredDocument else { return }
        // One allocation is enough for most objects.
        if missing.isEmpty { missing.reserveCapacity(16) }
        missing.append(key)
    }

    /// Does not repeat a name that is more likely a value in the wrong place than a misspelling.
    private func refuseUnknown(_ key: Node) {
        if Pointer.mayRepeat(key.utf8) {
            // Only what the answer keeps is compared: a body can have thousands of unknown members.
            let meant =
                problems.all.count < Problems.keptMax
                ? Spelling(key.utf8).nearest(among: missing.lazy.map { "\($0)" }) : nil
            problems.add(
                "unknown_field", at: pointer(to: key.string ?? ""),
                "unknown member" + (meant.map { "; did you mean \($0)?" } ?? ""))
        } else {
            problems.add(
                "unknown_field", at: pointer,
                "unknown member, whose name has \(key.utf8.count) bytes")
        }
    }

    /// Continues after the member that was found last: most readers ask in source order.
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
