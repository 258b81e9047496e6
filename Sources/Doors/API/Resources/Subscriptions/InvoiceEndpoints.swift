import HTTP
import JSON
import Merchants
import Processors
import Subscriptions
import Vocabulary

/// The invoices of subscriptions.
enum InvoiceEndpoints {
    static let all: [Endpoint] = [
        Endpoint(
            ListEndpoint<Invoice>("/v1/invoices", filters: ["status", "subscription"]) {
                query, call in
                var filter = Invoice.Filter()
                filter.state = query.choice("status")
                filter.subscription = query.identifier("subscription", of: Subscription.self, call)
                return filter
            }),
        .show("/v1/invoices/{invoice}") { call in
            try await FindInvoice(invoice: try call.identifier("invoice"))(on: call.database)
        },
        Endpoint(
            .post, "/v1/invoices/{invoice}/finalize", for: .writer, repeated: .oneTransaction,
            finalize),
        .act("/v1/invoices/{invoice}/retry") { call in try change(.retry, call) },
        .act("/v1/invoices/{invoice}/void") { call in try change(.void, call) },
    ]

    /// Sets the amount of a variable period, with its tax. The amount is in the invoice's currency,
    /// which is read first.
    @Sendable private static func finalize(_ call: Call) async throws -> Response {
        let document = try call.document()
        let find = FindInvoice(invoice: try call.identifier("invoice"))
        let currency = try await find(on: call.database).currency
        let amount = try Call.read(document.root) { fields -> Money? in
            let amount = fields.money("amount", in: currency, required: true)
            fields.refuseUnknown()
            if let amount, !call.merchant.processor.canCharge(amount) {
                fields.refuse(
                    "amount", "not_chargeable",
                    "the processor cannot represent this amount, or does not accept one so large")
            }
            return amount
        }
        let finalize = try change(.finalize(amount), call)
        return try await call.idempotent(document) { transaction in
            let invoice = try finalize(in: transaction)
            return Answer { invoice.write(to: &$0) }
        }
    }

    private static func change(
        _ change: ChangeInvoice.Change, _ call: Call
    ) throws -> ChangeInvoice {
        ChangeInvoice(
            invoice: try call.identifier("invoice"), change: change, moment: call.moment)
    }
}
