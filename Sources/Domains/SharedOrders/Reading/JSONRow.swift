import Crypto
import JSON
import Merchants
import Postgres
import Vocabulary

/// One row of a JSON list in the view; its cells are read by position.
struct JSONRow {
    private let cells: [Node]

    private init(_ node: Node) { cells = Array(node.elements) }

    func text(_ place: Int) -> String? { cells[place].string }
    func number(_ place: Int) -> Int64 { cells[place].int64 ?? 0 }
    func bool(_ place: Int) -> Bool { cells[place].bool ?? false }
    func uuid(_ place: Int) -> UUID128? { text(place).flatMap(UUID128.init(hyphenated:)) }

    func json(_ place: Int) -> [UInt8]? {
        cells[place].isNull ? nil : Writer.value { cells[place].write(to: &$0) }
    }

    static func all(_ json: [UInt8]?) throws -> [JSONRow] {
        guard let json else { return [] }
        return try Document.parse(json).root.elements.map(JSONRow.init)
    }
}

extension SharedOrderView.Person {
    init(_ row: JSONRow, _ seal: SharedOrderSeal?, _ devices: [JSONRow]) throws {
        guard let person = row.uuid(1) else { throw StoredValueError(column: "person") }
        number = Int(row.number(0))
        self.person = person
        name = try row.text(2).flatMap { try seal?.name(Hex.decode($0)) }
        total = row.number(3)
        choices = Int(row.number(4))
        isPresent = row.bool(5)
        wasRemoved = row.bool(6)
        pass = row.uuid(7)
        let own = number
        self.devices = devices.filter { $0.number(0) == own }
            .compactMap { $0.uuid(1) }
    }
}

extension Choice {
    init(_ row: JSONRow, _ currency: Currency) throws {
        guard let name = row.text(1), let state = row.text(2).flatMap(State.init) else {
            throw StoredValueError(column: "choice")
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

extension ParticipantShare {
    init(_ row: JSONRow, of order: SharedOrder.ID) throws {
        guard let state = row.text(5).flatMap(State.init) else {
            throw StoredValueError(column: "share")
        }
        self.init(
            order: order, round: Int(row.number(0)), number: Int(row.number(1)),
            participant: Int(row.number(2)), amount: row.number(3), coversUnpaidShares: row.bool(7),
            checkout: row.uuid(4),
            state: state, tries: Int(row.number(6)))
    }
}
