import Foundation
import JSON
import TestSupport
import Testing

@testable import Crypto
@testable import Processors

/// A token opens if all checks pass, and each fault has its own refusal.
@Suite struct DecryptTokenTests {
    private static let forge = Result { try TokenForge() }
    private let forge: TokenForge
    private let now = Int64(Date().timeIntervalSince1970)

    init() throws { forge = try Self.forge.get() }

    private func read(_ json: [String: Any]) throws -> PaymentToken {
        let bytes = Array(try JSONSerialization.data(withJSONObject: json))
        return try PaymentToken(reading: Document.parse(bytes).root)
    }

    private func open(
        _ json: [String: Any], at seconds: Int64? = nil, with keys: [ProcessingKey]? = nil,
        trusting trust: TokenTrust? = nil
    ) throws -> TokenPayload {
        let open = DecryptToken(trust: try trust ?? forge.trust())
        let keys = try keys ?? [forge.processingKey(), forge.processingKey(isRSA: true)]
        let opened = try open(try read(json), with: keys, at: seconds ?? now)
        try opened.requireFresh(at: seconds ?? now)
        return opened.payload
    }

    /// - Returns: the reason why a token is refused; nil when it opens.
    private func fault(
        _ json: [String: Any], at seconds: Int64? = nil, trusting trust: TokenTrust? = nil
    ) throws -> TokenFault? {
        do {
            _ = try open(json, at: seconds, trusting: trust)
            return nil
        } catch let fault as TokenFault {
            return fault
        }
    }

    @Test(arguments: [(false, true), (false, false), (true, true), (true, false)])
    func `a token of either version opens, with either encoding of its signature`(
        isRSA: Bool, isIndefinite: Bool
    ) throws {
        let payload = try open(forge.token(isRSA: isRSA, isIndefinite: isIndefinite))
        #expect(payload.lastFour == "4320")
        #expect(payload.accountNumber == Secret(Array("4000000000004320".utf8)))
        #expect(payload.expires == "311231")
        #expect(payload.currencyNumber == "840")
        #expect(payload.amount == 1001)
        guard case .threeDSecure(let cryptogram, let indicator) = payload.proof else {
            Issue.record("the token has another proof of payment")
            return
        }
        #expect(cryptogram == Secret(Array("AAECAwQFBgcICQoLDA0ODxAREhM=".utf8)))
        #expect(indicator == "7")
    }

    @Test func `the signature covers the request's application data, too`() throws {
        var token = try forge.token(applicationData: SHA256.hash("order 1"))
        #expect(try fault(token) == nil)
        var header = token["header"] as! [String: Any]
        header["applicationData"] = Hex.encode(SHA256.hash("order 2"))
        token["header"] = header
        #expect(try fault(token) == .badSignature)
        header["applicationData"] = nil
        token["header"] = header
        #expect(try fault(token) == .badSignature)
    }

    /// The bit to flip: 0x20 marks a constructed value in DER. If `seen` is nil, no token was
    /// verified before; otherwise the chain is cached, and `seen` is true for a signature of
    /// indefinite length.
    @Test(arguments: [0x01, 0x20, 0x40] as [UInt8], [nil, true, false] as [Bool?])
    func `a token with any altered byte is refused`(bit: UInt8, seen: Bool?) throws {
        let token = try forge.token(isIndefinite: seen ?? true)
        let header = token["header"] as! [String: Any]
        let trust = try forge.trust()
        if seen != nil {
            // The second uses the cached chain of the first.
            for _ in 0..<2 { _ = try open(token, trusting: trust) }
        }
        let others =
            seen == nil ? ["data", "ephemeralPublicKey", "publicKeyHash", "transactionId"] : []
        for name in ["signature"] + others {
            let isInHeader = header[name] != nil
            let text = (isInHeader ? header[name] : token[name]) as! String
            let isHex = name == "transactionId"
            let bytes = try #require(isHex ? Hex.decode(text) : Base64.standard.decode(text))
            var survivors: [Int] = []
            for index in bytes.indices {
                var altered = bytes
                altered[index] ^= bit
                let written = isHex ? Hex.encode(altered) : Base64.standard.encode(altered)
                var (token, header) = (token, header)
                if isInHeader { header[name] = written } else { token[name] = written }
                token["header"] = header
                if (try? open(token, trusting: trust)) != nil { survivors.append(index) }
            }
            #expect(survivors.isEmpty, "bytes of \(name) whose change is not detected")
        }
    }

