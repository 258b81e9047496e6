import Checkouts
import Contacts
import Customers
import HTTP
import JSON
import Merchants
import Passes
import Payments
import Postgres
import Subscriptions
import Vocabulary

/// Routes for the accounts that buyers open after a payment.
extension Services {
    var customerRoutes: [Route] {
        [
            route(.post, "/v1/checkouts/{checkout}/customer", for: .buyer, openAccount),
            preflight("/v1/checkouts/{checkout}/customer", methods: "POST"),
            route(.get, "/v1/customers", for: [.read, .write], listCustomers),
            route(.get, "/v1/customers/{customer}", for: [.read, .write], showCustomer),
            route(.delete, "/v1/customers/{customer}", for: .write, eraseCustomer),
            route(.get, "/v1/customers/{customer}/export", for: [.read, .write], exportCustomer),
        ]
    }

    @Sendable private func openAccount(_ call: Call) async throws -> Response {
        let document = try call.document()
        _ = try Call.read(document.root) { fields -> Bool? in
            if fields.bool("consent", required: true) == false {
                fields.refuse(
                    "consent", "invalid_value", "creating an account requires the buyer's consent")
            }
            fields.refuseUnknown()
            return true
        }
        let open = OpenAccount(
            context: try call.context(), customer: call.identify(), event: call.identify())
        return try await call.idempotent(document) { transaction in
            let opened = try open(in: transaction)
            // The browser learns that there is an account, but none of its data.
            return Answer(opened.isNew ? 201 : 200) { writer in
                writer.object {
                    $0.member("id", opened.customer.id.text)
                    $0.member("createdAt", opened.customer.createdAt.rfc3339)
                }
            }
        }
    }

    @Sendable private func listCustomers(_ call: Call) async throws -> Response {
        try await list(Customer.self, of: call.merchant.number, call) { $0.write(to: &$1) }
    }

    @Sendable private func showCustomer(_ call: Call) async throws -> Response {
        let find = FindCustomer(customer: try call.identifier("customer"), keys: keys)
        guard let customer = try await database.transaction({ try find(in: $0) }) else {
            throw Problem.notFound
        }
        return Answer { customer.write(to: &$0) }.response
    }

    @Sendable private func eraseCustomer(_ call: Call) async throws -> Response {
        let erase = EraseCustomer(
            customer: try call.identifier("customer"), keys: keys, moment: call.moment,
            context: { call.context(of: $0) })
        let end = CancelCustomerAgreements(customer: erase.customer, moment: call.moment)
        try await database.transaction { transaction in
            try end(in: transaction)
            try erase(in: transaction)
        }
        return Response(status: 204)
    }

    private func passes(
        of customer: Customer.ID, _ kind: PackageKind
    ) async throws -> [Pass] {
        var filter = Pass.Filter()
        filter.kind = kind
        filter.customer = customer.uuid
        let list = ListPage<Pass>(
            of: customer.merchant, filter, limit: CustomerExport.passesMax)
        return try await list(on: database, keys: keys).items
    }

    @Sendable private func exportCustomer(_ call: Call) async throws -> Response {
        let after = try call.page(turning: CheckoutSession.self)
        let export = ExportCustomer(
            customer: try call.identifier("customer"), after: after, keys: keys, now: call.now)
        let agreements = ExportAgreements(customer: export.customer)
        let (found, agreed) = try await database.transaction { transaction in
            // On the first page only, as the balances are.
            (try export(in: transaction), after == nil ? try agreements(in: transaction) : nil)
        }
        let held = try await after == nil ? passes(of: export.customer, .pass) : nil
        let orders = try await after == nil ? passes(of: export.customer, .order) : nil
        return Answer { found.write(to: &$0, agreed, held, orders, call) }.response
    }
}

extension Customer {
    func write(to writer: inout Writer) {
        writer.object {
            $0.member("id", id.text)
            $0.member("contact", ifPresent: contact)
            $0.member("checkout", checkout)
            $0.member("consentedAt", consentedAt.rfc3339)
            $0.member("createdAt", createdAt.rfc3339)
            $0.member("erasedAt", ifPresent: erasedAt?.rfc3339)
        }
    }
}
