import Foundation

/// Generates certificates with OpenSSL's command line, in a folder that is deleted with the object.
package final class CertificateForge: Sendable {
    package let folder: URL

    package init() throws {
        folder = FileManager.default.temporaryDirectory.appending(
            path: "paysheet-forge-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    }

    deinit { try? FileManager.default.removeItem(at: folder) }

    package enum Key: Sendable {
        case curve(String)
        case rsa(Int)

        package static let p256 = Key.curve("P-256")

        var words: [String] {
            switch self {
            case .curve(let name): ["-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:\(name)"]
            case .rsa(let bits): ["-newkey", "rsa:\(bits)"]
            }
        }
    }

    package static let authority = ["basicConstraints=critical,CA:TRUE"]

    /// A certificate NAME.pem with its key NAME.key, valid for a number of days from now.
    ///
    /// - Parameter issuer: the certificate that signs it; nil if it signs itself.
    package func issue(
        _ name: String, _ subject: String, key: Key = .p256, by issuer: String?,
        extensions: [String], from first: Double = -2, to last: Double = 30
    ) throws {
        try run(
            ["req", "-new", "-nodes", "-keyout", "\(name).key", "-out", "\(name).csr", "-subj"]
                + [subject] + key.words)
        let text = extensions.joined(separator: "\n") + "\n"
        try write(text, to: "\(name).ext")
        // Each has its own index, because tests issue certificates concurrently.
        try write("", to: "\(name).index")
        try write(Self.settings(listedIn: "\(name).index"), to: "\(name).cnf")
        try run(
            [
                "ca", "-batch", "-notext", "-config", "\(name).cnf", "-in", "\(name).csr", "-out",
                "\(name).pem", "-extfile", "\(name).ext", "-startdate", Self.day(first), "-enddate",
                Self.day(last),
            ]
                + (issuer.map { ["-cert", "\($0).pem", "-keyfile", "\($0).key"] }
                    ?? ["-selfsign", "-keyfile", "\(name).key"]))
    }

    package func read(_ name: String) throws -> [UInt8] {
        Array(try Data(contentsOf: folder.appending(path: name)))
    }

    package func text(_ name: String) throws -> String {
        String(decoding: try read(name), as: UTF8.self)
    }

    package func path(_ name: String) -> String { folder.appending(path: name).path }

    package func write(_ text: String, to name: String) throws {
        try Data(text.utf8).write(to: folder.appending(path: name))
    }

    package func write(_ bytes: [UInt8], to name: String) throws {
        try Data(bytes).write(to: folder.appending(path: name))
    }

    /// Runs openssl in the folder.
    package func run(_ arguments: [String]) throws {
        let log = folder.appending(path: UUID().uuidString)
        let words = ["env", "-C", folder.path, "openssl"] + arguments
        guard Command(words).run(output: log.path) == 0 else {
            throw ForgeFailure(text: try text(log.lastPathComponent))
        }
    }

    package struct ForgeFailure: Error { package let text: String }

    private static func settings(listedIn index: String) -> String {
        """
        [ca]
        default_ca = own
        [own]
        database = \(index)
        new_certs_dir = .
        rand_serial = yes
        unique_subject = no
        default_md = sha256
        policy = any
        preserve = yes
        [any]
        userId = optional
        commonName = optional
        organizationalUnitName = optional
        """
    }

    private static func day(_ distance: Double) -> String {
        let format = DateFormatter()
        format.dateFormat = "yyyyMMddHHmmss'Z'"
        format.timeZone = .gmt
        return format.string(from: Date(timeIntervalSinceNow: distance * 86_400))
    }
}
