import TestSupport
import Testing
import Vocabulary

@testable import Processors

/// Stripe's list of payments as documented, which a local Stripe does not produce.
@Suite(.enabled(if: LocalStripe.isThere, LocalStripe.isAway), .timeLimit(.minutes(5)))
struct StripeRecordsTests {
    private static func payment(
        _ id: String, _ status: String, amount: Int = 1000, received: Int = 0, refunded: Int = 0,
        metadata: String
    ) -> String {
        """
        {"id":"\(id)","object":"payment_intent","status":"\(status)","amount":\(amount),
         "currency":"usd","created":1790000000,"amount_received":\(received),
         "amount_capturable":\(status == "requires_capture" ? amount - received : 0),
         "metadata":\(metadata),"latest_charge":{"id":"ch_1","amount":\(amount),"captured":true,
         "amount_captured":\(received),"amount_refunded":\(refunded)}}
        """
    }

    private static func list(_ payments: [String], hasMore: Bool = false) -> String {
        """
        {"object":"list","has_more":\(hasMore),"data":[\(payments.joined(separator: ","))]}
        """
    }

    private func tag(_ fixture: StripeFixture, _ name: String) -> String {
        """
        {"paysheet_merchant":"\(fixture.merchant.value)","paysheet_attempt":"att_\(name)"}
        """
    }

    private func list(
        _ bodies: [String], _ fixture: StripeFixture
    ) async throws -> RecordsPage {
        let canned = CannedStripe([
            "GET /v1/payment_intents": bodies.map { (status: 200, body: $0) }
        ])
        return try await canned.processor(fixture).records(
            RecordsRequest(
                merchant: fixture.merchant, from: Instant(seconds: 1_789_999_000),
                until: Instant(seconds: 1_790_001_000)))
    }

    /// Stripe records the released rest of an authorization as a refund of the charge.
    @Test func `the released rest of a capture is not a refund`() async throws {
        let fixture = try await StripeFixture()
        let tag = tag(fixture, "part")
        let page = try await list(
            [
                Self.list([
                    Self.payment("pi_1", "succeeded", received: 600, refunded: 400, metadata: tag),
                    Self.payment("pi_2", "succeeded", received: 600, refunded: 450, metadata: tag),
                    Self.payment("pi_3", "requires_capture", received: 600, metadata: tag),
                    Self.payment("pi_4", "canceled", refunded: 1000, metadata: tag),
                ])
            ], fixture)
        #expect(
            page.records.map { [$0.authorized, $0.captured, $0.refunded] } == [
                [600, 600, 0], [600, 600, 50], [1000, 600, 0], [0, 0, 0],
            ])
        #expect(page.records.map(\.state) == [.captured, .captured, .partiallyCaptured, .voided])
        // Two payments for one key are reported as two.
        #expect(Set(page.records.map(\.key)) == [fixture.key("part")])
        #expect(page.cursor == nil)
    }

    @Test func `a Stripe payment without metadata is matched by its reference, or counts as other`()
        async throws
    {
        let fixture = try await StripeFixture()
        let request = try fixture.request("named")
        let outcome = try await fixture.processor.authorize(request)
        guard case .approved(let approval) = outcome else {
            Issue.record("\(outcome)")
            return
        }
        let theirs = #"{"paysheet_merchant":"1","paysheet_attempt":"att_x"}"#
        let page = try await list(
            [
                Self.list(
                    [
                        Self.payment(approval.reference, "requires_capture", metadata: "{}"),
                        Self.payment("pi_shop", "succeeded", received: 7, metadata: "{}"),
                        Self.payment("pi_theirs", "succeeded", received: 7, metadata: theirs),
                    ], hasMore: true)
            ], fixture)
        #expect(page.records.map(\.key) == [request.key])
        #expect(page.others.count == 2)
        #expect(page.cursor == "pi_theirs")
    }

    @Test func `an unreadable list of Stripe payments is an error`() async throws {
        let fixture = try await StripeFixture()
        for body in [
            "{}", #"{"data":[],"has_more":1}"#, #"{"data":[{"id":"pi_1"}],"has_more":false}"#,
        ] {
            await #expect(throws: ProcessorFault.garbage) { _ = try await list([body], fixture) }
        }
    }
}
