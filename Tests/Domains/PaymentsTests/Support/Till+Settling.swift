import Balances
import CartSupport
import Idempotency
import Merchants
import Postgres
import Processors
import TestSupport
import Vocabulary

@testable import Carts
@testable import Checkouts
@testable import Payments

// Captures and refunds by a merchant's server, as the route runs them.
extension Till {
    func settling(_ processor: Processor, at moment: Instant = now) -> Settling {
        Settling(
            database: database, processor: processor, now: { moment }, identify: Till.identify)
    }

    func beginCapture(
        _ sheet: Sheet, _ amount: Int64? = nil,
        items: [(index: Int, quantity: Int64?)]? = nil, final isFinal: Bool = false,
        claim: Claim? = nil, at moment: Instant = now
    ) -> BeginCapture {
        BeginCapture(
            question: question(sheet, at: moment),
            wanted: { currency in
                Wanted(
                    amount: amount.map { Money(minorUnits: $0, currency: currency) }, items: items)
            }, isFinal: isFinal, identifier: Till.identify(moment), lease: .seconds(5),
            claim: claim, identify: Till.identify)
    }

    @discardableResult
    func capture(
        _ sheet: Sheet, _ amount: Int64? = nil,
        items: [(index: Int, quantity: Int64?)]? = nil, final isFinal: Bool = false,
        by processor: Processor, at moment: Instant = now
    ) async throws -> Settled<Capture> {
        let capture = SettlePayment(
            beginCapture(sheet, amount, items: items, final: isFinal, at: moment),
            settling(processor, at: moment))
        return try await capture { _ in StoredAnswer(status: 201, body: []) }
    }

    /// A checkout whose payment is authorized and not captured.
    func authorized(
        _ price: String = "10.00", by bank: SettlingBank,
        _ change: @Sendable (inout CheckoutRequest) -> Void = { _ in }
    ) async throws -> Sheet {
        let sheet = try await checkout(price) {
            $0.captureMethod = .manual
            change(&$0)
        }
        guard try await pay(sheet, by: bank.processor).isSuccess else {
            throw PaymentRefusal.notAuthorized(.open)
        }
        return try await self.sheet(sheet)
    }

    /// The transfers of a checkout as `from → to amount`, in their order.
    func books(_ sheet: Sheet) async throws -> [String] {
        try await database.run(
            """
            SELECT coalesce(from_system, 'balance') || ' → ' || coalesce(to_system, 'balance')
                || ' ' || amount AS line FROM transfers
            WHERE merchant_id = \(merchant.number) AND checkout_id = \(sheet.id.uuid)
            ORDER BY kind, amount
            """
        ).map { try $0.get("line") }
    }

    func captures(_ sheet: Sheet) async throws -> [Capture] {
        try await database.run(Capture.all(of: sheet.id)).map(Capture.init(row:))
    }

    /// - Returns: the refusal of a call; nil if it succeeds.
    func refusal(_ body: () async throws -> Void) async -> PaymentRefusal? {
        do {
            try await body()
            return nil
        } catch {
            return error as? PaymentRefusal
        }
    }
}

extension Till {
    @discardableResult
    func refund(
        _ sheet: Sheet, _ amount: Int64? = nil,
        items: [(index: Int, quantity: Int64?)]? = nil, to target: BeginRefund.Target = .original,
        by processor: Processor, at moment: Instant = now
    ) async throws -> Settled<Refund> {
        let refund = SettlePayment(
            BeginRefund(
                question: question(sheet, at: moment),
                wanted: { currency in
                    Wanted(
                        amount: amount.map { Money(minorUnits: $0, currency: currency) },
                        items: items)
                }, target: target, reason: nil, identifier: Till.identify(moment),
                lease: .seconds(5), claim: nil, identify: Till.identify),
            settling(processor, at: moment))
        return try await refund { _ in nil }
    }

    func void(_ sheet: Sheet, by processor: Processor, at moment: Instant = now) async throws {
        try await VoidPayment(
            begin: BeginVoid(
                question: question(sheet, at: moment), lease: .seconds(5),
                identify: Till.identify), settling: settling(processor, at: moment))()
    }

    /// Makes pending prices final, as the route does it.
    func finalize(
        _ sheet: Sheet, _ change: @escaping @Sendable (CheckoutRequest) -> CheckoutRequest,
        by processor: Processor
    ) async throws {
        let finalize = FinalizeTotal(
            question: question(sheet), change: change, capture: beginCapture(sheet))
        let begun = try await database.transaction { try finalize(in: $0) }
        if let begun, begun.noun.isUnderWay {
            _ = try await settling(processor).end(begun, question(sheet))
        }
    }

    private func recovering(_ processor: Processor) -> RecoverSettlements {
        RecoverSettlements(
            caretaker(processor))
    }

    /// Settles a capture as the worker or a notice does.
    ///
    /// - Returns: true if it came to an end.
    func settle(_ capture: Capture, by processor: Processor) async throws -> Bool {
        try await recovering(processor)(capture.id, requestID: "worker", at: now)
    }

    func settle(_ refund: Refund, by processor: Processor) async throws -> Bool {
        try await recovering(processor)(refund.id, requestID: "worker", at: now)
    }
}
