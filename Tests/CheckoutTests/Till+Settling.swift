import Balances
import Idempotency
import Merchants
import Postgres
import Processors
import TestSupport
import Vocabulary

@testable import Checkout

// A merchant's server captures and gives back, as the door runs it.
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
        let capture = CapturePayment(
            begin: beginCapture(sheet, amount, items: items, final: isFinal, at: moment),
            settling: settling(processor, at: moment))
        return try await capture { _ in StoredAnswer(status: 201, body: []) }
    }

    /// A checkout whose payment waits to be captured.
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
            ORDER BY at, transfer_id, part
            """
        ).map { try $0.get("line") }
    }

    func captures(_ sheet: Sheet) async throws -> [Capture] {
        try await database.run(Capture.all(of: sheet.id)).map(Capture.init(row:))
    }

    /// What has become of a call that may be refused.
    func refusal(_ body: () async throws -> Void) async -> PaymentRefusal? {
        do {
            try await body()
            return nil
        } catch {
            return error as? PaymentRefusal
        }
    }
}
