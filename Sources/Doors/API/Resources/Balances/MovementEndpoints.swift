import Balances
import HTTP
import JSON
import Merchants
import Postgres
import Vocabulary

/// Money that a merchant moves: credits, debits and transfers.
enum MovementEndpoints {
    static let all: [Endpoint] = [
        .once(.post, "/v1/balances/{balance}/credits", status: 201) { call, fields in
            let balance = Account.balance(try call.identifier("balance"))
            return move(.credit, fields, call) { _ in (.system(.issuance), balance) }
        },
        .once(.post, "/v1/balances/{balance}/debits", status: 201) { call, fields in
            let balance = Account.balance(try call.identifier("balance"))
            return move(.debit, fields, call) { _ in (balance, .system(.withdrawal)) }
        },
        Endpoint(.post, "/v1/transfers", for: .writer, repeated: .oneTransaction, transfer),
    ]

    @Sendable private static func transfer(_ call: Call) async throws -> Response {
        let document = try call.document()
        var ends: [(pointer: String, balance: Balance.ID)] = []
        let post = try Call.read(document.root) { fields in
            move(.transfer, fields, call) { fields in
                guard let from = fields.balance("from"), let to = fields.balance("to") else {
                    return nil
                }
                if from == to {
                    fields.refuse("to", "conflict", "must differ from the balance in from")
                }
                ends = [("/from", from), ("/to", to)]
                return (.balance(from), .balance(to))
            }
        }
        do {
            return try await call.idempotent(document) { transaction in
                let transfer = try post(in: transaction)
                return Answer(201) { transfer.write(to: &$0) }
            }
        } catch BalanceRefusal.notFound {
            let unknown = try await call.database.transaction { [ends] transaction in
                try ends.filter {
                    try $0.balance.merchant != call.merchant.number
                        || Balance.find($0.balance, in: transaction) == nil
                }.map(\.pointer)
            }
            throw Problem.noSuchBalance(unknown)
        }
    }

    /// - Parameter ends: reads the source and the target, as far as the path does not name them.
    private static func move(
        _ kind: Transfer.Kind, _ fields: ObjectReader, _ call: Call,
        _ ends: (ObjectReader) -> (from: Account, to: Account)?
    ) -> PostTransfer? {
        let ends = ends(fields)
        let movement = Movement(reading: fields)
        fields.refuseUnknown()
        guard let ends, let movement else { return nil }
        return PostTransfer(
            movement.amount, from: ends.from, to: ends.to,
            for: Transfer.Cause(id: call.identify(), kind: kind, reference: movement.reference),
            of: call.merchant.number, moment: call.moment)
    }
}

extension ObjectReader {
    fileprivate func balance(_ key: StaticString) -> Balance.ID? {
        value(
            key, maxLength: BalanceLimits.identifierLengthMax, required: true,
            detail: "the id of a balance, such as bal_…", parse: { Balance.ID($0) })
    }
}
