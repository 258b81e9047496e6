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
    func runner(_ processor: Processor, at moment: Instant = now) -> PaymentOperationRunner {
        PaymentOperationRunner(database: database, processor: processor, now: { moment })
    }

    func beginCapture(
        _ session: CheckoutSession, _ amount: Int64? = nil,
        items: [(index: Int, quantity: Int64?)]? = nil, final isFinal: Bool = false,
        claim: Claim? = nil, at moment: Instant = now
    ) -> BeginCapture {
        BeginCapture(
            context: context(session, at: moment),
            requested: { currency in
                RequestedAmount(
                    amount: amount.map { Money(minorUnits: $0, currency: currency) }, items: items)
            }, isFinal: isFinal, identifier: Till.identify(moment), lease: .seconds(5),
            claim: claim)
    }

    @discardableResult
    func capture(
        _ session: CheckoutSession, _ amount: Int64? = nil,
        items: [(index: Int, quantity: Int64?)]? = nil, final isFinal: Bool = false,
        by processor: Processor, at moment: Instant = now
    ) async throws -> OperationResult<Capture> {
        let capture = RunOperation(
            beginCapture(session, amount, items: items, final: isFinal, at: moment),
            runner(processor, at: moment))
        return try await capture { _ in StoredAnswer(status: 201, body: []) }
    }

    /// A checkout whose payment is authorized and not captured.
    func authorized(
        _ price: String = "10.00", by bank: StatefulBank,
        _ change: @Sendable (inout CheckoutRequest) -> Void = { _ in }
    ) async throws -> CheckoutSession {
        let session = try await checkout(price) {
            $0.captureMethod = .manual
            change(&$0)
        }
        guard try await pay(session, by: bank.processor).isSuccess else {
            throw PaymentRefusal.notAuthorized(.open)
        }
        return try await self.session(session)
    }

    /// The transfers of a checkout as `from → to amount`, in their order.
    func books(_ session: CheckoutSession) async throws -> [String] {
        try await database.run(
            """
            SELECT coalesce(from_system, 'balance') || ' → ' || coalesce(to_system, 'balance')
                || ' ' || amount AS line FROM transfers
            WHERE merchant_id = \(merchant.number) AND checkout_id = \(session.id.uuid)
            ORDER BY kind, amount
            """
        ).map { try $0.get("line") }
    }

    func captures(_ session: CheckoutSession) async throws -> [Capture] {
        try await database.run(Capture.all(of: session.id)).map(Capture.init(row:))
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
        _ session: CheckoutSession, _ amount: Int64? = nil,
        items: [(index: Int, quantity: Int64?)]? = nil, to target: BeginRefund.Target = .original,
        by processor: Processor, at moment: Instant = now
    ) async throws -> OperationResult<Refund> {
        let refund = RunOperation(
            BeginRefund(
                context: context(session, at: moment),
                requested: { currency in
                    RequestedAmount(
                        amount: amount.map { Money(minorUnits: $0, currency: currency) },
                        items: items)
                }, target: target, reason: nil, identifier: Till.identify(moment),
                lease: .seconds(5), claim: nil),
            runner(processor, at: moment))
        return try await refund { _ in nil }
    }

    func void(_ session: CheckoutSession, by processor: Processor, at moment: Instant = now)
        async throws
    {
        try await VoidPayment(
            begin: BeginVoid(context: context(session, at: moment), lease: .seconds(5)),
            runner: runner(processor, at: moment))()
    }

    /// Makes pending prices final, as the route does it.
    func finalize(
        _ session: CheckoutSession,
        _ change: @escaping @Sendable (CheckoutRequest) -> CheckoutRequest,
        by processor: Processor
    ) async throws {
        let finalize = FinalizeTotal(
            context: context(session), change: change, capture: beginCapture(session))
        let started = try await database.transaction { try finalize(in: $0) }
        if let started, started.operation.isUnderWay {
            _ = try await runner(processor).end(started, context(session))
        }
    }

    private func recovering(_ processor: Processor) -> RecoverOperations {
        RecoverOperations(
            paymentContext(processor))
    }

    /// Finishes a capture as the worker or a notice does.
    ///
    /// - Returns: true if the capture has ended.
    func resolve(_ capture: Capture, by processor: Processor) async throws -> Bool {
        try await recovering(processor)(capture.id, requestID: "worker", at: now)
    }

    func resolve(_ refund: Refund, by processor: Processor) async throws -> Bool {
        try await recovering(processor)(refund.id, requestID: "worker", at: now)
    }
}
