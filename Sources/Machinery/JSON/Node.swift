import CJSON
import Glibc

/// One value of a document.
package struct Node: Sendable {
    let document: Document
    let index: Int

    package enum Kind: Sendable {
        case null, bool
        /// Has no fraction and no exponent, and any size.
        case integer
        case number
        case string, array, object
    }

    var raw: pj_node { document.table.nodes[index] }

    package var kind: Kind {
        switch raw.kind {
        case PJ_NULL.rawValue: .null
        case PJ_BOOL.rawValue: .bool
        case PJ_STRING.rawValue: .string
        case PJ_ARRAY.rawValue: .array
        case PJ_OBJECT.rawValue: .object
        case PJ_NUMBER.rawValue: .number
        default: isOversized && !isOversizedInteger ? .number : .integer
        }
    }

    package var isNull: Bool { raw.kind == PJ_NULL.rawValue }

    package var bool: Bool? {
        let raw = raw
        return raw.kind == PJ_BOOL.rawValue ? raw.payload != 0 : nil
    }

    /// The number, if it is an `Int64`. If it is written as `1.0` or `1e2`, its nearest double must
    /// be whole and at most 2⁵³.
    package var int64: Int64? {
        let raw = raw
        switch raw.kind {
        case PJ_INTEGER.rawValue: return isOversized ? nil : Int64(bitPattern: raw.payload)
        case PJ_NUMBER.rawValue:
            let value = Double(bitPattern: raw.payload)
            guard value.magnitude <= 0x1p53 else { return nil }
            let whole = Int64(value)
            return Double(whole) == value ? whole : nil
        default: return nil
        }
    }

    /// The number as the nearest double; nil if it is too large. Never for money.
    package var double: Double? {
        let raw = raw
        switch raw.kind {
        case PJ_INTEGER.rawValue:
            guard isOversized else { return Double(Int64(bitPattern: raw.payload)) }
            let text = String(decoding: document.oversized[index] ?? [], as: UTF8.self)
            return Double(text).flatMap { $0.isFinite ? $0 : nil }
        case PJ_UNSIGNED.rawValue: return Double(raw.payload)
        case PJ_NUMBER.rawValue: return Double(bitPattern: raw.payload)
        default: return nil
        }
    }

    package var string: String? {
        raw.kind == PJ_STRING.rawValue ? String(decoding: utf8, as: UTF8.self) : nil
    }

    /// The number of elements or members; zero for other values.
    package var count: Int {
        let raw = raw
        return raw.kind >= PJ_ARRAY.rawValue ? Int(raw.length) : 0
    }

    /// The elements of an array; empty for other values.
    package var elements: Elements { Elements(self) }

    /// The members of an object in source order; empty for other values.
    package var members: Members { Members(self) }

    /// The member with exactly this name, compared byte by byte.
    package subscript(name: String) -> Node? {
        var members = members
        while let (key, value) = members.nextNodes() {
            if key.utf8.elementsEqual(name.utf8) { return value }
        }
        return nil
    }
}

extension Node {
    /// The bytes of a string; valid as long as the document.
    var utf8: UnsafeBufferPointer<UInt8> {
        document.table.utf8(raw)
    }

    var isOversized: Bool {
        !document.oversized.isEmpty && document.oversized[index] != nil
    }

    var oversizedText: [UInt8]? {
        document.oversized.isEmpty ? nil : document.oversized[index]
    }

    private var isOversizedInteger: Bool {
        oversizedText?.allSatisfy { $0 == UInt8(ascii: "-") || ($0 >= 0x30 && $0 <= 0x39) } ?? false
    }
}

extension pj_table {
    /// The index after a node and all its contents.
    func after(_ index: Int) -> Int {
        let node = nodes[index]
        return node.kind >= PJ_ARRAY.rawValue ? Int(node.payload) : index + 1
    }

    func utf8(_ node: pj_node) -> UnsafeBufferPointer<UInt8> {
        UnsafeBufferPointer(start: strings + Int(node.payload), count: Int(node.length))
    }

    /// True if the bytes of the string at this index are exactly these.
    func isString(_ index: Int, equalTo text: StaticString) -> Bool {
        let node = nodes[index]
        return Int(node.length) == text.utf8CodeUnitCount
            && memcmp(strings + Int(node.payload), text.utf8Start, text.utf8CodeUnitCount) == 0
    }
}
