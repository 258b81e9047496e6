import API
import Archive
import Crypto
import Foundation
import HTTP
import Passes
import TestSupport
import Testing
import Vocabulary

/// A merchant with a pass type and its template, and phones that call the web service.
struct PassScene {
    let shop: Shop
    let typeIdentifier: String
    let type: String

    static let document = """
        {"formatVersion":1,"organizationName":"Toast","description":"A card for coffee",
         "storeCard":{"primaryFields":[{"key":"balance","label":"Left","value":25,"changeMessage":"%@"}],
                      "secondaryFields":[{"key":"name","label":"For","value":"you","changeMessage":"%@"}]}}
        """

    static func archive(_ document: String = document, _ more: [Zip.File] = []) -> String {
        let files =
            [Zip.File("pass.json", Array(document.utf8))]
            + ["", "@2x", "@3x"].map { Zip.File("icon\($0).png", [0x89]) } + more
        return Base64.standard.encode(Zip.write(files, at: 0))
    }

    static func open(
        _ document: String = document, _ more: [Zip.File] = [], by shop: Shop? = nil
    ) async throws -> PassScene {
        let opened = try await Shop.open()
        let shop = shop ?? opened
        let identifier = try await storeCertificate(of: shop)
        let type = try await shop.ask(
            "POST", "/v1/pass-types", #"{"passTypeIdentifier":"\#(identifier)"}"#)
        let scene = PassScene(
            shop: shop, typeIdentifier: identifier, type: try #require(type.string("id")))
        let put = try await scene.put(document, more)
        #expect(put.status == 200, "\(put.text)")
        return scene
    }

    /// Stores a certificate for a new pass type identifier.
    ///
    /// - Returns: The identifier.
    static func storeCertificate(of shop: Shop, days: Double = 60) async throws -> String {
        let forge = try await TestServer.shared.value.forge
        let identifier = "pass.example.\(UUID().uuidString.lowercased())"
        try forge.issuePassType(identifier, for: identifier, days: days)
        let stored = try await shop.storeCertificate(
            kind: "passType", certificate: forge.certificates.text("\(identifier).pem"),
            key: forge.certificates.text("\(identifier).key"))
        #expect(stored.status == 201, "\(stored.text)")
        return identifier
    }

    func put(_ document: String, _ more: [Zip.File] = []) async throws -> Reply {
        try await shop.ask(
            "PUT", "/v1/pass-types/\(type)/template",
            #"{"archive":"\#(Self.archive(document, more))"}"#)
    }

    func issue(_ members: String = "", _ headers: [(String, String)] = []) async throws -> Reply {
        let more = members.isEmpty ? "" : "," + members
        return try await shop.ask(
            "POST", "/v1/passes", #"{"passType":"\#(type)"\#(more)}"#, headers)
    }

    /// A pass, and a phone that holds it.
    func held(_ members: String = "", by phone: String = UUID().uuidString) async throws
        -> HeldByPhone
    {
        let issued = try await issue(members)
        #expect(issued.status == 201, "\(issued.text)")
        return try await HeldByPhone(scene: self, issued: issued, phone: phone)
    }

    /// Applies new templates to the passes of all types, as the worker does.
    func work() async throws {
        let server = try await TestServer.shared.value
        let bring = ApplyTemplate(
            keys: server.services.keys, urls: PublicURLs("https://pay.example"),
            now: TestServer.now())
        while try await bring(on: server.database) > 0 {}
    }
}

/// A pass, and a phone that knows only the pass's package.
struct HeldByPhone {
    let scene: PassScene
    let id: String
    let serial: String
    let token: String
    let phone: String

    init(scene: PassScene, issued: Reply, phone: String) async throws {
        self.scene = scene
        self.phone = phone
        id = try #require(issued.string("id"))
        let package = try await scene.shop.ask("GET", "/v1/passes/\(id)/package")
        let pass = try Self.document(package)
        serial = try #require(pass["serialNumber"] as? String)
        token = try #require(pass["authenticationToken"] as? String)
    }

    /// The pass.json of a package.
    static func document(_ reply: Reply) throws -> [String: Any] {
        let files = try Zip.read(reply.http.body, Zip.Limits(filesMax: 99, bytesMax: 1 << 20))
        let bytes = try #require(files.first { $0.path == "pass.json" }?.bytes)
        return try #require(try JSONSerialization.jsonObject(with: Data(bytes)) as? [String: Any])
    }

    var path: String { "/passkit/v1/passes/\(scene.typeIdentifier)/\(serial)" }

    func registration(of phone: String? = nil) -> String {
        let type = scene.typeIdentifier
        return "/passkit/v1/devices/\(phone ?? self.phone)/registrations/\(type)/\(serial)"
    }

    func call(
        _ method: String, _ path: String, _ body: String? = nil, token: String? = nil,
        _ headers: [(String, String)] = []
    ) async throws -> Reply {
        let shown = ("Authorization", "ApplePass \(token ?? self.token)")
        return try await scene.shop.ask(as: nil, method, path, body, [shown] + headers)
    }

    func register(_ pushToken: String = "ab12", of phone: String? = nil) async throws -> Reply {
        try await call("POST", registration(of: phone), #"{"pushToken":"\#(pushToken)"}"#)
    }

    /// Phones send this request without the token.
    func updates(since tag: String? = nil, of phone: String? = nil) async throws -> Reply {
        let since = tag.map { "?passesUpdatedSince=\($0)" } ?? ""
        let type = scene.typeIdentifier
        return try await scene.shop.ask(
            as: nil, "GET",
            "/passkit/v1/devices/\(phone ?? self.phone)/registrations/\(type)\(since)")
    }

    func fetch(_ headers: [(String, String)] = []) async throws -> Reply {
        try await call("GET", path, nil, headers)
    }

    func change(_ members: String) async throws -> Reply {
        try await scene.shop.ask("PATCH", "/v1/passes/\(id)", "{\(members)}")
    }
}
