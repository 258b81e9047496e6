import Crypto
import Glibc
import JSON
import Processors
import Vocabulary

/// Opens a payment token by hand: prints its content with the number masked, or the check that
/// failed.
struct TokenOpen {
    private let token: String
    private let key: String
    private let merchantIdentifier: String
    private let root: String?
    private var moment: Instant?
    private let times: Int?

    /// The file with Apple's root, unless the user names another one.
    private static let defaultRoot = "AppleRootCA-G3.pem"

    init(_ arguments: [String]) throws {
        guard arguments.first == "open" else { throw Command.misused("token") }
        let words = try CommandOptions(
            Array(arguments.dropFirst()), of: "token",
            known: ["--token", "--key", "--merchant-id", "--root", "--at", "--times"])
        guard words.others.isEmpty, let token = words["--token"], let key = words["--key"],
            let merchant = words["--merchant-id"], !merchant.isEmpty
        else { throw Command.misused("token") }
        self.token = token
        self.key = key
        merchantIdentifier = merchant
        root = words["--root"]
        if let text = words["--at"] {
            guard let given = Instant(rfc3339: text) else {
                throw CommandFailure.usage("--at takes a time, such as 2026-05-04T10:06:00Z")
            }
            moment = given
        }
        times = try words.times()
    }

    func callAsFunction() throws {
        var pem = try Self.read(key)
        guard let secret = PrivateKey(pem: Secret(wiping: &pem)),
            let processing = ProcessingKey(secret, merchantIdentifier: merchantIdentifier)
        else {
            throw CommandFailure.failed(
                "\(key): not an EC or RSA private key in PEM without a passphrase")
        }
        let open = DecryptToken(trust: try trust())
        let seconds = (moment ?? World.now()).microseconds / 1_000_000
        do {
            let data = try Self.paymentData(in: try Self.read(token))
            let read = try PaymentToken(reading: data)
            if let times {
                return try TokenCosts(times, data, [processing], open.trust.roots, seconds)
                    .printLine()
            }
            let opened = try open(read, with: [processing], at: seconds)
            try opened.requireFresh(at: seconds)
            printJSON { opened.payload.write(to: &$0, of: read) }
        } catch let fault as TokenFault {
            throw CommandFailure.failed("the token is rejected: \(fault.explanation)")
        }
    }

    private func trust() throws -> TokenTrust {
        let root = self.root ?? Self.defaultRoot
        guard self.root != nil || access(root, R_OK) == 0 else {
            throw CommandFailure.usage(
                "--root takes Apple Root CA - G3 in PEM, because \(root) is missing: "
                    + "download it from apple.com/certificateauthority")
        }
        guard let certificate = Certificate(pem: try Self.read(root)) else {
            throw CommandFailure.failed("\(root): not a certificate in PEM")
        }
        if let trust = TokenTrust(root: certificate) { return trust }
        printError(
            "\(root) is not Apple Root CA - G3, but \(Hex.encode(certificate.fingerprint)): "
                + "trusted here "
                + "because of --root, but not by any server")
        guard let trust = TokenTrust(root: certificate, pinned: certificate.fingerprint) else {
            throw CommandFailure.failed("\(root): the certificate does not match its fingerprint")
        }
        return trust
    }

    /// The object from the web, alone or inside the token or the payment; or an app's bytes in
    /// Base64.
    private static func paymentData(in bytes: [UInt8]) throws -> Node {
        var bytes = bytes
        let text = String(decoding: bytes, as: UTF8.self).filter { !$0.isWhitespace }
        if let decoded = Base64.standard.decode(text), !decoded.isEmpty { bytes = decoded }
        guard let document = try? Document.parse(bytes) else {
            throw CommandFailure.failed("the token file is neither JSON nor JSON in Base64")
        }
        let root = document.root
        let token = root["payment"]?["token"] ?? root["token"] ?? root
        return token["paymentData"] ?? token
    }

    private static func read(_ path: String) throws -> [UInt8] {
        try InputFile(path: path).read(bytesMax: bytesMax)
    }

    /// Ten times the size of a token in a payment.
    private static let bytesMax = 256 * 1024
}

extension TokenPayload {
    /// Writes the payload for an operator: only the end of the number, and only that there is a
    /// cryptogram.
    fileprivate func write(to writer: inout Writer, of token: PaymentToken) {
        writer.object {
            $0.member("version", token.version.rawValue)
            $0.member("transactionId", token.transactionIdentifierText)
            $0.member("applicationPrimaryAccountNumber", "ends with \(lastFour)")
            $0.member("applicationExpirationDate", expires)
            $0.member("currencyCode", currencyNumber)
            $0.member("transactionAmount", amount)
            switch proof {
            case .threeDSecure(_, let indicator):
                $0.member("paymentDataType", "3DSecure")
                $0.member("eciIndicator", ifPresent: indicator)
            case .emv: $0.member("paymentDataType", "EMV")
            }
            $0.member("merchantTokenIdentifier", ifPresent: merchantTokenIdentifier)
        }
    }
}
