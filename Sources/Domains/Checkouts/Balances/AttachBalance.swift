import Balances
import Carts
import Contacts
import JSON
import Merchants
import Postgres
import Vocabulary

/// Lets a balance pay: holds its money for this checkout, and the card pays the rest. A repeated
/// call for the same balance changes at most its limit.
package struct AttachBalance: SheetUpdateVerb {
    package static let isSheetEvent = false

    package let context: CheckoutContext
    package let balanceReference: BalanceReference
    /// The most that the balance may pay, in the checkout's currency; nil means all that it has.
    package let limit: @Sendable (Currency) throws -> Money?

    package init(
        context: CheckoutContext, balanceReference: BalanceReference,
        limit: @escaping @Sendable (Currency) throws -> Money?
    ) {
        self.context = context
        self.balanceReference = balanceReference
        self.limit = limit
    }

    package enum BalanceReference: Sendable {
        /// A code as the buyer typed it.
        case code(String)
        case balance(Balance.ID)
    }

    package func decide(_ loaded: inout LoadedCheckout) throws -> (
        SheetUpdateOutcome, TimelineEntry
    ) {
        let limit = try limit(loaded.session.total.currency)
        let before = loaded.session.tenders
        let problem = try attach(upTo: limit, to: &loaded)
        let currentChoice = try loaded.currentChoice()
        let (price, errors, dropped) = try loaded.reprice(
            on: currentChoice.choice, or: currentChoice, errors: problem.map { [$0.error] } ?? [])
        // Nothing was priced, so no balance pays more than before.
        if problem == nil, !errors.isEmpty { loaded.session.tenders = before }
        let entry = loaded.entry(
            .balanceAttached, errors: errors, dropped: dropped, input: timelineInput(upTo: limit)
        )
        return (
            SheetUpdateOutcome(
                session: loaded.session, price: price, errors: errors, dropped: dropped,
                balance: problem), entry
        )
    }

    /// The input for the timeline, which never contains the code.
    private func timelineInput(upTo limit: Money?) -> [UInt8] {
        Writer.value { writer in
            writer.object {
                if case .balance(let id) = balanceReference { $0.member("balanceId", id.text) }
                $0.member("amount", ifPresent: limit)
            }
        }
    }

    private func attach(upTo limit: Money?, to loaded: inout LoadedCheckout) throws
        -> BalanceProblem?
    {
        do {
            return try attach(
                try find(in: try loaded.requireTransaction()), upTo: limit, to: &loaded)
        } catch let refusal as BalanceRefusal {
            guard let problem = BalanceProblem(refusal) else { throw refusal }
            return problem
        }
    }

    private func find(in transaction: Transaction) throws -> Balance.ID {
        switch balanceReference {
        case .balance(let id):
            guard id.merchant == context.merchant.number else { throw BalanceRefusal.notFound }
            return id
        case .code(let code):
            return try FindByCode(
                typed: code, merchant: context.merchant.number, keys: context.keys)(
                    in: transaction
                ).id
        }
    }

    private func attach(
        _ id: Balance.ID, upTo limit: Money?, to loaded: inout LoadedCheckout
    ) throws -> BalanceProblem? {
        let allocation = try loaded.openAllocation(and: [id])
        guard let balance = allocation.balance(id) else { throw BalanceRefusal.notFound }
        let known = loaded.session.tenders.firstIndex { $0.balance == id }
        if known == nil, loaded.session.tenders.count >= BalanceProblem.balancesMax {
            return .tooMany
        }
        if loaded.session.request.cartContent.credited.contains(id) {
            return .insufficient(shortfall: loaded.session.total)
        }
        let own = known.map { allocation.held(by: loaded.session.tenders[$0]) } ?? 0
        if let refusal = refusal(balance, upTo: limit, loaded, own: own) { throw refusal }
        if let known {
            loaded.session.tenders[known].limit = limit?.minorUnits
        } else {
            loaded.session.tenders.append(
                Tender(
                    balance: id, hold: loaded.newHold(), kind: balance.kind,
                    hint: balance.codeHint, limit: limit?.minorUnits))
        }
        return nil
    }

    /// Requires a named amount to be available in full. Without one, the balance must have money
    /// available as long as there is anything to pay.
    ///
    /// - Parameter own: the amount that this checkout already holds of the balance.
    private func refusal(
        _ balance: Balance, upTo limit: Money?, _ loaded: LoadedCheckout, own: Int64
    ) -> BalanceRefusal? {
        let currency = loaded.session.total.currency
        if own > 0, limit == nil { return nil }
        let nothing = Money.zero(currency)
        if let refusal = balance.refusal(spending: nothing, at: context.now) { return refusal }
        if let limit {
            let more = Money(minorUnits: limit.minorUnits - own, currency: currency)
            return balance.refusal(spending: more, at: context.now)
        }
        guard balance.available.minorUnits == 0 else { return nil }
        // Holds of other checkouts reserve the money but do not spend it: asking for no more than
        // the balance contains makes the refusal `held` instead of `insufficient`.
        let most = balance.amount.minorUnits
        let requested =
            most > 0 ? min(most, loaded.session.total.minorUnits) : loaded.session.total.minorUnits
        return balance.refusal(
            spending: Money(minorUnits: requested, currency: currency), at: context.now)
    }
}
