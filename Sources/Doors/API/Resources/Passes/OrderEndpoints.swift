import Carts
import Checkouts
import Crypto
import HTTP
import JSON
import Merchants
import PassContents
import Passes
import Postgres
import Vocabulary

/// A paid checkout's order in Wallet, in which the merchant's details join those of the payment.
enum OrderEndpoints {
    private static let order = "/v1/checkouts/{checkout}/order"

    static let all: [Endpoint] = [
        .show(order, find) { $0.write(orderTo: &$2, $1.services.urls()) },
        Endpoint(.patch, order, for: .writer, change),
        Endpoint(.get, order + "/package", for: .reader, showPackage),
    ]

    private static func order(_ call: Call) throws -> Pass.ID {
        let checkout: CheckoutSession.ID = try call.identifier("checkout")
        return Pass.ID(merchant: checkout.merchant, uuid: checkout.uuid)
    }

    @Sendable private static func find(_ call: Call) async throws -> Pass {
        let find = FindPass(try order(call), of: .order, keys: call.keys)
        do {
            return try await find(on: call.database)
        } catch PassesRefusal.notFound {
            try await make(call)
            return try await find(on: call.database)
        }
    }

    @Sendable private static func showPackage(_ call: Call) async throws -> Response {
        let order = try order(call)
        let find = { try await AuthenticatedPass.find(order, of: .order, on: call.database) }
        var found = try await find()
        if found == nil {
            try await make(call)
            found = try await find()
        }
        guard let found else { throw PassesRefusal.notFound }
        return .package(try await call.services.packages.package(of: found), of: .order)
    }

    /// Makes the order of a checkout that was just paid, before the worker does.
    private static func make(_ call: Call) async throws {
        guard let type = try await call.services.orderTypes.type(of: call.merchant.number),
            let urls = try? call.services.publicURLs(for: call.merchant),
            try await call.make(try issue(type, urls, call))
        else { throw PassesRefusal.notFound }
    }

    private static func issue(
        _ type: PassType, _ urls: PublicURLs, _ call: Call
    ) throws -> IssueOrder {
        let checkout: CheckoutSession.ID = try call.identifier("checkout")
        return IssueOrder(
            of: checkout.text, type: type.id, .all(call.keys), urls: urls, keys: call.keys,
            now: call.now)
    }

    /// Changes the order, and first makes it if the worker has not done so yet.
    @Sendable private static func change(_ call: Call) async throws -> Response {
        let document = try call.document()
        // The errors of the body come before the merchant's state.
        _ = try Call.read(document.root) { fields in
            _ = PassValues().changed(byOrder: fields)
            fields.refuseUnknown()
            return true
        }
        let urls = try call.services.publicURLs(for: call.merchant)
        let order = try order(call)
        guard let type = try await call.services.orderTypes.type(of: call.merchant.number) else {
            throw PassesRefusal.noOrderType
        }
        let issue = try issue(type, urls, call)
        let change = ChangePass(order, of: .order, urls: urls, keys: call.keys, now: call.now) {
            attributes in
            let fields = try document.fields()
            var attributes = attributes
            attributes.values = attributes.values.changed(byOrder: fields)
            fields.refuseUnknown()
            attributes.problems = fields.problems.all
            return attributes
        }
        let changed = try await call.database.transaction { transaction in
            do {
                return try change(in: transaction)
            } catch PassesRefusal.notFound {
                guard try issue(in: transaction) else { throw PassesRefusal.noOrder }
                return try change(in: transaction)
            }
        }
        return Answer { changed.write(orderTo: &$0, urls) }.response
    }
}

extension Call {
    /// Makes an order unless it exists; false if it cannot be made.
    func make(_ issue: IssueOrder) async throws -> Bool {
        do {
            return try await run(issue)
        } catch is CryptoError {
            // The server no longer has the key from which the order's token is derived.
            return false
        }
    }
}

extension Services {
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
