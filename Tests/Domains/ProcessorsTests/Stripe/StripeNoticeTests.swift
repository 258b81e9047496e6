import JSON
import Testing
import Vocabulary

@testable import Processors

@Suite struct StripeNoticeTests {
    private let merchant = MerchantNumber(7)

    private func notice(_ type: String, _ object: String) throws -> ProcessorNotice? {
        let event = #"{"id":"evt_1","type":"\#(type)","data":{"object":\#(object)}}"#
        return ProcessorNotice(stripe: try Document.parse(Array(event.utf8)).root, for: merchant)
    }

    private func tagged(_ name: String, merchant: String = "7") -> String {
        #"{"id":"x_1","metadata":{"\#(name)":"key_1","paysheet_merchant":"\#(merchant)"}}"#
    }

    @Test(arguments: [
        ("payment_intent.succeeded", "paysheet_attempt", ProcessorNotice.Kind.authorization),
        ("payment_intent.amount_capturable_updated", "paysheet_attempt", .authorization),
        ("payment_intent.canceled", "paysheet_attempt", .authorization),
        ("setup_intent.succeeded", "paysheet_attempt", .authorization),
        ("charge.refund.updated", "paysheet_refund", .refund),
        ("refund.failed", "paysheet_refund", .refund),
    ])
    func `an event refers to the operation that its metadata names`(
        type: String, tag: String, kind: ProcessorNotice.Kind
    ) throws {
        #expect(
            try notice(type, tagged(tag))
                == ProcessorNotice(
                    processor: "stripe", merchant: merchant, kind: kind, name: "key_1"))
        #expect(try notice(type, tagged(tag, merchant: "8")) == nil)
        #expect(try notice(type, tagged("order")) == nil)
        #expect(try notice(type, #"{"id":"x_1"}"#) == nil)
    }

    @Test func `a dispute has Stripe's identifier`() throws {
        #expect(
            try notice("charge.dispute.closed", #"{"id":"dp_1","metadata":{}}"#)
                == ProcessorNotice(
                    processor: "stripe", merchant: merchant, kind: .dispute, name: "dp_1"))
    }

    @Test(arguments: ["customer.created", "charge.succeeded", "payout.paid", "", "refund.paid"])
    func `Stripe events of other types are ignored`(type: String) throws {
        #expect(try notice(type, tagged("paysheet_attempt")) == nil)
    }

    @Test(arguments: ["[]", "{}", #"{"type":7}"#, #"{"type":"payment_intent.succeeded"}"#, "null"])
    func `an invalid Stripe event is ignored`(event: String) throws {
        #expect(
            ProcessorNotice(stripe: try Document.parse(Array(event.utf8)).root, for: merchant)
                == nil)
    }

    @Test func `a Stripe event with an overlong name is ignored`() throws {
        let long = String(repeating: "x", count: 65)
        #expect(
            try notice(
                "payment_intent.succeeded",
                #"{"metadata":{"paysheet_attempt":"\#(long)","paysheet_merchant":"7"}}"#) == nil)
        #expect(try notice("charge.dispute.created", #"{"id":""}"#) == nil)
    }
}
