import TestSupport
import Testing

/// Payment of a shared order, by its host or by each participant.
@Suite struct SharedPayingTests {
    @Test func `the host pays the order that they saw, and it is captured once`() async throws {
        let scene = try await SharedScene.start(
            #""fees":[{"label":"Delivery","amount":"2.00"}],"tax":{"label":"Tax","percentage":"10"}"#
        )
        let bob = try await scene.join()
        _ = try await scene.host.cone()
        _ = try await bob.cone("cone", "mango")
        let old = try await scene.hash()
        _ = try await bob.choose("w", #"{"item":"water"}"#)
        let stale = try await scene.host.ask(
            "POST", "/lock", #"{"hash":"\#(old)","payers":"host"}"#)
        #expect(stale.status == 409 && stale.string("code") == "version_mismatch")
        #expect(stale.count("sharedOrder.choices") == 3, "the refusal shows the newer choices")

        let locked = try await scene.lock("host", #","tip":"1.00""#)
        #expect(locked.status == 200 && locked.string("status") == "locked")
        #expect(locked.string("amounts.tax") == "0.95")
        #expect(locked.string("amounts.total") == "11.45")
        let late = try await bob.choose("late", #"{"item":"water"}"#)
        #expect(late.status == 409 && late.string("code") == "shared_order_not_open")

        let checkout = try await scene.host.checkout(scene)
        #expect(checkout.reply.string("total") == "11.45")
        #expect(checkout.reply.string("paymentRequest.lineItems.0.label") == "Cone (Vanilla)")
        #expect(
            try await scene.host.checkout(scene).id == checkout.id,
            "a second call returns the same checkout")
        #expect(
            try await bob.ask("POST", "/checkout", #"{"hash":"\#(try await scene.hash())"}"#)
                .string("code") == "no_share")
        #expect(try await checkout.pay().number("status") == 0)
        try await scene.reconcileShares()
        #expect(try await scene.status() == "paid")
        #expect(try await scene.payments() == ["1 11.45 paid"])
        let paid = try await checkout.state()
        #expect(paid.string("status") == "captured" && paid.string("capturedAmount") == "11.45")
        #expect(try await bob.cone("more").string("code") == "shared_order_not_open")
    }

    @Test func `each participant pays a share, and all are captured when all are authorized`()
        async throws
    {
        let scene = try await SharedScene.start(
            #""fees":[{"label":"Delivery","amount":"1.00"}]"#)
        let (bob, eve) = (try await scene.join(), try await scene.join())
        for friend in [scene.host, bob, eve] { _ = try await friend.cone() }
        let locked = try await scene.lock("each")
        #expect(locked.string("payersNow") == "each")
        // A dollar is split among three to the cent, and no cent is lost.
        #expect(try await scene.payments() == ["1 3.34 due", "2 3.33 due", "3 3.33 due"])
        let checkouts = [
            try await scene.host.checkout(scene), try await bob.checkout(scene),
            try await eve.checkout(scene),
        ]
        for checkout in checkouts.dropLast() { _ = try await checkout.pay() }
        try await scene.reconcileShares()
        #expect(
            try await scene.payments() == ["1 3.34 authorized", "2 3.33 authorized", "3 3.33 due"])
        #expect(
            try await checkouts[0].state().string("status") == "authorized", "no amount is captured"
        )
        _ = try await checkouts[2].pay()
        try await scene.reconcileShares()
        #expect(try await scene.status() == "paid")
        #expect(try await scene.payments() == ["1 3.34 paid", "2 3.33 paid", "3 3.33 paid"])
        for checkout in checkouts {
            #expect(try await checkout.state().string("status") == "captured")
        }
    }

    @Test func `the host can take over the unpaid shares`() async throws {
        let scene = try await SharedScene.start()
        let (bob, eve) = (try await scene.join(), try await scene.join())
        for friend in [scene.host, bob, eve] { _ = try await friend.cone() }
        _ = try await scene.lock("each")
        let abandoned = try await eve.checkout(scene)
        _ = try await bob.checkout(scene).pay()
        try await scene.reconcileShares()
        #expect(try await bob.ask("POST", "/accept").status == 403)
        #expect(try await scene.host.ask("POST", "/accept").status == 200)
        #expect(try await scene.host.ask("POST", "/accept").status == 200)
        #expect(
            try await scene.payments() == [
                "1 3.00 canceled", "2 3.00 authorized", "3 3.00 canceled", "1 6.00 due",
            ])
        #expect(try await abandoned.state().string("status") == "canceled")
        let rest = try await scene.host.checkout(scene)
        #expect(rest.reply.string("paymentRequest.lineItems.0.label") == "Ice cream")
        _ = try await rest.pay()
        try await scene.reconcileShares()
        #expect(try await scene.status() == "paid")
    }

    @Test func `a lock ends after its time, and a later payment is voided`() async throws {
        let scene = try await SharedScene.start()
        _ = try await scene.host.cone()
        _ = try await scene.lock("host")
        let late = try await scene.host.checkout(scene)
        try await scene.pass(seconds: 601)
        #expect(try await scene.status() == "open")
        // The payment sheet was open all the time, and its checkout can still be paid for a moment.
        #expect(try await late.pay().number("status") == 0)
        let more = try await scene.host.choose("w", #"{"item":"water"}"#)
        #expect(more.status == 200, "participants may choose again")
        try await scene.reconcileShares()
        #expect(try await late.state().string("status") == "canceled")
        #expect(try await scene.status() == "open")
        _ = try await scene.lock("host")
        let again = try await scene.host.checkout(scene)
        #expect(again.id != late.id && again.reply.string("total") == "4.00")
        _ = try await again.pay()
        try await scene.reconcileShares()
        #expect(try await scene.status() == "paid")
        #expect(try await TestServer.shared.value.charges(of: scene.shop.merchant) == 1)
    }

    @Test func `unlocking an order voids its authorized shares`() async throws {
        let scene = try await SharedScene.start()
        let bob = try await scene.join()
        for friend in [scene.host, bob] { _ = try await friend.cone() }
        _ = try await scene.lock("each")
        let paid = try await bob.checkout(scene)
        _ = try await paid.pay()
        try await scene.reconcileShares()
        #expect(try await bob.ask("POST", "/unlock").string("code") == "not_host")
        let opened = try await scene.host.ask("POST", "/unlock")
        #expect(opened.status == 200 && opened.string("status") == "open")
        try await scene.reconcileShares()
        #expect(try await paid.state().string("status") == "canceled")
        #expect(try await scene.host.ask("POST", "/cancel").status == 200)
    }

    @Test func `canceling a locked order voids its authorized shares`()
        async throws
    {
        let scene = try await SharedScene.start()
        let bob = try await scene.join()
        for friend in [scene.host, bob] { _ = try await friend.cone() }
        _ = try await scene.lock("each")
        let (paid, open) = (try await bob.checkout(scene), try await scene.host.checkout(scene))
        _ = try await paid.pay()
        try await scene.reconcileShares()
        #expect(
            try await scene.shop.ask("POST", "/v1/shared-orders/\(scene.id)/cancel").status == 200)
        try await scene.reconcileShares()
        #expect(try await paid.state().string("status") == "canceled")
        #expect(try await open.state().string("status") == "canceled")
        #expect(try await paid.state().string("capturedAmount") == "0.00")
    }

    @Test func `an order that is empty or unfinished cannot be locked`() async throws {
        let scene = try await SharedScene.start(#""payers":["host"]"#)
        #expect(try await scene.lock("host").string("code") == "nothing_to_pay")
        _ = try await scene.host.choose(
            "big", #"{"item":"sundae","options":{"cup":["glass"]}}"#)
        #expect(try await scene.lock("host").string("code") == "unfinished_choice")
        #expect(try await scene.lock("each").string("code") == "payers_not_offered")
        #expect(try await scene.host.ask("POST", "/lock", "{}").count("errors") == 2)
        let stranger = try await scene.join()
        let refused = try await stranger.ask(
            "POST", "/lock", #"{"hash":"\#(try await scene.hash())","payers":"host"}"#)
        #expect(refused.status == 403)
        #expect(
            try await scene.host.ask("POST", "/checkout", #"{"hash":"\#(try await scene.hash())"}"#)
                .string("code") == "shared_order_not_locked")
    }

    @Test func `a share that the merchant voided must be paid again before any capture`()
        async throws
    {
        let scene = try await SharedScene.start()
        let bob = try await scene.join()
        for friend in [scene.host, bob] { _ = try await friend.cone() }
        _ = try await scene.lock("each")
        let paid = try await bob.checkout(scene)
        _ = try await paid.pay()
        try await scene.reconcileShares()
        #expect(try await scene.shop.ask("POST", "/v1/checkouts/\(paid.id)/void").status == 200)
        _ = try await scene.host.checkout(scene).pay()
        try await scene.reconcileShares()
        #expect(try await scene.status() == "locked", "half of the total does not pay the order")
        #expect(try await scene.payments() == ["1 3.00 authorized", "2 3.00 due"])
        #expect(try await scene.host.ask("POST", "/accept").status == 200)
        _ = try await scene.host.checkout(scene).pay()
        try await scene.reconcileShares()
        #expect(try await scene.status() == "paid")
        #expect(
            try await scene.payments() == ["1 3.00 paid", "2 3.00 canceled", "1 3.00 paid"])
    }

    @Test func `a share is captured only with its order and for its amount`() async throws {
        let scene = try await SharedScene.start()
        let bob = try await scene.join()
        for friend in [scene.host, bob] { _ = try await friend.cone() }
        _ = try await scene.lock("each")
        let share = try await bob.checkout(scene)
        let path = "/v1/checkouts/\(share.id)"
        let cheaper = try await scene.shop.ask(
            "PATCH", path, #"{"lineItems":[{"label":"x","amount":"0.01"}]}"#)
        #expect(cheaper.status == 400 && cheaper.string("errors.0.pointer") == "/lineItems")
        #expect(
            try await scene.shop.ask("PATCH", path, #"{"metadata":{"table":"4"}}"#).status == 200)
        #expect(try await share.pay().number("status") == 0)
        for amount in ["{}", #"{"amount":"0.50"}"#] {
            let taken = try await scene.shop.ask("POST", path + "/capture", amount)
            #expect(taken.status == 409 && taken.string("code") == "taken_together")
        }
        try await scene.reconcileShares()
        #expect(try await scene.host.ask("POST", "/unlock").status == 200)
        try await scene.reconcileShares()
        let given = try await share.state()
        #expect(
            given.string("status") == "canceled" && given.string("capturedAmount") == "0.00")
        #expect(
            given.string("sharedOrder") == scene.id, "metadata does not change the shared order")
    }

    @Test func `a checkout lists fees, tax and tip on lines of their own`() async throws {
        let scene = try await SharedScene.start(
            #""fees":[{"label":"Delivery","amount":"1.50"},{"label":"Box","amount":"0.50"}],"#
                + #""tax":{"label":"Tax","percentage":"10"}"#)
        let bob = try await scene.join()
        for friend in [scene.host, bob] { _ = try await friend.cone() }
        let lines = { (checkout: OpenedCheckout) in
            (0..<checkout.reply.count("paymentRequest.lineItems")).map { place in
                let line = "paymentRequest.lineItems.\(place)"
                return (checkout.reply.string("\(line).label") ?? "")
                    + " " + (checkout.reply.string("\(line).amount") ?? "")
            }
        }
        #expect(try await scene.lock("host", #","tip":"1.00""#).status == 200)
        #expect(
            lines(try await scene.host.checkout(scene)) == [
                "Cone (Vanilla) 6.00", "Delivery 1.50", "Box 0.50", "Tax 0.80", "Tip 1.00",
            ])
        _ = try await scene.host.ask("POST", "/unlock")
        #expect(try await scene.lock("each", #","tip":"1.00""#).status == 200)
        #expect(
            lines(try await bob.checkout(scene)) == [
                "Cone (Vanilla) 3.00", "Delivery, Box 1.00", "Tax 0.40", "Tip 0.50",
            ])
    }

    @Test func `an open checkout cannot be paid after an unlock or a cancel`()
        async throws
    {
        for path in ["/unlock", "/cancel"] {
            let scene = try await SharedScene.start()
            let bob = try await scene.join()
            for friend in [scene.host, bob] { _ = try await friend.cone() }
            _ = try await scene.lock("each")
            let (share, other) = (
                try await bob.checkout(scene), try await scene.host.checkout(scene)
            )
            #expect(try await other.pay().number("status") == 0)
            let ended = try await scene.host.ask("POST", path)
            #expect(ended.status == 200)
            // This call closed the checkout at once, not a worker that ran later.
            let timeline = try await scene.shop.ask("GET", "/v1/checkouts/\(share.id)/timeline")
            let request = try #require(ended.http["Request-Id"])
            #expect(timeline.text.contains(request))
            let late = try await share.pay()
            #expect(late.status == 409 && late.string("code") == "checkout_not_open")
            try await scene.reconcileShares()
            #expect(try await other.state().string("status") == "canceled")
            #expect(try await scene.payments().allSatisfy { $0.hasSuffix("canceled") })
        }
    }

    @Test func `a participant pays only for the order that they have seen`() async throws {
        let scene = try await SharedScene.start()
        let bob = try await scene.join()
        for friend in [scene.host, bob] { _ = try await friend.cone() }
        _ = try await scene.lock("each")
        // The participant's screen shows the order before it was unlocked, changed and locked
        // again.
        let old = try await scene.hash()
        _ = try await scene.host.ask("POST", "/unlock")
        _ = try await bob.choose("w", #"{"item":"water"}"#)
        _ = try await scene.lock("each")
        let refused = try await bob.ask("POST", "/checkout", #"{"hash":"\#(old)"}"#)
        #expect(refused.status == 409 && refused.string("code") == "version_mismatch")
        #expect(refused.string("sharedOrder.payments.1.amount") == "4.00")
        #expect(try await bob.checkout(scene).reply.string("total") == "4.00")
    }

    @Test func `a voided share is not counted as paid before a worker has processed it`()
        async throws
    {
        let scene = try await SharedScene.start()
        let bob = try await scene.join()
        for friend in [scene.host, bob] { _ = try await friend.cone() }
        _ = try await scene.lock("each")
        let paid = try await bob.checkout(scene)
        _ = try await paid.pay()
        try await scene.reconcileShares()
        #expect(try await scene.shop.ask("POST", "/v1/checkouts/\(paid.id)/void").status == 200)
        _ = try await scene.host.checkout(scene).pay()
        // The worker handles the host's payment first.
        try await scene.look(at: 1)
        #expect(try await scene.status() == "locked")
        #expect(try await scene.payments() == ["1 3.00 authorized", "2 3.00 authorized"])
        try await scene.reconcileShares()
        #expect(try await scene.payments() == ["1 3.00 authorized", "2 3.00 due"])
    }

    @Test func `taking over the unpaid rest twice makes one share`() async throws {
        let scene = try await SharedScene.start()
        let (bob, eve) = (try await scene.join(), try await scene.join())
        for friend in [scene.host, bob, eve] { _ = try await friend.cone() }
        _ = try await scene.lock("each")
        let paid = try await bob.checkout(scene)
        _ = try await paid.pay()
        try await scene.reconcileShares()
        #expect(try await scene.host.ask("POST", "/accept").status == 200)
        _ = try await scene.shop.ask("POST", "/v1/checkouts/\(paid.id)/void")
        try await scene.reconcileShares()
        #expect(try await scene.host.ask("POST", "/accept").status == 200)
        let due = try await scene.payments().filter { $0.hasSuffix("due") }
        #expect(due == ["1 9.00 due"], "the due amount does not exceed the order's total")
    }
}
