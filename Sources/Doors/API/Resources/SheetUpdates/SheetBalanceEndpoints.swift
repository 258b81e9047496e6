import Balances
import Carts
import Checkouts
import Contacts
import HTTP
import JSON
import Merchants
import Postgres
import Vocabulary

/// Balances that pay for a checkout: a buyer enters a code, the merchant's server may also name a
/// balance.
enum SheetBalanceEndpoints {
    private static let path = "/v1/checkouts/{checkout}/balances"

    static let all: [Endpoint] = [
        Endpoint(.post, path, for: .keys([.write, .buyer]), attach)
            .taking(CheckoutEndpoints.clientVersion),
        Endpoint(.delete, path + "/{balance}", for: .keys([.write, .buyer]), detach)
            .taking(CheckoutEndpoints.clientVersion),
    ]

    @Sendable private static func attach(_ call: Call) async throws -> Response {
        let body = try call.document().root
        let reference = try Call.read(body) { balanceReference($0, call) }
        // The amount is in the checkout's currency, which only the operation knows.
        let limit: @Sendable (Currency) throws -> Money? = { currency in
            try Call.read(body) { fields -> Money?? in
                .some(fields.money("amount", in: currency, atLeast: 1))
            }
        }
        return try await SheetUpdateEndpoints.answer(.balances, call) { context in
            let attach = AttachBalance(
                context: context, balanceReference: reference, limit: limit)
            guard case .code = reference else {
                do {
                    return try await call.run(attach)
                } catch BalanceRefusal.notFound {
                    throw Problem.noSuchBalance(["/balanceId"])
                }
            }
            return try await countingGuesses(call, attach)
        }
    }

    /// Counts guesses of codes, although the payment sheet gets an ordinary answer.
    private static func countingGuesses(
        _ call: Call, _ attach: AttachBalance
    ) async throws -> SheetUpdateOutcome {
        var unknown: SheetUpdateOutcome?
        do {
            return try await call.services.limits.limitingCodeGuesses(
                by: call.caller, for: attach.context.checkout,
                from: call.services.proxies.buyer(of: call.request), of: call.merchant.number
            ) {
                let answer = try await call.run(attach)
                guard answer.balance != .unknownCode else {
                    unknown = answer
                    throw BalanceRefusal.unknownCode
                }
                return answer
            }
        } catch BalanceRefusal.unknownCode {
            guard let unknown else { throw BalanceRefusal.unknownCode }
            return unknown
        }
    }

    private static func balanceReference(_ fields: ObjectReader, _ call: Call) -> AttachBalance
        .BalanceReference?
    {
        let code = fields.string(
            "code", minLength: 1, maxLength: BalanceLimits.typedCodeLengthMax)
        let balance = fields.value(
            "balanceId", maxLength: BalanceLimits.identifierLengthMax,
            detail: "the id of a balance, such as bal_…", parse: Balance.ID.init)
        // Checks for a form that some currency has; the amount is read again once the checkout's
        // currency is known.
        _ = fields.money("amount", in: nil, atLeast: 1)
        fields.refuseUnknown()
        if balance != nil, case .buyer = call.caller {
            fields.refuse("balanceId", "conflict", "a page can attach a balance only by its code")
            return nil
        }
        switch (code, balance) {
        case (let code?, nil): return .code(code)
        case (nil, let balance?): return .balance(balance)
        default:
            fields.refuse("code", "conflict", "send either code or balanceId")
            return nil
        }
    }

    @Sendable private static func detach(_ call: Call) async throws -> Response {
        let balance: Balance.ID = try call.identifier("balance")
        return try await SheetUpdateEndpoints.answer(.balances, call) { context in
            let detach = DetachBalance(context: context, balance: balance)
            return try await call.run(detach)
        }
    }
}

extension BalanceProblem {
    /// Writes our own member `checkout.balance`, for which Apple's dictionaries have no place.
    func write(to writer: inout Writer) {
        writer.object("balance") {
            $0.member("code", code)
            $0.member("shortfall", ifPresent: shortfall)
        }
    }
}
