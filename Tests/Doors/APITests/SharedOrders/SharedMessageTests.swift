import Merchants
import TestSupport
import Testing

/// The bubbles in Messages, and orders in which a step counts only when its message is sent.
@Suite struct SharedMessageTests {
    private static let device = "6F1D2C4B-0001-4000-8000-000000000001"

    @Test func `each step has a bubble that names people as Messages does`() async throws {
        let scene = try await SharedScene.start(
            #""host":{"name":"Ada","identifier":"\#(Self.device)"}"#)
        #expect(scene.started.string("message.url") == scene.started.string("url"))
        #expect(scene.started.string("message.caption") == "Ice cream")
        #expect(scene.started.string("message.subcaption") == "Join in and choose")
        #expect(scene.started["message.imageURL"] == nil, "a menu without pictures has no image")
        _ = try await scene.host.choose(
            "c", #"{"item":"cone","quantity":2,"options":{"scoop":["mango"]}}"#)
        let bubble = try await scene.host.ask(
            "POST", "/messages", #"{"step":"chose","choice":"c"}"#)
        #expect(bubble.status == 201 && bubble.number("message") == 1)
        #expect(
            bubble.string("summaryText") == "$\(Self.device) chose 2 × Cone (Mango)")
        #expect(bubble.string("trailingCaption") == "$7.00")
        #expect(bubble.string("trailingSubcaption") == "People: 1")
        #expect(
            bubble.string("accessibilityLabel")
                == "Ice cream. $\(Self.device) chose 2 × Cone (Mango). People: 1. Total: $7.00")
        let url = bubble.string("url") ?? ""
        for secret in ["Ice", "Ada", "7.00", Self.device] { #expect(!url.contains(secret)) }
        let german = try await scene.host.ask(
            "POST", "/messages", #"{"step":"invite"}"#, [("Accept-Language", "de")])
        #expect(german.string("subcaption") == "Mach mit und wähle aus")
    }

    @Test func `with countsWhenSent a canceled message adds no choice`() async throws {
        let scene = try await SharedScene.start(#""countsWhenSent":true"#)
        let bob = try await scene.join()
        let blind = try await bob.cone()
        #expect(blind.status == 400 && blind.string("errors.0.pointer") == "/message")
        let cone = { (message: Int) in
            #"{"item":"cone","options":{"scoop":["vanilla"]},"message":\#(message)}"#
        }
        #expect(try await bob.choose("c", cone(7)).string("code") == "no_message")
        #expect(try await bob.ask("POST", "/messages", #"{"step":"chose"}"#).number("message") == 1)
        let staged = try await bob.choose("c", cone(1))
        #expect(staged.status == 200 && staged.string("status") == "staged")
        #expect(try await scene.lines().isEmpty, "a staged choice is hidden from others")
        #expect(SharedScene.lines(try await bob.ask("GET")) == ["2 cone 1 3.00"])
        #expect(try await scene.state().string("amounts.total") == "0.00")
        let report = { (friend: Friend, message: Int, status: String) in
            try await friend.ask("POST", "/messages/\(message)", #"{"status":"\#(status)"}"#)
        }
        #expect(try await report(bob, 1, "canceled").status == 200)
        #expect(try await bob.ask("GET").count("choices") == 0)
        #expect(try await report(bob, 1, "staged").string("status") == "canceled", "late")

        #expect(try await bob.ask("POST", "/messages", #"{"step":"chose"}"#).number("message") == 2)
        #expect(try await bob.choose("d", cone(2)).status == 200)
        #expect(try await report(scene.host, 2, "sending").string("code") == "no_message")
        #expect(try await report(bob, 2, "sending").status == 200)
        #expect(try await scene.lines() == ["2 cone 1 3.00"])
        #expect(
            try await report(bob, 2, "sending").status == 200, "a repeated call changes nothing")
        #expect(try await report(scene.host, 2, "received").string("status") == "received")
        #expect(try await scene.state().string("amounts.total") == "3.00")
    }

    @Test func `of two messages with the last item the second is refused as sold out`()
        async throws
    {
        let scene = try await SharedScene.start(#""countsWhenSent":true"#)
        let bob = try await scene.join()
        for friend in [scene.host, bob] {
            let number = try #require(
                try await friend.ask("POST", "/messages", #"{"step":"chose"}"#).number("message"))
            #expect(
                try await friend.choose("cake", #"{"item":"cake","message":\#(number)}"#).status
                    == 200)
        }
        let sending = #"{"status":"sending"}"#
        #expect(try await scene.host.ask("POST", "/messages/1", sending).status == 200)
        let late = try await bob.ask("POST", "/messages/2", sending)
        #expect(late.status == 409 && late.string("code") == "sold_out")
        #expect(late.count("sharedOrder.choices") == 1)
        #expect(try await scene.lines() == ["1 cake 1 4.00"])
        #expect(try await bob.ask("GET").count("choices") == 1, "a late choice is dropped")
        let again = try await bob.ask("POST", "/messages/2", sending)
        #expect(
            again.status == 409 && again.string("code") == "message_canceled",
            "a repeated call reports the canceled message")
    }

    @Test func `only the sender of a message can report it as sent`() async throws {
        let scene = try await SharedScene.start(#""countsWhenSent":true"#)
        let bob = try await scene.join()
        let received = #"{"status":"received"}"#
        #expect(try await bob.ask("POST", "/messages", #"{"step":"chose"}"#).status == 201)
        let early = try await scene.host.ask("POST", "/messages/1", received)
        #expect(early.status == 200 && early.string("status") == "composed")
        #expect(
            try await bob.choose("c", #"{"item":"cake","message":1}"#).string("status")
                == "staged")
        #expect(try await scene.host.ask("POST", "/messages/1", received).status == 200)
        #expect(try await scene.lines().isEmpty)
        #expect(
            try await bob.ask("POST", "/messages/1", #"{"status":"sending"}"#).string("status")
                == "sending")
        #expect(try await scene.lines() == ["2 cake 1 4.00"])
        #expect(
            try await scene.host.ask("POST", "/messages/1", received).string("status")
                == "received")
        // A change of a placed choice waits for its message, too, and only its owner sees that.
        #expect(try await bob.ask("POST", "/messages", #"{"step":"changed"}"#).status == 201)
        let removed = try await bob.ask("DELETE", "/choices/c?message=2")
        #expect(removed.status == 200)
        #expect(try await bob.ask("GET").number("choices.0.message") == 2)
        #expect(try await scene.host.ask("GET")["choices.0.message"] == nil)
    }

    @Test func `a participant cannot use another's name in a message`() async throws {
        let scene = try await SharedScene.start(
            #""freeItems":{"maximumPrice":"9.00"},"host":{"identifier":"\#(Self.device)"}"#)
        let bob = try await scene.join(#"{"name":"$\#(Self.device)"}"#)
        let joined = try await bob.ask("POST", "/messages", #"{"step":"joined"}"#)
        #expect(joined.string("summaryText") == "$\u{2060}\(Self.device) has joined")
        _ = try await bob.choose(
            "f", #"{"name":"$\#(Self.device) pays $5, $","price":"1.00"}"#)
        let reported = try await bob.ask("POST", "/messages", #"{"step":"chose","choice":"f"}"#)
        #expect(reported.string("summaryText")?.contains("$\(Self.device)") == false)
        #expect(reported.string("summaryText")?.hasSuffix("pays $5, $") == true)
        for identifier in [Self.device, "6F1D2C4B-0001-4000-8000-00000000ABCD"] {
            let other = try await bob.ask(
                "POST", "/messages", #"{"step":"joined","identifier":"\#(identifier)"}"#)
            #expect(other.status == 400 && other.string("errors.0.pointer") == "/identifier")
        }
        let own = try await scene.host.ask(
            "POST", "/messages", #"{"step":"chose","identifier":"\#(Self.device)"}"#)
        #expect(own.status == 201)
    }
}
