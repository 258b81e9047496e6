import Crypto
import JSON
import Merchants
import Postgres
import Vocabulary

/// A shared order as it is at one moment, with who chose what.
package struct SharedOrderView: Sendable {
    package let order: SharedOrder
    package let terms: SharedOrderTerms
    package let people: [Person]
    /// What is placed, and what waits for its message.
    package let choices: [Choice]
    /// Of the present round.
    package let shares: [Share]
    package let readAt: Instant

    package struct Person: Sendable {
        package let number: Int
        /// Nothing where none was given, or it was erased.
        package let name: String?
        package let person: UUID128
        package let total: Int64
        package let choices: Int
        package let isPresent: Bool
        package let wasRemoved: Bool
        /// As Messages names them on their devices.
        package let devices: [UUID128]
    }

    package var state: SharedOrder.State { order.state(at: readAt) }

    package func bill(_ rounding: Rounding) -> SharedBill? {
        SharedBill(items: choices.itemsByPerson, terms, tip: order.tip, rounding: rounding)
    }

    /// Of exactly what is placed: who pays says which they saw.
    package var hash: [UInt8] { Self.hash(of: choices) }

    static func hash(of choices: [Choice]) -> [UInt8] {
        let placed = choices.filter { $0.state == .placed }
            .sorted { ($0.participant, $0.name) < ($1.participant, $1.name) }
        return SHA256.hash(
            Writer.value { writer in
                writer.array(placed) { choice, entry in
                    entry.object {
                        $0.member("participant", choice.participant)
                        $0.member("choice", choice.name)
                        $0.member("item", ifPresent: choice.content.item)
                        $0.member("name", ifPresent: choice.content.freeName)
                        $0.member("quantity", choice.content.quantity)
                        $0.member("options", raw: Array(choice.content.pickJSON.utf8))
                        $0.member("unitPrice", choice.unitPrice)
                    }
                }
            })
    }
}

/// Reads a shared order, in one statement: of one moment, without a lock, with no effect.
package struct FindSharedOrder: Sendable {
    package let order: SharedOrder.ID
    package let now: Instant

    package init(_ order: SharedOrder.ID, now: Instant) {
        self.order = order
        self.now = now
    }

    package func callAsFunction(at desk: SharedOrderDesk) async throws -> SharedOrderView {
        let terms = try await desk.terms(of: order)
        guard
            let row = try await desk.database.run(SharedOrder.view(order), sharing: .reading).first
        else { throw SharedOrderRefusal.notFound }
        let found = try SharedOrder(row: row)
        let seal = try SharedOrderSeal(found.dataKey, of: order, keys: desk.keys)
        let devices = try Self.list(row.get("devices"))
        let people = try Self.list(row.get("people")).map {
            try SharedOrderView.Person($0, seal, devices)
        }
        return SharedOrderView(
            order: found, terms: terms, people: people,
            choices: try Self.list(row.get("chosen")).map { try Choice($0, found.currency) },
            shares: try Self.list(row.get("shares")).map { try Share($0, of: order) }, readAt: now)
    }

    private static func list(_ json: [UInt8]?) throws -> [Node] {
        guard let json else { return [] }
        return Array(try Document.parse(json).root.elements)
    }
}

/// A row as the view's lists have it: by place.
private struct ListedRow {
    private let cells: [Node]

    init(_ node: Node) { cells = Array(node.elements) }

    func text(_ place: Int) -> String? { cells[place].string }
    func number(_ place: Int) -> Int64 { cells[place].int64 ?? 0 }
    func bool(_ place: Int) -> Bool { cells[place].bool ?? false }
    func uuid(_ place: Int) -> UUID128? { text(place).flatMap(UUID128.init(hyphenated:)) }

    func json(_ place: Int) -> [UInt8]? {
        cells[place].isNull ? nil : Writer.value { cells[place].write(to: &$0) }
    }
}

extension SharedOrderView.Person {
    fileprivate init(_ node: Node, _ seal: SharedOrderSeal?, _ devices: [Node]) throws {
        let row = ListedRow(node)
        guard let person = row.uuid(1) else { throw StoredSharedOrderError(column: "person") }
        number = Int(row.number(0))
        self.person = person
        name = try row.text(2).flatMap { try seal?.name(Hex.decode($0)) }
        total = row.number(3)
        choices = Int(row.number(4))
        isPresent = row.bool(5)
        wasRemoved = row.bool(6)
        let own = number
        self.devices = devices.map(ListedRow.init).filter { $0.number(0) == own }
            .compactMap { $0.uuid(1) }
    }
}

extension Choice {
    fileprivate init(_ node: Node, _ currency: Currency) throws {
        let row = ListedRow(node)
        guard let name = row.text(1), let state = row.text(2).flatMap(State.init) else {
            throw StoredSharedOrderError(column: "choice")
        }
        let message = row.number(10)
        self.init(
            participant: Int(row.number(0)), name: name, state: state,
            content: try Content(
                item: row.text(3), free: row.text(4),
                price: Money(minorUnits: row.number(7), currency: currency),
                quantity: row.number(5), picks: row.json(6) ?? Array("[]".utf8)),
            unitPrice: row.number(7), version: row.number(8),
            change: try row.json(9).map { try Change(stored: $0, currency) },
            message: message == 0 ? nil : Int(message))
    }
}

extension Share {
    fileprivate init(_ node: Node, of order: SharedOrder.ID) throws {
        let row = ListedRow(node)
        guard let state = row.text(5).flatMap(State.init) else {
            throw StoredSharedOrderError(column: "share")
        }
        self.init(
            order: order, round: Int(row.number(0)), number: Int(row.number(1)),
            participant: Int(row.number(2)), amount: row.number(3), isRest: row.bool(7),
            checkout: row.uuid(4),
            state: state, tries: Int(row.number(6)))
    }
}
