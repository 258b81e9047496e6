import Merchants
import Postgres
import TestSupport
import Testing

@testable import API
@testable import Pictures

/// A merchant's pictures: stored, replaced, fetched, listed, deleted and refused.
@Suite(.timeLimit(.minutes(5))) struct PictureTests {
    static let blue: Picture.Pixel = 0x2040C0
    private static let red: Picture.Pixel = 0xD02020

    static func plain(
        _ color: Picture.Pixel, _ kind: Picture.Kind = .png, side: Int = 64
    ) -> [UInt8] {
        Picture(kind, width: side, height: side) { _, _ in color }.encoded()
    }

    static func put(
        _ bytes: [UInt8], as name: String, by shop: Shop, key: String? = nil,
        type: String = "image/png"
    ) async throws -> Reply {
        let headers = [
            ("Authorization", "Bearer \(key ?? shop.secretKey)"), ("Content-Type", type),
        ]
        return try Reply(
            await shop.client.send("PUT", "/v1/pictures/\(name)", headers: headers, body: bytes))
    }

    @Test func `a picture is stored, returned, replaced and deleted`() async throws {
        let shop = try await Shop.open()
        let path = "/v1/pictures/toast.png"
        #expect(try await shop.ask("GET", path).status == 404)
        let stored = try await Self.put(Self.plain(Self.blue), as: "toast.png", by: shop)
        #expect(stored.status == 201, "\(stored.text)")
        #expect(stored.string("name") == "toast.png")
        #expect(stored.string("mediaType") == "image/png")
        #expect(stored.number("width") == 64)
        #expect(stored.number("height") == 64)

        let shown = try await shop.ask("GET", path)
        #expect(shown.status == 200)
        #expect(shown.http["Content-Type"] == "image/png")
        #expect(shown.http["X-Content-Type-Options"] == "nosniff")
        #expect(stored.number("bytes") == shown.http.body.count)
        #expect(try Picture(reading: shown.http.body)[9, 9] == Self.blue)
        let tag = try #require(shown.http["ETag"])
        let known = try await shop.ask("GET", path, nil, [("If-None-Match", tag)])
        #expect(known.status == 304)
        #expect(known.http.body.isEmpty)

        let other = try await Self.put(
            Self.plain(Self.red, .jpeg, side: 1_000), as: "toast.png", by: shop, type: "image/jpeg")
        #expect(other.status == 200, "\(other.text)")
        #expect(other.string("mediaType") == "image/jpeg")
        #expect(other.number("width") == 900)
        #expect(other.string("createdAt") == stored.string("createdAt"))
        let again = try await shop.ask("GET", path, nil, [("If-None-Match", tag)])
        #expect(again.status == 200)
        #expect(again.http["ETag"] != tag)
        #expect(again.http["Content-Type"] == "image/jpeg")

        #expect(try await shop.ask("DELETE", path).status == 204)
        #expect(try await shop.ask("DELETE", path).status == 404)
        #expect(try await shop.ask("GET", path).status == 404)
    }

    @Test func `pictures are listed by name`() async throws {
        let shop = try await Shop.open()
        for name in ["toast", "avocado", "a-1", "2-eggs", "a.b", "a_b"] {
            #expect(try await Self.put(Self.plain(Self.blue), as: name, by: shop).status == 201)
        }
        let first = try await shop.ask("GET", "/v1/pictures?limit=4")
        #expect(first.count("data") == 4)
        #expect(first.string("data.0.name") == "2-eggs")
        #expect(first.string("data.1.name") == "a-1")
        #expect(first.string("nextCursor") == "a_b")
        let rest = try await shop.ask("GET", "/v1/pictures?limit=4&after=a_b")
        #expect(rest.string("data.0.name") == "avocado")
        #expect(rest.string("data.1.name") == "toast")
        #expect(rest.count("data") == 2)
        #expect(rest["nextCursor"] is String == false)
        #expect(try await shop.ask("GET", "/v1/pictures?after=NO").status == 400)
    }

    @Test func `another merchant's picture is not found, and its name is free`() async throws {
        let shop = try await Shop.open()
        let other = try await Shop.open()
        _ = try await Self.put(Self.plain(Self.blue), as: "toast", by: shop)
        #expect(try await other.ask("GET", "/v1/pictures/toast").status == 404)
        #expect(try await other.ask("DELETE", "/v1/pictures/toast").status == 404)
        #expect(try await other.ask("GET", "/v1/pictures").count("data") == 0)
        #expect(try await Self.put(Self.plain(Self.red), as: "toast", by: other).status == 201)
        let own = try await shop.ask("GET", "/v1/pictures/toast")
        #expect(try Picture(reading: own.http.body)[9, 9] == Self.blue)
    }

    static let good = plain(blue)
    private static let refused: [(name: String, bytes: [UInt8], status: Int, code: String)] = [
        ("nothing", [], 400, "not_a_picture"),
        ("gif", Array("GIF89a".utf8), 400, "not_a_picture"),
        ("json", Array(#"{"picture":"toast"}"#.utf8), 400, "not_a_picture"),
        ("half", Array(good[..<(good.count / 2)]), 400, "broken_picture"),
        (
            "bomb", Array(good[..<16]) + [0, 1, 0x86, 0xA0, 0, 1, 0x86, 0xA0] + Array(good[24...]),
            400, "too_many_pixels"
        ),
        ("large", good + [UInt8](repeating: 0, count: 1 << 20), 413, "body_too_large"),
        ("Toast", good, 400, "invalid_picture_name"),
        (".toast", good, 400, "invalid_picture_name"),
        ("t%C3%B6ast", good, 400, "invalid_picture_name"),
        ("a%2Fb", good, 400, "invalid_picture_name"),
        (String(repeating: "a", count: 65), good, 400, "invalid_picture_name"),
    ]

    @Test(arguments: refused.map(\.name))
    func `an invalid picture or name is refused with the reason`(
        name: String
    ) async throws {
        let shop = try await Shop.open()
        let (_, bytes, status, code) = try #require(Self.refused.first { $0.name == name })
        let reply = try await Self.put(bytes, as: name, by: shop)
        #expect(reply.status == status, "\(reply.text)")
        #expect(reply.string("code") == code)
        #expect(reply.http["Content-Type"] == "application/problem+json")
        #expect(try await shop.ask("GET", "/v1/pictures").count("data") == 0)
    }

    @Test func `a request with an invalid picture name gets 400 or 404`() async throws {
        let shop = try await Shop.open()
        for name in ["Toast", "t%C3%B6ast", "a%00b", "-"] {
            for method in ["GET", "DELETE"] {
                let reply = try await shop.ask(method, "/v1/pictures/\(name)")
                #expect([400, 404].contains(reply.status), "\(method) \(name) \(reply.text)")
            }
        }
    }

    @Test func `a read-only key stores no picture, and a publishable key reads none`() async throws
    {
        let shop = try await Shop.open()
        let reader = try await shop.ask("POST", "/v1/keys", #"{"kind":"secret","scope":"read"}"#)
        let key = try #require(reader.string("secret"))
        let refused = try await Self.put(Self.good, as: "toast", by: shop, key: key)
        #expect(refused.status == 403, "\(refused.text)")
        #expect(try await shop.ask(as: key, "GET", "/v1/pictures").status == 200)
        #expect(try await shop.ask(as: shop.publishableKey, "GET", "/v1/pictures").status == 403)
    }

    @Test func `a merchant has at most five hundred pictures and may replace each`() async throws {
        let shop = try await Shop.open()
        let database = try await TestServer.shared.value.database
        #expect(try await Self.put(Self.good, as: "first", by: shop).status == 201)
        try await database.run(
            """
            INSERT INTO pictures (merchant_id, name, media_type, width, height, bytes, tile, digest,
                created_at)
            SELECT merchant_id, 'p' || n, media_type, width, height, bytes, tile, digest, created_at
            FROM pictures, generate_series(1, \(StoredPicture.countMax - 2)) AS n
            WHERE merchant_id = \(shop.merchant.number)
            """)
        // Of two at once, only one is within the limit.
        async let one = Self.put(Self.good, as: "q1", by: shop)
        async let two = Self.put(Self.good, as: "q2", by: shop)
        let statuses = try await [one.status, two.status]
        #expect(statuses.sorted() == [201, 409])
        let refused = try await Self.put(Self.good, as: "one-more", by: shop)
        #expect(refused.status == 409)
        #expect(refused.string("code") == "too_many_pictures")
        #expect(try await Self.put(Self.good, as: "first", by: shop).status == 200)
        #expect(try await shop.ask("DELETE", "/v1/pictures/first").status == 204)
        #expect(try await Self.put(Self.good, as: "one-more", by: shop).status == 201)
    }

    @Test func `pictures are composed in the given order of their names`() async throws {
        let shop = try await Shop.open()
        _ = try await Self.put(Self.plain(Self.red), as: "zest", by: shop)
        _ = try await Self.put(Self.plain(Self.blue, .jpeg, side: 700), as: "avocado", by: shop)
        let database = try await TestServer.shared.value.database
        let imageProcessor = ImageProcessor()
        let names = ["zest", "none", "avocado", "zest"].compactMap(PictureName.init)
        let compose = ComposePictures(names, of: shop.merchant.number)
        let whole = try Picture(reading: await compose(on: database, in: imageProcessor))
        #expect((whole.width, whole.height) == (900, 900))
        func isNear(_ x: Int, _ y: Int, _ color: Picture.Pixel) -> Bool {
            [16, 8, 0].allSatisfy { abs((whole[x, y] >> $0 & 255) - (color >> $0 & 255)) < 12 }
        }
        #expect(isNear(100, 100, Self.red))
        #expect(isNear(700, 100, Self.blue))
        #expect(isNear(100, 700, Self.red))
        #expect(isNear(700, 700, Picture.background))
        let none = ComposePictures([], of: shop.merchant.number)
        let empty = try await none(on: database, in: imageProcessor)
        #expect(try Picture(reading: empty).width == 900)
    }
}
