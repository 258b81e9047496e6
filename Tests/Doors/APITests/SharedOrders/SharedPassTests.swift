import API
import Foundation
import Merchants
import PassContents
import Passes
import Postgres
import SharedOrders
import TestSupport
import Testing
import Vocabulary

/// Passes for the participants of a shared order.
@Suite struct SharedPassTests {
    private static let template = """
        {"formatVersion":1,"organizationName":"Toast","description":"What we had",
         "eventTicket":{"primaryFields":[{"key":"title","label":"","value":""}],
           "secondaryFields":[{"key":"paid","label":"Paid","value":0},
             {"key":"items","label":"Mine","value":0}]}}
        """

    @Test func `each participant gets a pass of their own when the order is paid`() async throws {
        let passes = try await PassScene.open(Self.template)
        let scene = try await SharedScene.start(
            #""passType":"\#(passes.type)","fees":[{"label":"Delivery","amount":"1.00"}]"#,
            shop: passes.shop)
        let (bob, gone) = (try await scene.join(), try await scene.join())
        _ = try await scene.host.cone()
        _ = try await bob.choose("w", #"{"item":"water"}"#)
        #expect(try await gone.ask("DELETE", "/participants/3").status == 204)
        try await Self.give()
        #expect(
            try await scene.host.ask("GET").string("passURL") == nil, "an unpaid order has no pass")
        #expect(try await scene.lock("each").status == 200)
        for friend in [scene.host, bob] {
            #expect(try await friend.checkout(scene).pay().number("status") == 0)
        }
        try await scene.reconcileShares()
        let paid = try await scene.host.ask("GET")
        #expect(paid.string("status") == "paid")

        try await withThrowingTaskGroup(of: Void.self) { group in
            for _ in 0..<4 { group.addTask { try await Self.give() } }
            try await group.waitForAll()
        }
        let (ada, own) = (try await scene.host.ask("GET"), try await bob.ask("GET"))
        let (first, second) = (ada.string("passURL"), own.string("passURL"))
        #expect(first != nil && second != nil && first != second)
        #expect(try await scene.state()["passURL"] == nil, "the link alone shows no pass")
        let address = try #require(second)
        let file = try await scene.shop.ask(
            as: nil, "GET", String(address.drop { $0 != "/" }.dropFirst(2).drop { $0 != "/" }))
        #expect(file.status == 200)
        #expect(file.http["Content-Type"] == "application/vnd.apple.pkpass")

        let list = try await scene.shop.ask("GET", "/v1/passes?passType=\(passes.type)")
        #expect(list.count("data") == 2, "a participant who left has no pass")
        let seen = try await scene.shop.ask("GET", "/v1/shared-orders/\(scene.id)")
        let pass = try #require(seen.string("participants.1.pass"))
        #expect(seen["participants.2.pass"] == nil)
        let fields = try await scene.shop.ask("GET", "/v1/passes/\(pass)/fields")
        #expect(fields.string("fields.title.value") == "Ice cream")
        #expect(fields.text.contains("1.25"), "the amount has a quarter of the delivery fee")
    }

    @Test func `an unknown pass type is refused at the start`() async throws {
        let passes = try await PassScene.open(Self.template)
        let others = try await Shop.open()
        for (shop, type) in [(others, passes.type), (passes.shop, "pty_none"), (passes.shop, "x")] {
            let reply = try await shop.ask(
                "POST", "/v1/shared-orders",
                "{\"title\":\"Ice cream\",\"currencyCode\":\"USD\",\"countryCode\":\"US\","
                    + "\(SharedScene.menu),\"passType\":\"\(type)\"}")
            #expect(reply.status == 400 && reply.string("errors.0.pointer") == "/passType")
        }
    }

    @Test func `a pass that cannot be issued delays no payment and is retried`() async throws {
        let passes = try await PassScene.open(Self.template)
        let scene = try await SharedScene.start(
            #""passType":"\#(passes.type)""#, shop: passes.shop)
        _ = try await scene.host.cone()
        let merchant = scene.shop.merchant.number
        let database = try await TestServer.shared.value.database
        // Another pass of the merchant has the serial number.
        let taken = try await scene.shop.ask(
            "POST", "/v1/passes",
            #"{"passType":"\#(passes.type)","serialNumber":"\#(scene.id)-1"}"#)
        #expect(taken.status == 201)
        #expect(try await scene.lock("host").status == 200)
        #expect(try await scene.host.checkout(scene).pay().number("status") == 0)
        try await scene.reconcileShares()
        #expect(try await scene.status() == "paid")
        try await Self.give()
        let due = try await database.run(
            """
            SELECT passes_due_at > \(TestServer.now().adding(seconds: 60)) AS later
            FROM shared_orders WHERE merchant_id = \(merchant)
            """)
        #expect(try due[0].get("later") == true)
    }

    /// Issues the due passes as a worker does. Errors are ignored, because the passes of another
    /// test's order may be refused.
    private static func give() async throws {
        let server = try await TestServer.shared.value
        let services = server.services
        let give = IssueParticipantPasses(
            services.sharedOrders, now: TestServer.now(),
            issue: IssueParticipantPasses.issuing(
                services.keys, urls: { PublicURLs("https://pay.example") },
                random: services.random))
        _ = try? await give()
    }
}
