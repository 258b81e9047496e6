import Carts
import Checkouts
import Crypto
import HTTP
import JSON
import Merchants
import Passes
import Postgres
import Vocabulary

/// Routes for a paid checkout's order in Wallet, in which the merchant's details join those of the
/// payment.
extension Services {
    var orderRoutes: [Route] {
        let order = "/v1/checkouts/{checkout}/order"
        return [
            route(.get, order, for: [.read, .write], showOrder),
            route(.patch, order, for: .write, changeOrder),
            route(.get, order + "/package", for: [.read, .write], showOrderPackage),
        ]
    }

    private func order(_ call: Call) throws -> Pass.ID {
        let checkout: CheckoutSession.ID = try call.identifier("checkout")
        return Pass.ID(merchant: checkout.merchant, uuid: checkout.uuid)
    }

    @Sendable private func showOrder(_ call: Call) async throws -> Response {
        let find = FindPass(try order(call), of: .order, keys: keys)
        let order: Pass
        do {
            order = try await find(on: database)
        } catch PassesRefusal.notFound {
            try await makeOrder(call)
            order = try await find(on: database)
        }
        let urls = urls()
        return Answer { order.write(orderTo: &$0, urls) }.response
    }

    /// Makes the order of a checkout that was just paid, before the worker does.
    private func makeOrder(_ call: Call) async throws {
        let checkout: CheckoutSession.ID = try call.identifier("checkout")
        guard let type = try await orderTypes.type(of: call.merchant.number),
            let urls = try? publicURLs(for: call.merchant)
        else { throw PassesRefusal.notFound }
        let issue = IssueOrder(
            of: checkout.text, type: type.id, .all(keys), urls: urls, keys: keys,
            now: call.now)
        do {
            guard try await database.transaction({ try issue(in: $0) }) else {
                throw PassesRefusal.notFound
            }
        } catch is CryptoError {
            // The server no longer has the key from which the order's token is derived.
            throw PassesRefusal.notFound
        }
    }

    /// Changes the order, and first makes it if the worker has not done so yet.
    @Sendable private func changeOrder(_ call: Call) async throws -> Response {
        let document = try call.document()
        let urls = try publicURLs(for: call.merchant)
        let checkout: CheckoutSession.ID = try call.identifier("checkout")
        guard let type = try await orderTypes.type(of: call.merchant.number) else {
            throw PassesRefusal.noOrderType
        }
        let issue = IssueOrder(
            of: checkout.text, type: type.id, .all(keys), urls: urls, keys: keys,
            now: call.now)
        let change = ChangePass(
            try order(call), of: .order, urls: urls, keys: keys, now: call.now
        ) { attributes in
            let problems = Problems()
            guard let fields = ObjectReader(document.root, problems: problems) else {
                throw Problem.badFields(problems.all)
            }
            var attributes = attributes
            attributes.values = attributes.values.changed(byOrder: fields)
            fields.refuseUnknown()
            attributes.problems = problems.all
            return attributes
        }
        let changed = try await database.transaction { transaction in
            do {
                return try change(in: transaction)
            } catch PassesRefusal.notFound {
                guard try issue(in: transaction) else { throw PassesRefusal.noOrder }
                return try change(in: transaction)
            }
        }
        return Answer { changed.write(orderTo: &$0, urls) }.response
    }

    @Sendable private func showOrderPackage(_ call: Call) async throws -> Response {
        let order = try order(call)
        if let found = try await AuthenticatedPass.find(order, of: .order, on: database) {
            return Self.answer(try await packages.package(of: found), of: .order)
        }
        try await makeOrder(call)
        guard let found = try await AuthenticatedPass.find(order, of: .order, on: database) else {
            throw PassesRefusal.notFound
        }
        return Self.answer(try await packages.package(of: found), of: .order)
    }

    /// The address of a payment's order for Apple's payment sheet; nil if the merchant has no order
    /// type.
    ///
    /// Errors are only logged: the payment succeeded, and its answer must not say anything else.
    func orderDetails(
        of checkout: CheckoutSession.ID, key number: Int, clientVersion: Int, _ merchant: Merchant
    ) async -> AuthorizationResult.OrderDetails? {
        guard SheetFeature.orderDetails.isKnown(to: clientVersion) else { return nil }
        do {
            guard let type = try await orderTypes.type(of: merchant.number),
                let urls = try? publicURLs(for: merchant)
            else { return nil }
            let token = try OrderToken.derived(
                for: checkout.text, key: number, keys: keys)
            return AuthorizationResult.OrderDetails(
                orderTypeIdentifier: type.identifier, orderIdentifier: checkout.text,
                webServiceURL: urls.orders, authenticationToken: token.text)
        } catch {
            report(error, "order details")
            return nil
        }
    }
}
