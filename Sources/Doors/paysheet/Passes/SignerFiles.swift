import Credentials
import Crypto
import Glibc
import Passes
import Vocabulary

/// The files with which a package is signed: PEM, or PKCS #12 for certificate and key.
struct SignerFiles {
    private let certificate: String
    private let key: String?
    private let intermediate: String
    private let passwordFile: String?
    private let root: String?

    static let options = ["--certificate", "--key", "--intermediate", "--password-file"]
    /// The variable that may hold the password if no file does.
    static let passwordVariable = "PAYSHEET_PASS_PASSWORD"

    init(_ words: CommandOptions) throws {
        guard let certificate = words["--certificate"], let intermediate = words["--intermediate"]
        else { throw Command.misused("pass") }
        self.certificate = certificate
        self.intermediate = intermediate
        key = words["--key"]
        passwordFile = words["--password-file"]
        root = words["--root"]
    }

    /// All files that are read.
    var paths: [String] {
        [certificate, intermediate] + [key, passwordFile, root].compactMap(\.self)
    }

    func identity(for kind: SignerKind, at seconds: Int64) throws -> SigningIdentity {
        let bytes = try Self.read(certificate)
        let (own, key) = try pair(bytes)
        guard let issuer = Self.certificate(try Self.read(intermediate)) else {
            throw CommandFailure.failed("\(intermediate): not a certificate in PEM or DER")
        }
        let examine = ExamineSigner(kind, under: try root.map(Self.root), at: seconds)
        switch examine(own, key, issuer) {
        case .good(let identity): return identity
        case .bad(let faults):
            try CommandFailure.refuse(faults.map(\.explanation), of: certificate)
            throw CommandFailure.failed("\(certificate): this certificate cannot sign")
        }
    }

    static func root(_ path: String) throws -> Issuer {
        guard let certificate = certificate(try read(path)) else {
            throw CommandFailure.failed("\(path): not a certificate in PEM or DER")
        }
        guard certificate.isSelfIssued else {
            throw CommandFailure.failed(
                "\(path): not a root certificate, but issued by \(certificate.issuerText.printable)"
            )
        }
        return Issuer(certificate)
    }

    private func pair(_ bytes: [UInt8]) throws -> (Certificate, PrivateKey) {
        guard let key else { return try opened(bytes) }
        guard let own = Self.certificate(bytes) else {
            throw CommandFailure.failed(
                "\(certificate): not a certificate in PEM or DER; for a PKCS #12 file, omit --key"
            )
        }
        var text = try Self.read(key)
        defer { text.wipe() }
        let pem = Secret(text)
        if let plain = PrivateKey(pem: pem) { return (own, plain) }
        guard String(decoding: text, as: UTF8.self).contains("ENCRYPTED") else {
            throw CommandFailure.failed("\(key): not a private key in PEM")
        }
        guard let sealed = PrivateKey(pem: pem, passphrase: try password(of: key)) else {
            throw CommandFailure.failed("\(key): the password is wrong")
        }
        return (own, sealed)
    }

    private func opened(_ bytes: [UInt8]) throws -> (Certificate, PrivateKey) {
        if Self.certificate(bytes) != nil {
            throw CommandFailure.usage("--key is required: the private key of \(certificate)")
        }
        do {
            let file = try PKCS12(bytes, password: try password(of: certificate))
            return (file.certificate, file.key)
        } catch let fault as PKCS12.Fault {
            switch fault {
            case .notPKCS12:
                throw CommandFailure.failed(
                    "\(certificate): neither a certificate nor a PKCS #12 file")
            case .wrongPassword:
                throw CommandFailure.failed("\(certificate): the password is wrong")
            case .incomplete:
                throw CommandFailure.failed(
                    "\(certificate): lacks the certificate or its key: export both together")
            }
        }
    }

    /// Reads the password from a file, the environment or the terminal; never from the command
    /// line, which other users can read.
    private func password(of path: String) throws -> Secret {
        if let passwordFile {
            var bytes = try InputFile(path: passwordFile).read(bytesMax: Self.passwordBytesMax)
            while bytes.last == UInt8(ascii: "\n") || bytes.last == UInt8(ascii: "\r") {
                bytes.removeLast()
            }
            return Secret(wiping: &bytes)
        }
        if let text = getenv(Self.passwordVariable) {
            var bytes = Array(String(cString: text).utf8)
            return Secret(wiping: &bytes)
        }
        guard isatty(STDIN_FILENO) == 1, let typed = getpass("Password of \(path): ") else {
            throw CommandFailure.usage(
                "\(path) requires a password: use --password-file FILE or \(Self.passwordVariable)")
        }
        let count = strlen(typed)
        defer { memset(typed, 0, count) }
        var bytes = Array(UnsafeRawBufferPointer(start: typed, count: count))
        return Secret(wiping: &bytes)
    }

    private static func certificate(_ bytes: [UInt8]) -> Certificate? {
        Certificate(pem: bytes) ?? Certificate(der: bytes)
    }

    private static func read(_ path: String) throws -> [UInt8] {
        try InputFile(path: path).read(bytesMax: bytesMax)
    }

    /// Some ten times the size of such files.
    private static let bytesMax = 256 * 1024
    private static let passwordBytesMax = 1_024
}
