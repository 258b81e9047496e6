import Checkouts
import Customers
import HTTP
import JSON
import Merchants
import Passes
import Payments
import Postgres
import Subscriptions
import Vocabulary

/// The accounts that buyers open after a payment.
enum CustomerEndpoints {
    private static let one = "/v1/customers/{customer}"

    static let all: [Endpoint] = [
        open,
        Endpoint(ListEndpoint<Customer>("/v1/customers")),
        .show(one) { call in
            let find = FindCustomer(customer: try call.identifier("customer"), keys: call.keys)
            guard let customer = try await call.run(find) else {
                throw Problem.notFound
            }
            return customer
        },
        Endpoint(.delete, one, for: .writer, erase),
        .show(one + "/export", export) { $0.write(to: &$2, $1) }.taking(["after"]),
    ]

    private static let open = Endpoint.once(
        .post, "/v1/checkouts/{checkout}/customer", for: .buyer
    ) { call, fields in
        if fields.bool("consent", required: true) == false {
            fields.refuse(
                "consent", "invalid_value", "creating an account requires the buyer's consent")
        }
        fields.refuseUnknown()
        return OpenAccount(
            context: try call.context(), customer: call.identify(), event: call.identify())
    } answer: { opened, _ in
        // The browser learns that there is an account, but none of its data.
        Answer(opened.isNew ? 201 : 200) { writer in
            writer.object {
                $0.member("id", opened.customer.id.text)
                $0.member("createdAt", opened.customer.createdAt.rfc3339)
            }
        }
    }

    @Sendable private static func erase(_ call: Call) async throws -> Response {
        let erase = EraseCustomer(
            customer: try call.identifier("customer"), keys: call.keys, moment: call.moment,
            context: { call.context(of: $0) })
        let end = CancelCustomerAgreements(customer: erase.customer, moment: call.moment)
        try await call.database.transaction { transaction in
            try end(in: transaction)
            try erase(in: transaction)
        }
        return Response(status: 204)
    }

    @Sendable private static func export(_ call: Call) async throws -> CustomerExportView {
        let after = try call.page(turning: CheckoutSession.self)
        let export = ExportCustomer(
            customer: try call.identifier("customer"), after: after, keys: call.keys,
            now: call.now)
        let agreements = ExportAgreements(customer: export.customer)
        let isFirst = after == nil
        let (found, agreed) = try await call.database.transaction { transaction in
            // On the first page only, as the balances are.
            (try export(in: transaction), isFirst ? try agreements(in: transaction) : nil)
        }
        // The URL of a pass opens it, and its barcode can be the code of a balance.
        let hasPasses = isFirst && call.caller.has(Permission(.passes, .read))
        return CustomerExportView(
            found: found, agreed: agreed,
            passes: hasPasses ? try await passes(.pass, of: export.customer, call) : nil,
            orders: hasPasses ? try await passes(.order, of: export.customer, call) : nil)
    }

    private static func passes(
        _ kind: PackageKind, of customer: Customer.ID, _ call: Call
    ) async throws -> [Pass] {
        var filter = Pass.Filter()
        filter.kind = kind
        filter.customer = customer.uuid
        let list = ListPage<Pass>(
            of: customer.merchant, filter, limit: CustomerExportView.passesMax)
        return try await list(on: call.database, keys: call.keys).items
    }
}
