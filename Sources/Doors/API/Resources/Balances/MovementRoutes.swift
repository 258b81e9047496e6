import Balances
import HTTP
import JSON
import Merchants
import Postgres
import Vocabulary

/// Routes with which a merchant moves money: credits, debits and transfers.
extension Services {
    var movementRoutes: [Route] {
        [
            route(.post, "/v1/balances/{balance}/credits", for: .write) { call in
                let balance = Account.balance(try call.identifier("balance"))
                return try await self.move(call, .credit) { _ in (.system(.issuance), balance) }
            },
            route(.post, "/v1/balances/{balance}/debits", for: .write) { call in
                let balance = Account.balance(try call.identifier("balance"))
                return try await self.move(call, .debit) { _ in (balance, .system(.withdrawal)) }
            },
            route(.post, "/v1/transfers", for: .write) { try await self.transfer($0) },
        ]
    }

    private func transfer(_ call: Call) async throws -> Response {
        var ends: [(pointer: String, balance: Balance.ID)] = []
        do {
            return try await move(call, .transfer) { fields in
                guard let from = fields.balance("from"), let to = fields.balance("to") else {
                    return nil
                }
                if from == to {
                    fields.refuse("to", "conflict", "must differ from the balance in from")
                }
                ends = [("/from", from), ("/to", to)]
                return (.balance(from), .balance(to))
            }
        } catch BalanceRefusal.notFound {
            let unknown = try await database.transaction { [ends] transaction in
                try ends.filter {
                    try $0.balance.merchant != call.merchant.number
                        || Balance.find($0.balance, in: transaction) == nil
                }.map(\.pointer)
            }
            throw Problem.noSuchBalance(unknown)
        }
    }

    /// - Parameter ends: reads the source and the target, as far as the path does not name them.
    private func move(
        _ call: Call, _ kind: Transfer.Kind,
        _ ends: (ObjectReader) throws -> (from: Account, to: Account)?
    ) async throws -> Response {
        let document = try call.document()
        let post = try Call.read(document.root) { fields -> PostTransfer? in
            let ends = try ends(fields)
            let movement = Movement(reading: fields)
            fields.refuseUnknown()
            guard let ends, let movement else { return nil }
            return PostTransfer(
                movement.amount, from: ends.from, to: ends.to,
                for: Transfer.Cause(id: call.identify(), kind: kind, reference: movement.reference),
                of: call.merchant.number, moment: call.moment)
        }
        return try await call.idempotent(document) { transaction in
            let transfer = try post(in: transaction)
            return Answer(201) { transfer.write(to: &$0) }
        }
    }
}

extension ObjectReader {
    fileprivate func balance(_ key: StaticString) -> Balance.ID? {
        value(
            key, maxLength: BalanceLimits.identifierLengthMax, required: true,
            detail: "the id of a balance, such as bal_…", parse: { Balance.ID($0) })
    }
}
