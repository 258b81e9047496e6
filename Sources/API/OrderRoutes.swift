import Checkout
import Crypto
import HTTP
import JSON
import Merchants
import Passes
import Postgres
import Vocabulary

/// The order that Wallet follows of a paid checkout: what its merchant says of it, beside what the payment says.
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
        let checkout: Sheet.ID = try call.identifier("checkout")
        return Pass.ID(merchant: checkout.merchant, uuid: checkout.uuid)
    }

    @Sendable private func showOrder(_ call: Call) async throws -> Response {
        let order = try await FindPass(try order(call), of: .order, keys: keys)(on: database)
        let address = wallet()
        return Answer { order.write(orderTo: &$0, address) }.response
    }

    /// The order is made by this, too, where its payment's own has not come that far.
    @Sendable private func changeOrder(_ call: Call) async throws -> Response {
        let document = try call.document()
        let address = try walletAddress(for: call.merchant)
        let checkout: Sheet.ID = try call.identifier("checkout")
        guard let type = try await orderTypes.type(of: call.merchant.number) else {
            throw PassesRefusal.noOrderType
        }
        let issue = IssueOrder(
            of: checkout.text, type: type.id, .all(keys), service: address, keys: keys,
            now: call.now)
        let change = ChangePass(
            try order(call), of: .order, service: address, keys: keys, now: call.now
        ) { wish in
            let problems = Problems()
            guard let fields = ObjectReader(document.root, problems: problems) else {
                throw Problem.badFields(problems.all)
            }
            var wish = wish
            wish.values = wish.values.changed(byOrder: fields)
            fields.refuseUnknown()
            wish.problems = problems.all
            return wish
        }
        let changed = try await database.transaction { transaction in
            do {
                return try change(in: transaction)
            } catch PassesRefusal.notFound {
                guard try issue(in: transaction) else { throw PassesRefusal.noOrder }
                return try change(in: transaction)
            }
        }
        return Answer { changed.write(orderTo: &$0, address) }.response
    }

    @Sendable private func showOrderPackage(_ call: Call) async throws -> Response {
        guard let held = try await HeldPass.find(try order(call), of: .order, on: database) else {
            throw PassesRefusal.notFound
        }
        return Self.answer(try await packages.package(of: held), of: .order)
    }

    /// Where Wallet finds the order of a payment, as Apple's sheet takes it; nothing where the merchant has no order type.
    ///
    /// The payment was made: whatever goes wrong here is no reason to say anything else of it.
    func orderDetails(
        of checkout: Sheet.ID, key number: Int, clientVersion: Int, _ merchant: Merchant
    ) async -> AuthorizationResult.OrderDetails? {
        guard SheetFeature.orderDetails.isKnown(to: clientVersion) else { return nil }
        do {
            guard let type = try await orderTypes.type(of: merchant.number),
                let address = try? walletAddress(for: merchant)
            else { return nil }
            let token = try OrderToken.derived(
                for: checkout.text, key: number, keys: keys)
            return AuthorizationResult.OrderDetails(
                orderTypeIdentifier: type.identifier, orderIdentifier: checkout.text,
                webServiceURL: address.orders, authenticationToken: token.text)
        } catch {
            report(error, "order details")
            return nil
        }
    }
}

extension Pass {
    func write(orderTo writer: inout Writer, _ address: WalletAddress) {
        writer.object { order in
            order.member("checkout", serialNumber)
            order.member("orderTypeIdentifier", typeIdentifier)
            order.member("orderIdentifier", serialNumber)
            if let held {
                for (name, value) in held.values.members.sorted(by: { $0.key < $1.key }) {
                    order.key(dynamic: name)
                    order.raw(value)
                }
            }
            order.member("devices", devices)
            order.member("updatedAt", modifiedAt.rfc3339)
            order.member("createdAt", createdAt.rfc3339)
            order.member("erasedAt", ifPresent: erasedAt?.rfc3339)
            if !warnings.isEmpty { order.array("warnings", warnings) { $0.write(to: &$1) } }
        }
    }
}
