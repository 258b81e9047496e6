import Assets
import HTTP
import Merchants
import Testing

@testable import API

/// The endpoints of the API against openapi.yaml, whose text says who may call each operation and
/// whether it takes an Idempotency-Key.
@Suite struct EndpointTests {
    private static let contract = Contract(
        text: String(decoding: Assets.bytes(of: "openapi.yaml") ?? [], as: UTF8.self))

    @Test(arguments: Services.endpoints.map { "\($0.method.rawValue) \($0.path)" })
    func `an operation's class is that of the contract`(name: String) throws {
        let endpoint = try #require(
            Services.endpoints.first { "\($0.method.rawValue) \($0.path)" == name })
        let operation = try #require(Self.contract.operations[name])
        #expect(
            operation.contains("IdempotencyKey'") == (endpoint.repetition != .keyIgnored),
            "the contract and the endpoint disagree on repeated calls")
        #expect(
            operation.contains("security: \(endpoint.access.inContract(endpoint.permission))"),
            "the contract does not name \(endpoint.access)")
    }

    @Test func `each path that browsers may call answers preflight requests, and no other`()
        async throws
    {
        let server = try await TestServer.shared.value
        let answered = Set(
            server.services.apiRoutes.filter { $0.method == .options }.map(\.template))
        let expected = Set(
            Self.contract.operations.filter { _, text in
                ["clientSecret", "publishableKey", "participantCredential", "{}"].contains {
                    text.contains("{\($0): []}") || $0 == "{}" && text.contains("[{}, ")
                }
            }.keys.map { String($0.split(separator: " ")[1]) })
        #expect(answered.symmetricDifference(expected) == [])
    }
}

/// The operations of openapi.yaml, each with its text.
private struct Contract {
    var operations: [String: String] = [:]

    /// Reads the layout that `bin/openapi` writes: a path has an indent of two, and a method of
    /// four.
    init(text: String) {
        var path = ""
        var operation: String?
        for line in text.split(separator: "\n") {
            if line.hasPrefix("  /") {
                path = String(line.dropFirst(2).dropLast())
                operation = nil
            } else if !line.hasPrefix("    ") {
                (path, operation) = ("", nil)
            } else if !path.isEmpty, !line.hasPrefix("     "), line.hasSuffix(":") {
                operation = line.dropFirst(4).dropLast().uppercased() + " " + path
            } else if let operation {
                operations[operation, default: ""] += line + "\n"
            }
        }
    }
}

extension Access {
    /// The security of an operation with this access and permission.
    fileprivate func inContract(_ permission: Permission?) -> String {
        switch self {
        case .keys(let kinds):
            var schemes: [String] = []
            let secret = permission.map { "{secretKey: ['\($0.rawValue)']}" }
            if kinds.contains(.operatorKey) { schemes.append("{operatorKey: []}") }
            if let secret, kinds != [.write, .buyer] { schemes.append(secret) }
            if kinds.contains(.buyer) { schemes.append("{clientSecret: []}") }
            if kinds.contains(.page) { schemes.append("{publishableKey: []}") }
            if let secret, kinds == [.write, .buyer] { schemes.append(secret) }
            return "[" + schemes.joined(separator: ", ") + "]"
        case .link: return "[{}, {participantCredential: []}]"
        case .participant: return "[{participantCredential: []}]"
        case .phone, .notice, .anyone: return "[]"
        case .dashboard, .shop: return "of no operation in the contract"
        }
    }
}
