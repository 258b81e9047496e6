import TestSupport
import Testing

/// One order that several people build.
@Suite struct SharedOrderTests {
    @Test func `friends join by the link and choose, and everyone sees who chose what`()
        async throws
    {
        let scene = try await SharedScene.start(
            #""host":{"name":"Ada","identifier":"6F1D2C4B-0001-4000-8000-000000000001"}"#)
        let url = try #require(scene.started.string("url"))
        #expect(url == "https://pay.example/s/\(scene.token)" && url.utf8.count < 5_000)
        #expect(
            scene.token.split(separator: "_").last?.count == 26, "the token has 128 random bits")

        let bob = try await scene.join(#"{"name":"Bob"}"#)
        #expect(bob.number == 2)
        let chosen = try await scene.host.choose(
            "a", #"{"item":"cone","quantity":2,"options":{"scoop":["vanilla","mango"]}}"#)
        #expect(chosen.status == 200)
        #expect(chosen.string("unitPrice") == "3.50" && chosen.string("amount") == "7.00")
        #expect(chosen.string("sharedOrder.itemsTotal") == "7.00")
        #expect(try await bob.choose("a", #"{"item":"water"}"#).status == 200)

        let state = try await scene.state()
        #expect(SharedScene.lines(state) == ["1 cone 2 3.50", "2 water 1 1.00"])
        #expect(state.string("participants.0.name") == "Ada")
        #expect(state.string("participants.1.name") == "Bob")
        #expect(state["participants.0.identifiers"] == nil, "a link alone shows no devices")
        #expect(state.string("amounts.total") == "8.00")
        #expect(
            state.string("shares.0.total") == "7.00" && state.string("shares.1.total") == "1.00")
        let seen = try await bob.ask("GET")
        #expect(seen.number("me") == 2)
        #expect(
            seen.string("participants.0.identifiers.0") == "6F1D2C4B-0001-4000-8000-000000000001")
    }

