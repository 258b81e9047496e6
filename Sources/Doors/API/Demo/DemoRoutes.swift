import Balances
import HTTP
import JSON
import Merchants
import Vocabulary

/// A small shop: its pages, and the endpoints of its own server, which opens checkouts.
extension Services {
    /// - Parameter merchant: the name of the test merchant that owns the shop.
    package func demoRoutes(of merchant: String) -> [Route] {
        PageFile.folder("pages/demo", at: "/demo") + PageFile.folder("pages/gift", at: "/demo/gift")
            + (DemoEndpoints.all(of: merchant) + DemoClub.endpoints(of: merchant)
            + DemoGift.endpoints(of: merchant)).map(route)
    }
}

enum DemoEndpoints {
    static func all(of merchant: String) -> [Endpoint] {
        [
            Endpoint(.post, "/demo/checkouts", for: .shop(merchant), openScene),
            Endpoint(
                .post, "/demo/gift-cards", for: .shop(merchant), body: HTTP.BodyRule.none
            ) { call in
                try await BalanceEndpoints.open(
                    Document.parse(Array(giftCard.utf8)), for: call)
            },
            CheckoutEndpoints.timeline.moved(
                to: "/demo/checkouts/{checkout}/timeline", for: .buyer
            ) { call in
                // At the demo the buyer may read the timeline; elsewhere only the merchant may.
                guard call.merchant.name == merchant, !call.merchant.live else {
                    throw Problem.notFound
                }
                return call
            },
        ]
    }

    @Sendable private static func openScene(_ call: Call) async throws -> Response {
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
        if scene == .club { filled.membership = try await DemoClub.openMembership(call) }
        return try await CheckoutEndpoints.open(
            Document.parse(Array(scene.checkout(filled).utf8)), for: call)
    }

    /// The card is empty until it is paid for.
    private static let giftCard =
        #"{"kind": "gift_card", "currencyCode": "USD", "reference": "demo"}"#
}
