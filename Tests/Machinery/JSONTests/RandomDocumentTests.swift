import JSON
import Testing

/// A document as a tree, to write, read back and compare.
private indirect enum Tree: Equatable {
    case null
    case bool(Bool)
    case integer(Int64)
    case string(String)
    case array([Tree])
    case object([Member])

    struct Member: Equatable {
        let key: String
        let value: Tree
    }

    init(_ node: Node) {
        switch node.kind {
        case .null: self = .null
        case .bool: self = .bool(node.bool ?? false)
        case .integer, .number: self = .integer(node.int64 ?? 0)
        case .string: self = .string(node.string ?? "")
        case .array: self = .array(node.elements.map(Tree.init))
        case .object:
            self = .object(node.members.map { Member(key: $0.key, value: Tree($0.value)) })
        }
    }

    func write(to writer: inout Writer) {
        switch self {
        case .null: writer.null()
        case .bool(let bool): writer.value(bool)
        case .integer(let integer): writer.value(integer)
        case .string(let text): writer.value(text)
        case .array(let trees): writer.array(trees) { $0.write(to: &$1) }
        case .object(let members):
            writer.object {
                for member in members {
                    $0.key(dynamic: member.key)
                    member.value.write(to: &$0)
                }
            }
        }
    }

    var bytes: [UInt8] {
        var writer = Writer()
        write(to: &writer)
        return writer.bytes
    }

    /// The same document with the members of each object in another order.
    func shuffled(_ chance: inout Chance) -> Tree {
        switch self {
        case .array(let trees): .array(trees.map { $0.shuffled(&chance) })
        case .object(let members):
            .object(
                members.map { Member(key: $0.key, value: $0.value.shuffled(&chance)) }
                    .shuffled(using: &chance))
        default: self
        }
    }

    static func random(_ chance: inout Chance, depth: Int) -> Tree {
        switch chance.upTo(depth == 0 ? 4 : 6) {
        case 0: return .null
        case 1: return .bool(chance.upTo(2) == 0)
        case 2: return .integer(Int64(truncatingIfNeeded: chance.next()) >> Int64(chance.upTo(64)))
        case 3: return .string(text(&chance))
        case 4: return .array((0..<chance.upTo(6)).map { _ in random(&chance, depth: depth - 1) })
        default:
            var keys: Set<[UInt8]> = []
            var members: [Member] = []
            // Sometimes more members than are compared pairwise.
            for _ in 0..<chance.upTo(chance.upTo(20) == 0 ? 100 : 8) {
                let key = text(&chance)
                guard keys.insert(Array(key.utf8)).inserted else { continue }
                members.append(Member(key: key, value: random(&chance, depth: depth - 1)))
            }
            return .object(members)
        }
    }

    private static func text(_ chance: inout Chance) -> String {
        var text = ""
        for _ in 0..<chance.upTo(chance.upTo(10) == 0 ? 200 : 12) {
            let limits: [UInt32] = [0x20, 0x80, 0x800, 0xFFFF, 0x10FFFF]
            let value = UInt32.random(in: 1...limits[chance.upTo(5)], using: &chance)
            text.unicodeScalars.append(Unicode.Scalar(value) ?? "\\")
        }
        return text
    }
}

struct RandomDocumentTests {
    @Test(arguments: 0..<8 as Range<UInt64>)
    func `a written document is read back equal`(_ seed: UInt64) throws {
        var chance = Chance(seed: seed)
        for _ in 0..<200 {
            let tree = Tree.random(&chance, depth: 5)
            let bytes = tree.bytes
            let document = try Document.parse(bytes)
            #expect(Tree(document.root) == tree)
            var writer = Writer()
            document.root.appendJSON(to: &writer)
            #expect(writer.bytes == bytes)
        }
    }

    @Test(arguments: 0..<4 as Range<UInt64>)
    func `the order of members does not change the canonical bytes`(_ seed: UInt64) throws {
        var chance = Chance(seed: seed)
        for _ in 0..<200 {
            let tree = Tree.random(&chance, depth: 4)
            let other = tree.shuffled(&chance)
            let canonical = try Document.parse(tree.bytes).root.canonicalBytes()
            #expect(try Document.parse(other.bytes).root.canonicalBytes() == canonical)
            #expect(try Document.parse(canonical).root.canonicalBytes() == canonical)
        }
    }

    @Test(arguments: 0..<4 as Range<UInt64>)
    func `a duplicate key is found in any place`(_ seed: UInt64) throws {
        var chance = Chance(seed: seed)
        for count in [2, 3, 31, 32, 33, 34, 100, 5000] {
            var keys = (0..<count - 1).map { "key \($0)" }
            let twice = keys[chance.upTo(keys.count)]
            keys.insert(twice, at: chance.upTo(count))
            let tree = Tree.object(keys.map { .init(key: $0, value: .array([.null])) })
            let error = #expect(throws: JSONSyntaxError.self) {
                try Document.parse(Tree.array([.null, tree]).bytes)
            }
            #expect(error == JSONSyntaxError(.duplicateKey, pointer: "/1/\(twice)"))
        }
    }

    @Test func `threads parse independently`() async throws {
        try await withThrowingTaskGroup(of: Void.self) { group in
            for seed in 0..<8 as Range<UInt64> {
                group.addTask {
                    var chance = Chance(seed: seed)
                    for _ in 0..<100 {
                        let tree = Tree.random(&chance, depth: 5)
                        let document = try Document.parse(tree.bytes)
                        await Task.yield()
                        #expect(Tree(document.root) == tree)
                    }
                }
            }
            try await group.waitForAll()
        }
    }
}
