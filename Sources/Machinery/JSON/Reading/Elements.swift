import CJSON

/// The elements of an array, in order.
package struct Elements: Sequence, IteratorProtocol, Sendable {
    private let document: Document
    private var at: Int
    private let end: Int

    init(_ node: Node) {
        document = node.document
        at = node.index + 1
        let raw = node.raw
        end = raw.kind == PJ_ARRAY.rawValue ? Int(raw.payload) : at
    }

    package mutating func next() -> Node? {
        guard at < end else { return nil }
        defer { at = document.after(at) }
        return Node(document: document, index: at)
    }
}

/// The members of an object, in the order of the source.
package struct Members: Sequence, IteratorProtocol, Sendable {
    private let document: Document
    private var at: Int
    private let end: Int

    init(_ node: Node) {
        document = node.document
        at = node.index + 1
        let raw = node.raw
        end = raw.kind == PJ_OBJECT.rawValue ? Int(raw.payload) : at
    }

    package mutating func next() -> (key: String, value: Node)? {
        guard let (key, value) = nextNodes() else { return nil }
        return (String(decoding: key.utf8, as: UTF8.self), value)
    }

    mutating func nextNodes() -> (key: Node, value: Node)? {
        guard at < end else { return nil }
        let key = at
        at = document.after(key + 1)
        return (Node(document: document, index: key), Node(document: document, index: key + 1))
    }
}
