import Balances
import Carts
import Contacts
import JSON
import Merchants
import Postgres
import Vocabulary

/// Lets a balance pay: holds its money for this checkout, and the card pays the rest. A repeated
/// call for the same balance changes at most its limit.
package struct AttachBalance: SheetVerb {
    package static let isOfTheSheet = false

    package let question: SheetQuestion
    package let which: Which
    /// The most that the balance may pay, in the checkout's currency; nil means all that it has.
    package let limit: @Sendable (Currency) throws -> Money?

    package init(
        question: SheetQuestion, which: Which,
        limit: @escaping @Sendable (Currency) throws -> Money?
    ) {
        self.question = question
        self.which = which
        self.limit = limit
    }

    package enum Which: Sendable {
        /// A code as the buyer typed it.
        case code(String)
        case balance(Balance.ID)
    }

    package func decide(_ held: inout HeldSheet) throws -> (SheetAnswer, TimelineEntry) {
        let limit = try limit(held.sheet.total.currency)
        let before = held.sheet.tenders
        let trouble = try attach(upTo: limit, to: &held)
        let standing = try held.standing()
        let (price, errors, dropped) = try held.settle(
            on: standing.choice, or: standing, errors: trouble.map { [$0.error] } ?? [])
        // Nothing was priced, so no balance pays more than before.
        if trouble == nil, !errors.isEmpty { held.sheet.tenders = before }
        let entry = held.entry(
            .balanceAttached, errors: errors, dropped: dropped, question: asked(upTo: limit))
        return (
            SheetAnswer(
                sheet: held.sheet, price: price, errors: errors, dropped: dropped,
                balance: trouble), entry
        )
    }

    /// The input for the timeline, which never contains the code.
    private func asked(upTo limit: Money?) -> [UInt8] {
        Writer.value { writer in
            writer.object {
                if case .balance(let id) = which { $0.member("balanceId", id.text) }
                $0.member("amount", ifPresent: limit)
            }
        }
    }

    private func attach(upTo limit: Money?, to held: inout HeldSheet) throws -> BalanceTrouble? {
        do {
            return try attach(try find(in: try held.reading()), upTo: limit, to: &held)
        } catch let refusal as BalanceRefusal {
            guard let trouble = BalanceTrouble(refusal) else { throw refusal }
            return trouble
        }
    }

    private func find(in transaction: Transaction) throws -> Balance.ID {
        switch which {
        case .balance(let id):
            guard id.merchant == question.merchant.number else { throw BalanceRefusal.notFound }
            return id
        case .code(let code):
            return try FindByCode(
                typed: code, merchant: question.merchant.number, keys: question.keys)(
                    in: transaction
                ).id
        }
    }

    private func attach(
        _ id: Balance.ID, upTo limit: Money?, to held: inout HeldSheet
    ) throws -> BalanceTrouble? {
        let purse = try held.openPurse(and: [id])
        guard let balance = purse.balance(id) else { throw BalanceRefusal.notFound }
        let known = held.sheet.tenders.firstIndex { $0.balance == id }
        if known == nil, held.sheet.tenders.count >= BalanceTrouble.balancesMax { return .tooMany }
        if held.sheet.request.basket.credited.contains(id) {
            return .insufficient(shortfall: held.sheet.total)
        }
        let own = known.map { purse.held(by: held.sheet.tenders[$0]) } ?? 0
        if let refusal = judge(balance, upTo: limit, held, own: own) { throw refusal }
        if let known {
            held.sheet.tenders[known].limit = limit?.minorUnits
        } else {
            held.sheet.tenders.append(
                Tender(
                    balance: id, hold: held.newHold(), kind: balance.kind,
                    hint: balance.codeHint, limit: limit?.minorUnits))
        }
        return nil
    }

    /// Requires a named amount to be available in full. Without one, the balance must have money
    /// available as long as there is anything to pay.
    ///
    /// - Parameter own: the amount that this checkout already holds of the balance.
    private func judge(
        _ balance: Balance, upTo limit: Money?, _ held: HeldSheet, own: Int64
    ) -> BalanceRefusal? {
        let currency = held.sheet.total.currency
        if own > 0, limit == nil { return nil }
        let nothing = Money.zero(currency)
        if let refusal = balance.judge(wanting: nothing, at: question.now) { return refusal }
        if let limit {
            let more = Money(minorUnits: limit.minorUnits - own, currency: currency)
            return balance.judge(wanting: more, at: question.now)
        }
        guard balance.available.minorUnits == 0 else { return nil }
        // Money that other checkouts hold is not gone: asking for no more than the balance contains
        // makes the refusal `held` instead of `insufficient`.
        let most = balance.amount.minorUnits
        let wanted = most > 0 ? min(most, held.sheet.total.minorUnits) : held.sheet.total.minorUnits
        return balance.judge(
            wanting: Money(minorUnits: wanted, currency: currency), at: question.now)
    }
}

extension AttachBalance {
    /// Lets a stored balance pay first for a checkout whose sheet the buyer has not opened yet. An
    /// empty or expired balance pays nothing, and the card pays all.
    package static func payFirst(
        _ balance: Balance.ID, _ question: SheetQuestion, in transaction: Transaction
    ) throws {
        let attach = AttachBalance(question: question, which: .balance(balance)) { _ in nil }
        do {
            _ = try attach(in: transaction)
        } catch is BalanceRefusal {
            return
        }
    }
}