    /// The seconds from the signature to the receipt.
    @Test(arguments: [(-301, TokenFault.stale), (-300, nil), (300, nil), (301, .stale)])
    func `a token must be signed within five minutes`(seconds: Int, fault: TokenFault?) throws {
        let token = try forge.token()
        let decrypt = DecryptToken(trust: try forge.trust())
        let signed = try decrypt(read(token), with: [forge.processingKey()], at: now).signed
        #expect(try self.fault(token, at: signed + Int64(seconds)) == fault)
    }

    @Test func `a token may carry only Apple's two certificates, each with its extension`() throws {
        try forge.issue("plain", by: "issuer")
        try forge.issue("plainissuer", by: "root", isAuthority: true)
        try forge.issue("orphan", by: "plainissuer", mark: "1.2.840.113635.100.6.29")
        try forge.issue("second", by: "issuer", mark: "1.2.840.113635.100.6.29")
        for (signer, certificates) in [
            ("leaf", ["issuer", "root"]), ("leaf", ["issuer", "second"]), ("plain", ["issuer"]),
            ("orphan", ["plainissuer"]), ("leaf", ["root"]),
        ] {
            let token = try forge.token(signer: signer, with: certificates)
            #expect(try fault(token) == .wrongCertificates, "\(signer) with \(certificates)")
        }
    }

