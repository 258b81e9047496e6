import Foundation
import TestSupport
import Testing
import Vocabulary

@testable import Crypto
@testable import Processors

/// A certificate authority of the tests' own with Apple's marks, and devices that pay with it. Keys, certificates
/// and signatures are made by OpenSSL's command line.
final class TokenForge: Sendable {
    static let merchantIdentifier = "merchant.example.toast"

    let folder: URL

    init() throws {
        folder = FileManager.default.temporaryDirectory.appending(
            path: "paysheet-forge-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        try issue("root", curve: "P-384", by: nil, isAuthority: true)
        try issue("issuer", by: "root", isAuthority: true, mark: "1.2.840.113635.100.6.2.14")
        try issue("leaf", by: "issuer", mark: "1.2.840.113635.100.6.29")
        try run(
            "genpkey", "-algorithm", "EC", "-pkeyopt", "ec_paramgen_curve:P-256", "-out",
            "merchant.key")
        try run(
            "genpkey", "-algorithm", "RSA", "-pkeyopt", "rsa_keygen_bits:2048", "-out", "china.key")
    }

    deinit { try? FileManager.default.removeItem(at: folder) }

    /// A certificate NAME.pem with its NAME.key, valid since the day before yesterday.
    func issue(
        _ name: String, curve: String = "P-256", by issuer: String?, isAuthority: Bool = false,
        mark: String? = nil, days: Double = 30
    ) throws {
        try run(
            "req", "-new", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:\(curve)", "-nodes",
            "-keyout", "\(name).key", "-out", "\(name).csr", "-subj", "/CN=\(name)")
        let marked = mark.map { "\($0)=ASN1:NULL" } ?? ""
        let extensions =
            "basicConstraints=critical,CA:\(isAuthority ? "TRUE" : "FALSE")\n\(marked)\n"
        try Data(extensions.utf8).write(to: folder.appending(path: "\(name).ext"))
        // A list of its own for each: tests issue certificates side by side.
        try Data().write(to: folder.appending(path: "\(name).index"))
        let settings = """
            [ca]
            default_ca = own
            [own]
            database = \(name).index
            new_certs_dir = .
            rand_serial = yes
            unique_subject = no
            default_md = sha256
            policy = any
            [any]
            commonName = supplied
            """
        try Data(settings.utf8).write(to: folder.appending(path: "\(name).cnf"))
        try run(
            [
                "ca", "-batch", "-notext", "-config", "\(name).cnf", "-in", "\(name).csr", "-out",
                "\(name).pem", "-extfile", "\(name).ext", "-startdate", Self.day(-2), "-enddate",
                Self.day(days),
            ]
                + (issuer.map { ["-cert", "\($0).pem", "-keyfile", "\($0).key"] }
                    ?? ["-selfsign", "-keyfile", "\(name).key"]))
    }

    private static func day(_ distance: Double) -> String {
        let format = DateFormatter()
        format.dateFormat = "yyyyMMddHHmmss'Z'"
        format.timeZone = .gmt
        return format.string(from: Date(timeIntervalSinceNow: distance * 86_400))
    }

    /// What a device makes of a payment, in Apple's members.
    func token(
        _ payload: String = TokenForge.payload, isRSA: Bool = false, signer: String = "leaf",
        with certificates: [String] = ["issuer"], isIndefinite: Bool = true,
        isEnclosed: Bool = false, for merchant: String = merchantIdentifier,
        applicationData: [UInt8]? = nil
    ) throws -> [String: Any] {
        let nonce = [UInt8](repeating: 0, count: 16)
        let (key, contentKey) = try isRSA ? wrapped() : agreed(for: merchant)
        let data = AESGCM.seal(Array(payload.utf8), foreignKey: contentKey, nonce: nonce)
        let transaction = Random.bytes(32)
        var header: [String: Any] = [
            isRSA ? "wrappedKey" : "ephemeralPublicKey": Base64.standard.encode(key),
            "publicKeyHash": Base64.standard.encode(try processingKey(isRSA: isRSA).publicKeyHash),
            "transactionId": Hex.encode(transaction),
        ]
        if let applicationData { header["applicationData"] = Hex.encode(applicationData) }
        let content = key + data + transaction + (applicationData ?? [])
        return [
            "version": isRSA ? "RSA_v1" : "EC_v1", "data": Base64.standard.encode(data),
            "signature": Base64.standard.encode(
                try sign(content, signer, certificates, isIndefinite, isEnclosed)),
            "header": header,
        ]
    }

    static let payload = """
        {"applicationPrimaryAccountNumber":"4000000000004320","applicationExpirationDate":"311231",
         "currencyCode":"840","transactionAmount":1001,"deviceManufacturerIdentifier":"050110030273",
         "paymentDataType":"3DSecure","paymentData":{"onlinePaymentCryptogram":"AAECAwQFBgcICQoLDA0ODxAREhM=",
         "eciIndicator":"7"}}
        """

    func trust() throws -> TokenTrust {
        let root = try #require(Certificate(pem: try read("root.pem")))
        return try #require(TokenTrust(root: root, pinned: root.fingerprint))
    }

    func processingKey(
        isRSA: Bool = false, for merchant: String = merchantIdentifier
    ) throws -> ProcessingKey {
        let pem = Secret(try read(isRSA ? "china.key" : "merchant.key"))
        let key = try #require(PrivateKey(pem: pem))
        return try #require(ProcessingKey(key, merchantIdentifier: merchant))
    }

    func read(_ name: String) throws -> [UInt8] {
        Array(try Data(contentsOf: folder.appending(path: name)))
    }

    private func sign(
        _ content: [UInt8], _ signer: String, _ certificates: [String], _ isIndefinite: Bool,
        _ isEnclosed: Bool
    ) throws -> [UInt8] {
        let name = UUID().uuidString
        try Data(content).write(to: folder.appending(path: name))
        let list = try certificates.flatMap { try read("\($0).pem") }
        try Data(list).write(to: folder.appending(path: "\(name).pem"))
        try run(
            [
                "cms", "-sign", "-binary", "-in", name, "-signer", "\(signer).pem", "-inkey",
                "\(signer).key", "-certfile", "\(name).pem", "-md", "sha256", "-outform", "DER",
                "-out", "\(name).sig",
            ] + (isEnclosed ? ["-nodetach"] : []))
        let signed = try read("\(name).sig")
        return isIndefinite ? Self.indefinite(signed) : signed
    }

    /// The same in BER as Apple writes it: the three outer elements end where they end.
    private static func indefinite(_ der: [UInt8]) -> [UInt8] {
        func content(_ bytes: ArraySlice<UInt8>) -> ArraySlice<UInt8> {
            let first = Int(bytes[bytes.startIndex + 1])
            return bytes.dropFirst(first < 0x80 ? 2 : 2 + first - 0x80)
        }
        let outer = content(der[...])
        let type = outer.prefix(11)
        let inner = content(content(outer.dropFirst(11)))
        return [0x30, 0x80] + type + [0xA0, 0x80, 0x30, 0x80] + inner
            + [UInt8](repeating: 0, count: 6)
    }

    private func agreed(for merchant: String) throws -> ([UInt8], Secret) {
        let name = "\(UUID().uuidString).key"
        try run("genpkey", "-algorithm", "EC", "-pkeyopt", "ec_paramgen_curve:P-256", "-out", name)
        let ephemeral = try #require(PrivateKey(pem: Secret(try read(name))))
        let other = try #require(PrivateKey(pem: Secret(try read("merchant.key"))))
        let info = try #require(other.publicKeyInfo)
        let shared = try #require(ephemeral.agree(with: info))
        return (
            try #require(ephemeral.publicKeyInfo),
            ProcessingKey.derive(from: shared, for: SHA256.hash(merchant))
        )
    }

    private func wrapped() throws -> ([UInt8], Secret) {
        let (name, key) = (UUID().uuidString, Random.bytes(16))
        try Data(key).write(to: folder.appending(path: name))
        try run(
            "pkeyutl", "-encrypt", "-inkey", "china.key", "-in", name, "-out", "\(name).wrapped",
            "-pkeyopt", "rsa_padding_mode:oaep", "-pkeyopt", "rsa_oaep_md:sha256", "-pkeyopt",
            "rsa_mgf1_md:sha256")
        return (try read("\(name).wrapped"), Secret(key))
    }

    private func run(_ arguments: String...) throws { try run(arguments) }

    private func run(_ arguments: [String]) throws {
        let log = folder.appending(path: UUID().uuidString)
        let words = ["env", "-C", folder.path, "openssl"] + arguments
        guard Command(words).run(output: log.path) == 0 else {
            throw ForgeFailure(
                text: String(decoding: try read(log.lastPathComponent), as: UTF8.self))
        }
    }

    struct ForgeFailure: Error { let text: String }
}
