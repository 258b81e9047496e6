import HTTP
import JSON
import Merchants
import Postgres
import Processors
import Subscriptions
import Vocabulary

/// Routes for the invoices of subscriptions.
extension Services {
    var invoiceRoutes: [Route] {
        let one = "/v1/invoices/{invoice}"
        return [
            route(.get, "/v1/invoices", for: [.read, .write], listInvoices),
            route(.get, one, for: [.read, .write], showInvoice),
            route(.post, one + "/finalize", for: .write, finalizeInvoice),
            route(.post, one + "/retry", for: .write, body: .any) { call in
                try await self.change(call, nil, .retry)
            },
            route(.post, one + "/void", for: .write, body: .any) { call in
                try await self.change(call, nil, .void)
            },
        ]
    }

    @Sendable private func listInvoices(_ call: Call) async throws -> Response {
        try await list(
            Invoice.self, of: call.merchant.number, call, knowing: ["status", "subscription"]
        ) { query in
            var filter = Invoice.Filter()
            filter.state = query.choice("status")
            filter.subscription = query.identifier("subscription", of: Subscription.self, call)
            return filter
        } write: {
            $0.write(to: &$1)
        }
    }

    @Sendable private func showInvoice(_ call: Call) async throws -> Response {
        let invoice = try await FindInvoice(invoice: try call.identifier("invoice"))(on: database)
        return Answer { invoice.write(to: &$0) }.response
    }

    /// Sets the amount of a variable period, with its tax.
    @Sendable private func finalizeInvoice(_ call: Call) async throws -> Response {
        let document = try call.document()
        let id: Invoice.ID = try call.identifier("invoice")
        let currency = try await FindInvoice(invoice: id)(on: database).currency
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
        return try await change(call, document, .finalize(amount))
    }

    private func change(
        _ call: Call, _ document: Document?, _ change: ChangeInvoice.Change
    ) async throws -> Response {
        if document == nil { try call.requireNoBody() }
        let verb = ChangeInvoice(
            invoice: try call.identifier("invoice"), change: change, moment: call.moment)
        return try await call.idempotent(document) { transaction in
            let invoice = try verb(in: transaction)
            return Answer { invoice.write(to: &$0) }
        }
    }
}