    @Test func `a chain to another root, or outside its validity, is not trusted`() throws {
        try forge.issue("otherroot", key: .curve("P-384"), by: nil, isAuthority: true)
        try forge.issue(
            "otherissuer", by: "otherroot", isAuthority: true, mark: "1.2.840.113635.100.6.2.14")
        try forge.issue("otherleaf", by: "otherissuer", mark: "1.2.840.113635.100.6.29")
        let foreign = try forge.token(signer: "otherleaf", with: ["otherissuer"])
        #expect(try fault(foreign) == .untrustedChain)
        // The certificate in the token is not the issuer of its signer.
        #expect(
            try fault(forge.token(signer: "otherleaf", with: ["issuer"])) == .untrustedChain)
        #expect(try fault(forge.token(), at: now + 31 * 86_400) == .untrustedChain)
        #expect(try fault(forge.token(), at: now - 3 * 86_400) == .untrustedChain)
        let root = try #require(Certificate(pem: try forge.read("root.pem")))
        #expect(TokenTrust(root: root) == nil)
    }

    @Test func `a cached issuer is not trusted after its expiry`() throws {
        let (trust, token) = (try forge.trust(), try forge.token())
        _ = try open(token, trusting: trust)
        _ = try open(token, trusting: trust)
        #expect(throws: TokenFault.untrustedChain) {
            _ = try open(token, at: now + 31 * 86_400, trusting: trust)
        }
    }

    @Test(arguments: ["root", "issuer", "leaf"])
    func `a chain with an expired certificate is not trusted`(short: String) throws {
        let mark = "1.2.840.113635.100.6"
        let names = ["root", "issuer", "leaf"].map { "\(short)-\($0)" }
        let days = { (name: String) in name == short ? 10.0 : 30 }
        try forge.issue(
            names[0], key: .curve("P-384"), by: nil, isAuthority: true, days: days("root"))
        try forge.issue(
            names[1], by: names[0], isAuthority: true, mark: mark + ".2.14", days: days("issuer"))
        try forge.issue(names[2], by: names[1], mark: mark + ".29", days: days("leaf"))
        let root = try #require(Certificate(pem: try forge.read("\(names[0]).pem")))
        let trust = try #require(TokenTrust(root: root, pinned: root.fingerprint))
        let token = try forge.token(signer: names[2], with: [names[1]])
        _ = try open(token, trusting: trust)
        #expect(throws: TokenFault.untrustedChain) {
            _ = try open(token, at: now + 11 * 86_400, trusting: trust)
        }
    }

    // The names of Apple's two sandbox signers and of the production signer.
    @Test(arguments: [
        ("ecc-smp-broker-sign_UC4-SANDBOX", TokenFault.sandboxSigner),
        ("rsa-smp-broker-sign_UC4-SANDBOX", .sandboxSigner), ("ecc-smp-broker-sign_UC4-PROD", nil),
    ])
    func `a live merchant accepts no token of Apple's sandbox`(
        signer: String, fault: TokenFault?
    ) throws {
        try forge.issue(signer, by: "issuer", mark: "1.2.840.113635.100.6.29")
        let token = try forge.token(signer: signer)
        let live = TokenTrust(roots: try forge.trust().roots, takesSandbox: false)
        // Twice: the second uses the cached chain of the first.
        for _ in 0..<2 {
            #expect(try self.fault(token, trusting: live) == fault)
            #expect(try self.fault(token) == nil, "a test merchant accepts the token")
        }
    }

    @Test func `a signature that contains its content is refused`() throws {
        #expect(try fault(forge.token(isIndefinite: false, isEnclosed: true)) == .notASignature)
    }

    @Test func `a payment token must be signed by the certificate with Apple's extension`() throws {
        // The issuer signs in its own name, with the leaf's certificate added.
        let token = try forge.token(signer: "issuer", with: ["leaf"])
        #expect(try fault(token) == .wrongSigner)
    }

    @Test func `a key is found by its hash, and a missing one is unknown`() throws {
        let token = try forge.token()
        let (own, china) = (try forge.processingKey(), try forge.processingKey(isRSA: true))
        _ = try open(token, with: [china, own])
        #expect(throws: TokenFault.unknownKey) { _ = try open(token, with: [china]) }
        #expect(throws: TokenFault.unknownKey) { _ = try open(token, with: []) }
    }

    @Test func `a payment token of another merchant does not open with the same key`() throws {
        let token = try forge.token(for: "merchant.example.other")
        #expect(try fault(token) == .notDecrypted)
    }

    @Test(arguments: [
        ("data", "AA"), ("data", ""), ("signature", "####"), ("header", "none"),
    ])
    func `a payment token's member in an invalid form is named`(member: String, value: String)
        throws
    {
        var token = try forge.token()
        token[member] = value
        #expect(try fault(token) == .malformed([member]))
        token[member] = nil
        #expect(try fault(token) == .malformed([member]))
    }

    @Test(arguments: ["EC_v9", "ec_v1", "RSA_v2", ""])
    func `a payment token of an unknown version is reported as unknown, not as missing`(
        version: String
    ) throws {
        var token = try forge.token()
        token["version"] = version
        let fault = try #require(try fault(token))
        #expect(fault == .unknownVersion)
        #expect(fault.explanation.hasSuffix("must be one of the supported ones: EC_v1 and RSA_v1"))
        token["version"] = nil
        #expect(try self.fault(token) == .malformed(["version"]))
    }

    @Test(
        arguments: [
            ([], [], ["version", "data", "signature", "header"]),
            (["version"], [], ["data", "signature", "header"]),
            (
                ["data", "header"], ["publicKeyHash"],
                [
                    "version", "signature", "ephemeralPublicKey", "transactionId",
                ]
            ),
            (
                ["version", "data", "signature", "header"], ["applicationData"],
                [
                    "ephemeralPublicKey", "publicKeyHash", "transactionId",
                ]
            ),
        ] as [([String], [String], [String])])
    func `all missing members of a payment token are named at once`(
        members: [String], inner: [String], missing: [String]
    ) throws {
        var token = try forge.token(applicationData: SHA256.hash("order 1"))
        let header = try #require(token["header"] as? [String: Any])
        token["header"] = header.filter { inner.contains($0.key) }
        let fault = try #require(try fault(token.filter { members.contains($0.key) }))
        #expect(fault == .malformed(missing))
        #expect(fault.explanation.hasSuffix(" are missing or malformed"))
        for member in missing { #expect(fault.explanation.contains("`\(member)`")) }
    }

    @Test func `a token of mainland China needs a wrapped key`() throws {
        var token = try forge.token(isRSA: true)
        var header = try #require(token["header"] as? [String: Any])
        header["wrappedKey"] = nil
        token["header"] = header
        #expect(try fault(token) == .malformed(["wrappedKey"]))
    }

    @Test(arguments: [
        ("applicationPrimaryAccountNumber", "\"41\""), ("applicationExpirationDate", "311231"),
        ("currencyCode", "\"USD0\""), ("transactionAmount", "-1"), ("transactionAmount", "10.01"),
        ("paymentDataType", "\"Magic\""), ("paymentData", "{}"),
    ])
    func `an invalid member of the payload is named`(member: String, value: String) throws {
        let old = try #require(
            try JSONSerialization.jsonObject(with: Data(TokenForge.payload.utf8))
                as? [String: Any])
        var new = old
        new[member] = try JSONSerialization.jsonObject(
            with: Data(value.utf8), options: .fragmentsAllowed)
        let payload = String(
            decoding: try JSONSerialization.data(withJSONObject: new), as: UTF8.self)
        let named = member == "paymentData" ? "onlinePaymentCryptogram" : member
        #expect(try fault(forge.token(payload)) == .unreadable(named))
    }

    @Test func `a token with a million characters of data is refused as malformed`() throws {
        var token = try forge.token()
        token["data"] = String(repeating: "A", count: 1_000_000)
        #expect(try fault(token) == .malformed(["data"]))
    }
}

