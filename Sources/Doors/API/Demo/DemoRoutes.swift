import Balances
import HTTP
import JSON
import Merchants
import Vocabulary

/// A small shop: its pages, and the routes of its own server, which opens checkouts.
extension Services {
    /// - Parameter merchant: the name of the test merchant that owns the shop.
    package func demoRoutes(of merchant: String) -> [Route] {
        PageFile.folder("pages/demo", at: "/demo") + [
            Route(.post, "/demo/checkouts") { request, parameters in
                await self.answer(request, parameters, asShop: merchant, self.openScene)
            },
            Route(.post, "/demo/gift-cards", body: HTTP.BodyRule.none) { request, parameters in
                await self.answer(request, parameters, asShop: merchant) { call in
                    try await self.openBalance(call, Document.parse(Array(Self.giftCard.utf8)))
                }
            },
            route(.get, "/demo/checkouts/{checkout}/timeline", for: .buyer) { call in
                // At the demo the buyer may read the timeline; elsewhere only the merchant may.
                guard call.merchant.name == merchant, !call.merchant.live else {
                    throw Problem.notFound
                }
                return try await self.showTimeline(call)
            },
        ] + clubRoutes(of: merchant) + giftRoutes(of: merchant)
    }

    /// Handles a request as if the shop's own server, which holds the merchant's key, had sent it.
    func answer(
        _ request: Request, _ parameters: Parameters, asShop merchant: String,
        _ handler: Handler
    ) async -> Response {
        do {
            // A page of another site may not open checkouts here in its visitors' names.
            if let origin = request.headers["Origin"],
                !Origins.isOwn(origin, host: request.headers["Host"])
            {
                throw Problem.originNotAllowed
            }
            guard let merchant = try await FindTestMerchant(name: merchant)(on: database) else {
                throw Problem.notFound
            }
            let caller = Caller.demo(merchant)
            let headers = try limits.admit(caller)
            var response = try await handler(
                Call(
                    request: request, parameters: parameters, caller: caller, now: now(),
                    services: self))
            response.headers += headers
            return response
        } catch {
            return problem(for: error, request.id).response(requestID: request.id)
        }
    }

    @Sendable private func openScene(_ call: Call) async throws -> Response {
        let (scene, choice) = try call.read { fields in
            let scene: DemoScene? = fields.choice("scene", required: true)
            let choice = DemoScene.Choice(
                tip: fields.string("tip", maxLength: 5),
                balance: fields.value(
                    "balance", maxLength: 64, detail: "the id of a balance, such as bal_…"
                ) {
                    Identifier<Balance>($0)
                })
            fields.refuseUnknown()
            return scene.map { ($0, choice) }
        }
        var filled = choice
        if scene == .club { filled.membership = try await openMembership(call) }
        return try await open(call, Document.parse(Array(scene.checkout(filled).utf8)))
    }

    /// The card is empty until it is paid for.
    private static let giftCard =
        #"{"kind": "gift_card", "currencyCode": "USD", "reference": "demo"}"#
}
