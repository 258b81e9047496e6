import Crypto
import Foundation

/// A test authority that issues pass type certificates as Apple does.
package final class PassForge: Sendable {
    package static let passType = "pass.example.toast"
    package static let team = "TOAST12345"

    package let certificates: CertificateForge

    /// Shared by all tests of a process that change none of its certificates: RSA keys take a
    /// while.
    package static let shared = Result { try PassForge() }

    package init() throws {
        certificates = try CertificateForge()
        try certificates.issue(
            "root", "/CN=Root", key: .rsa(2048), by: nil, extensions: CertificateForge.authority)
        try certificates.issue(
            "relations", "/CN=Relations/OU=G4", key: .rsa(2048), by: "root",
            extensions: CertificateForge.authority)
        try certificates.issue(
            "others", "/CN=Others", key: .p256, by: "root", extensions: CertificateForge.authority)
        try issuePass("pass")
    }

    /// A pass type certificate NAME.pem with its key NAME.key.
    ///
    /// - Parameter marks: whether the certificate has Apple's extension, and whether it is for
    ///   passes.
    package func issuePass(
        _ name: String, type: String = passType, team: String? = team, marked: String? = nil,
        marks: (extension: Bool, purpose: Bool) = (true, true), by issuer: String = "relations",
        from first: Double = -2, to last: Double = 300
    ) throws {
        let unit = team.map { "/OU=\($0)" } ?? ""
        var extensions = [
            "basicConstraints=critical,CA:FALSE", "keyUsage=critical,digitalSignature",
        ]
        if marks.extension {
            extensions.append("1.2.840.113635.100.6.1.16=ASN1:UTF8String:\(marked ?? type)")
        }
        if marks.purpose {
            extensions.append("extendedKeyUsage=clientAuth,1.2.840.113635.100.4.14")
        }
        try certificates.issue(
            name, "/UID=\(type)/CN=Pass Type ID\\: \(type.prefix(40))\(unit)", key: .rsa(2048),
            by: issuer,
            extensions: extensions, from: first, to: last)
    }

    /// An order type certificate NAME.pem with its key NAME.key.
    package func issueOrder(_ name: String, type: String = "order.example.toast") throws {
        try certificates.issue(
            name, "/UID=\(type)/CN=Order Type ID\\: \(type)/OU=\(Self.team)", key: .rsa(2048),
            by: "relations",
            extensions: [
                "basicConstraints=critical,CA:FALSE", "keyUsage=critical,digitalSignature",
            ], to: 30)
    }

    package func certificate(_ name: String) throws -> Certificate {
        guard let certificate = Certificate(pem: try certificates.read("\(name).pem")) else {
            throw Unreadable(name: name)
        }
        return certificate
    }

    package func key(_ name: String) throws -> PrivateKey {
        guard let key = PrivateKey(pem: Secret(try certificates.read("\(name).key"))) else {
            throw Unreadable(name: name)
        }
        return key
    }

    package struct Unreadable: Error { package let name: String }
}