/// Tests with Apple's own tokens, if available: PAYSHEET_VECTORS names their folder.
@Suite(.enabled(if: ProcessInfo.processInfo.environment["PAYSHEET_VECTORS"] != nil))
struct AppleTokenTests {
    @Test(arguments: ["basistheory-ec-new", "basistheory-ec-old", "basistheory-rsa"])
    func `a real token is signed by Apple, and opens with its shared secret`(name: String) throws {
        let vectors = URL(filePath: ProcessInfo.processInfo.environment["PAYSHEET_VECTORS"]!)
        let read = { (path: String) in Array(try Data(contentsOf: vectors.appending(path: path))) }
        let json = try Document.parse(read("payment-tokens/\(name)/token.json")).root
        let expected = try Document.parse(read("payment-tokens/\(name)/expected.json")).root
        let token = try PaymentToken(reading: json["paymentData"] ?? json)
        let root = try #require(Certificate(pem: read("certificates/AppleRootCA-G3.pem")))
        let trust = try #require(TokenTrust(root: root))
        let text = try #require(expected["signingTime"]?.string)
        let signed = try #require(
            ISO8601DateFormatter().date(from: text.replacing(" ", with: "T")))
        let moment = Int64(signed.timeIntervalSince1970)
        #expect(
            try trust.check(token.signature, over: token.signedContent, at: moment) == moment)
        #expect(throws: TokenFault.badSignature) {
            try trust.check(token.signature, over: token.signedContent + [0], at: moment)
        }
        #expect(throws: TokenFault.untrustedChain) {
            try trust.check(
                token.signature, over: token.signedContent, at: moment + 9 * 365 * 86_400)
        }
        guard let shared = expected["sharedSecret"]?.string.flatMap(Base64.standard.decode) else {
            return
        }
        let merchant = try #require(expected["merchant_id"]?.string)
        let key = ProcessingKey.derive(from: Secret(shared), for: SHA256.hash(merchant))
        let derived = try #require(
            expected["symmetricKey"]?.string.flatMap(Base64.standard.decode))
        #expect(key == Secret(derived))
        let payload = try DecryptToken.read(token.data, with: key)
        #expect(payload.lastFour == "0075")
        #expect(payload.amount == 100)
        #expect(payload.currencyNumber == "840")
    }
}
