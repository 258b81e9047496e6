import Crypto
import Foundation
import Processors
import Testing
import Vocabulary

/// A test certificate authority with Apple's extensions, and devices that pay with it. OpenSSL's
/// command line generates keys, certificates and signatures.
package final class TokenForge: Sendable {
    package static let merchantIdentifier = "merchant.example.toast"

    package let certificates: CertificateForge

    package init() throws {
        certificates = try CertificateForge()
        try issue("root", key: .curve("P-384"), by: nil, isAuthority: true)
        try issue("issuer", by: "root", isAuthority: true, mark: "1.2.840.113635.100.6.2.14")
        try issue("leaf", by: "issuer", mark: "1.2.840.113635.100.6.29")
        try issue("relations", by: "root", isAuthority: true)
        try issueProcessing("merchant")
        try issueProcessing("china", key: .rsa(2048))
    }

    /// A certificate NAME.pem with its key NAME.key, valid since the day before yesterday.
    package func issue(
        _ name: String, key: CertificateForge.Key = .p256, by issuer: String?,
        isAuthority: Bool = false, mark: String? = nil, days: Double = 30
    ) throws {
        let constraint = "basicConstraints=critical,CA:\(isAuthority ? "TRUE" : "FALSE")"
        try certificates.issue(
            name, "/CN=\(name)", key: key, by: issuer,
            extensions: [constraint] + (mark.map { ["\($0)=ASN1:NULL"] } ?? []), to: days)
    }

    /// A payment token as a device creates it, with Apple's members.
    ///
    /// - Parameter name: the certificate that the token is encrypted for. With `isRSA` it is the
    ///   one of mainland China.
    package func token(
        _ payload: String = TokenForge.payload, isRSA: Bool = false, signer: String = "leaf",
        with others: [String] = ["issuer"], isIndefinite: Bool = true,
        isEnclosed: Bool = false, for merchant: String = merchantIdentifier,
        by name: String = "merchant", applicationData: [UInt8]? = nil
    ) throws -> [String: Any] {
        let nonce = [UInt8](repeating: 0, count: 16)
        let (key, contentKey) = try isRSA ? wrapped() : agreed(for: merchant, by: name)
        let data = AESGCM.seal(Array(payload.utf8), foreignKey: contentKey, nonce: nonce)
        let transaction = Random.bytes(32)
        var header: [String: Any] = [
            isRSA ? "wrappedKey" : "ephemeralPublicKey": Base64.standard.encode(key),
            "publicKeyHash": Base64.standard.encode(
                try processingKey(isRSA: isRSA, named: name).publicKeyHash),
            "transactionId": Hex.encode(transaction),
        ]
        if let applicationData { header["applicationData"] = Hex.encode(applicationData) }
        let content = key + data + transaction + (applicationData ?? [])
        return [
            "version": isRSA ? "RSA_v1" : "EC_v1", "data": Base64.standard.encode(data),
            "signature": Base64.standard.encode(
                try sign(content, signer, others, isIndefinite, isEnclosed)),
            "header": header,
        ]
    }

    package static let payload = payload(of: 1001)

    /// - Parameters:
    ///   - amount: in minor units.
    ///   - currency: the numeric code.
    ///   - merchantToken: Apple's identifier of a token that outlives the device.
    package static func payload(
        of amount: Int, _ currency: String = "840", merchantToken: String? = nil
    ) -> String {
        let token = merchantToken.map { #""merchantTokenIdentifier":"\#($0)","# } ?? ""
        return """
            {"applicationPrimaryAccountNumber":"4000000000004320","applicationExpirationDate":"311231",
             "currencyCode":"\(currency)","transactionAmount":\(amount),\(token)
             "deviceManufacturerIdentifier":"050110030273","paymentDataType":"3DSecure",
             "paymentData":{"onlinePaymentCryptogram":"AAECAwQFBgcICQoLDA0ODxAREhM=","eciIndicator":"7"}}
            """
    }

    package func trust() throws -> TokenTrust {
        let root = try #require(Certificate(pem: try read("root.pem")))
        return try #require(TokenTrust(root: root, pinned: root.fingerprint))
    }

    package func processingKey(
        isRSA: Bool = false, for merchant: String = merchantIdentifier,
        named name: String = "merchant"
    ) throws -> ProcessingKey {
        let pem = Secret(try read(isRSA ? "china.key" : "\(name).key"))
        let key = try #require(PrivateKey(pem: pem))
        return try #require(ProcessingKey(key, merchantIdentifier: merchant))
    }

    package func read(_ name: String) throws -> [UInt8] { try certificates.read(name) }

    private func sign(
        _ content: [UInt8], _ signer: String, _ others: [String], _ isIndefinite: Bool,
        _ isEnclosed: Bool
    ) throws -> [UInt8] {
        let name = UUID().uuidString
        try certificates.write(content, to: name)
        let list = try others.flatMap { try read("\($0).pem") }
        try certificates.write(list, to: "\(name).pem")
        try certificates.run(
            [
                "cms", "-sign", "-binary", "-in", name, "-signer", "\(signer).pem", "-inkey",
                "\(signer).key", "-certfile", "\(name).pem", "-md", "sha256", "-outform", "DER",
                "-out", "\(name).sig",
            ] + (isEnclosed ? ["-nodetach"] : []))
        let signed = try read("\(name).sig")
        return isIndefinite ? Self.indefinite(signed) : signed
    }

    /// The same in BER as Apple writes it: the three outer elements have indefinite length.
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

    private func agreed(for merchant: String, by certificate: String) throws -> ([UInt8], Secret) {
        let name = "\(UUID().uuidString).key"
        try run("genpkey", "-algorithm", "EC", "-pkeyopt", "ec_paramgen_curve:P-256", "-out", name)
        let ephemeral = try #require(PrivateKey(pem: Secret(try read(name))))
        let other = try #require(PrivateKey(pem: Secret(try read("\(certificate).key"))))
        let info = try #require(other.publicKeyInfo)
        let shared = try #require(ephemeral.agree(with: info))
        return (
            try #require(ephemeral.publicKeyInfo),
            ProcessingKey.derive(from: shared, for: SHA256.hash(merchant))
        )
    }

    private func wrapped() throws -> ([UInt8], Secret) {
        let (name, key) = (UUID().uuidString, Random.bytes(16))
        try certificates.write(key, to: name)
        try run(
            "pkeyutl", "-encrypt", "-inkey", "china.key", "-in", name, "-out", "\(name).wrapped",
            "-pkeyopt", "rsa_padding_mode:oaep", "-pkeyopt", "rsa_oaep_md:sha256", "-pkeyopt",
            "rsa_mgf1_md:sha256")
        return (try read("\(name).wrapped"), Secret(key))
    }

    private func run(_ arguments: String...) throws { try certificates.run(arguments) }
}