    @Test func `a choice is changed and removed with the version that was read`() async throws {
        let scene = try await SharedScene.start()
        let first = try await scene.host.cone()
        let version = try #require(first.number("version"))
        #expect(
            try await scene.host.cone().number("version") == version,
            "a repeated call gets the same result")
        let blind = try await scene.host.cone("cone", "mango")
        #expect(blind.status == 409 && blind.string("code") == "version_mismatch")
        #expect(
            blind.string("sharedOrder.choices.0.unitPrice") == "3.00",
            "the refusal shows the current choice")
        let changed = try await scene.host.choose(
            "cone",
            #"{"item":"cone","options":{"scoop":["mango"]},"version":\#(version)}"#)
        #expect(changed.status == 200 && changed.string("unitPrice") == "3.50")
        let late = try await scene.host.ask("DELETE", "/choices/cone?version=\(version)")
        #expect(late.status == 409)
        let now = try #require(changed.number("version"))
        #expect(try await scene.host.ask("DELETE", "/choices/cone?version=\(now)").status == 200)
        #expect(try await scene.lines().isEmpty)
        #expect(
            try await scene.host.ask("DELETE", "/choices/cone").status == 200,
            "a deleted choice can be deleted again")
        // The first call arrives once more, late: it does not restore the choice.
        let stray = try await scene.host.cone()
        #expect(stray.status == 409)
        #expect(try await scene.lines().isEmpty)
        #expect(try await scene.state().string("amounts.total") == "0.00")
    }

    @Test func `a matching ETag gets 304`() async throws {
        let scene = try await SharedScene.start()
        let state = try await scene.state()
        let tag = try #require(state.http["ETag"])
        let same = try await scene.ask("GET", "", nil, [("If-None-Match", "\"x\", W/\(tag)")])
        #expect(same.status == 304 && same.text.isEmpty && same.http["ETag"] == tag)
        _ = try await scene.host.cone()
        let other = try await scene.ask("GET", "", nil, [("If-None-Match", tag)])
        #expect(other.status == 200)
        #expect(other.number("version") ?? 0 > state.number("version") ?? 0)
        #expect(other.string("hash") != state.string("hash"))
    }

    @Test func `a participant adds a device, and a repeated call changes nothing`()
        async throws
    {
        let scene = try await SharedScene.start()
        let before = try await scene.host.ask("GET")
        let device = #"{"identifier":"6F1D2C4B-0001-4000-8000-0000000000AA"}"#
        #expect(try await scene.host.ask("POST", "/participants", device).status == 200)
        let tag = try #require(before.http["ETag"])
        let after = try await scene.host.ask("GET", "", nil, [("If-None-Match", tag)])
        #expect(after.status == 200 && after.count("participants.0.identifiers") == 1)
        #expect(try await scene.host.ask("POST", "/participants", device).status == 200)
        let same = try await scene.host.ask(
            "GET", "", nil, [("If-None-Match", after.http["ETag"] ?? "")])
        #expect(same.status == 304, "an unchanged order has the same ETag")
    }

    @Test func `participants can build one item together, step by step`() async throws {
        let scene = try await SharedScene.start()
        let bob = try await scene.join()
        let begun = try await scene.host.choose(
            "big", #"{"item":"sundae","options":{"cup":["glass"]}}"#)
        #expect(begun.status == 200 && begun.string("nextStep") == "ball")
        let version = try #require(begun.number("version"))
        let step = #"{"options":{"ball":["lemon"]},"version":\#(version)}"#
        let path = "/participants/1/choices/big/steps"
        let taken = try await bob.ask("POST", path, step)
        #expect(taken.status == 200 && taken.string("nextStep") == "top")
        #expect(taken.string("amount") == "6.00")
        #expect(taken.number("options.1.by") == 2)
        #expect(
            try await bob.ask("POST", path, step).status == 200,
            "a repeated call gets the same result")
        let second = try await scene.host.ask(
            "POST", path, #"{"options":{"ball":["nut"]},"version":\#(version)}"#)
        #expect(second.status == 409)
        #expect(second.string("sharedOrder.choices.0.nextStep") == "top")
    }

    @Test func `a leaving guest's choices are removed, and a removed guest cannot rejoin`()
        async throws
    {
        let scene = try await SharedScene.start()
        let device = #"{"identifier":"6F1D2C4B-0001-4000-8000-000000000002"}"#
        let (bob, eve) = (try await scene.join(), try await scene.join(device))
        _ = try await bob.cone()
        _ = try await eve.cone()
        #expect(try await bob.ask("DELETE", "/participants/3").string("code") == "not_host")
        #expect(try await bob.ask("DELETE", "/participants/2").status == 204)
        #expect(try await scene.lines() == ["3 cone 1 3.00"])
        #expect(try await scene.host.ask("DELETE", "/participants/3").status == 204)
        #expect(try await scene.lines().isEmpty)
        #expect(try await eve.cone("b").string("code") == "removed")
        #expect(try await bob.cone("b").string("code") == "not_participant")
        let banned = try await scene.ask("POST", "/participants", device)
        #expect(banned.status == 403 && banned.string("code") == "removed")
        #expect(
            try await scene.host.ask("DELETE", "/participants/1").string("code") == "host_stays")
        #expect(
            try await bob.ask("DELETE", "/participants/2").status == 204,
            "a participant can leave twice")
        let again = #"{"identifier":"6F1D2C4B-0001-4000-8000-000000000003"}"#
        let guest = try await scene.join(again)
        #expect(try await guest.ask("DELETE", "/participants/4").status == 204)
        #expect(try await scene.join(again).number == 5, "a participant who left may join again")
    }

    @Test func `the host hands the role over with its rights`() async throws {
        let scene = try await SharedScene.start()
        let bob = try await scene.join()
        #expect(try await bob.ask("POST", "/host", #"{"participant":2}"#).status == 403)
        let handed = try await scene.host.ask("POST", "/host", #"{"participant":2}"#)
        #expect(handed.status == 200 && handed.number("host") == 2)
        #expect(try await scene.host.ask("POST", "/cancel").status == 403)
        let canceled = try await bob.ask("POST", "/cancel")
        #expect(canceled.status == 200 && canceled.string("status") == "canceled")
        #expect(try await bob.ask("POST", "/cancel").status == 200)
        let late = try await bob.cone()
        #expect(late.status == 409 && late.string("code") == "shared_order_not_open")
        #expect(late.string("sharedOrder.status") == "canceled")
    }

    @Test func `a participant joins on a second device with their credential`() async throws {
        let scene = try await SharedScene.start()
        let phone = "6F1D2C4B-0001-4000-8000-00000000000A"
        let tablet = "6F1D2C4B-0001-4000-8000-00000000000B"
        let bob = try await scene.join("{\"identifier\":\"\(phone)\"}")
        let linked = try await bob.ask(
            "POST", "/participants", "{\"identifier\":\"\(tablet.lowercased())\"}")
        #expect(linked.status == 200 && linked.number("participant") == 2)
        #expect(linked.string("credential") == bob.credential)
        #expect(linked.count("sharedOrder.participants") == 2)
        #expect(linked.string("sharedOrder.participants.1.identifiers.1") == tablet)
        // A device's identifier does not authenticate its participant.
        let stranger = try await scene.ask(
            "POST", "/participants", "{\"identifier\":\"\(phone)\"}")
        #expect(stranger.status == 409 && stranger.string("code") == "identifier_taken")
    }
}
