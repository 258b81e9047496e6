import Crypto
import JSON
import Processors
import Vocabulary

/// Opens a payment token by hand: prints what is inside with the number masked, or the one check that failed.
struct TokenOpen {
    private var token: String?
    private var key: String?
    private var merchantIdentifier: String?
    private var root = "AppleRootCA-G3.pem"
    private var moment: Instant?
    private var times: Int?

    init(_ arguments: [String]) throws {
        var rest = arguments[...]
        guard rest.popFirst() == "open" else { throw Command.misused("token") }
        while let word = rest.popFirst() {
            guard let value = rest.popFirst() else {
                throw CommandFailure.usage("\(word) takes a value; see paysheet token --help")
            }
            switch word {
            case "--token": token = value
            case "--key": key = value
            case "--merchant-id": merchantIdentifier = value
            case "--root": root = value
            case "--at":
                guard let given = Instant(rfc3339: value) else {
                    throw CommandFailure.usage("--at takes a time, as 2026-05-04T10:06:00Z")
                }
                moment = given
            case "--times":
                guard let given = Int(value), 1...1_000_000 ~= given else {
                    throw CommandFailure.usage("--times takes a number from 1 to 1000000")
                }
                times = given
            default: throw CommandFailure.usage("'\(word)' is not expected here")
            }
        }
    }

    func callAsFunction() throws {
        guard let token, let key, let merchantIdentifier else { throw Command.misused("token") }
        var pem = try Self.read(key)
        guard let secret = PrivateKey(pem: Secret(wiping: &pem)),
            let processing = ProcessingKey(secret, merchantIdentifier: merchantIdentifier)
        else {
            throw CommandFailure.failed(
                "\(key): no private key of a curve or of RSA in PEM, without a pass phrase")
        }
        let open = OpenToken(trust: try trust())
        let seconds = (moment ?? World.now()).microseconds / 1_000_000
        do {
            let data = try Self.paymentData(in: try Self.read(token))
            let read = try PaymentToken(reading: data)
            if let times {
                return try TokenCosts(times, data, [processing], open.trust.roots, seconds).say()
            }
            let opened = try open(read, with: [processing], at: seconds)
            try opened.demandFresh(at: seconds)
            sayJSON { opened.payload.write(to: &$0, of: read) }
        } catch let fault as TokenFault {
            throw CommandFailure.failed("the token is refused: \(fault.explanation)")
        }
    }

    private func trust() throws -> TokenTrust {
        guard let certificate = Certificate(pem: try Self.read(root)) else {
            throw CommandFailure.failed("\(root): no certificate in PEM")
        }
        if let trust = TokenTrust(root: certificate) { return trust }
        complain(
            "\(root) is not Apple Root CA - G3, but \(Hex.encode(certificate.fingerprint)): believed here "
                + "because you named it, and by no server")
        guard let trust = TokenTrust(root: certificate, pinned: certificate.fingerprint) else {
            throw CommandFailure.failed("\(root): it is not what its fingerprint says")
        }
        return trust
    }

    /// Web's object, alone or inside the token or the payment; or native's bytes in Base64.
    private static func paymentData(in bytes: [UInt8]) throws -> Node {
        var bytes = bytes
        let text = String(decoding: bytes, as: UTF8.self).filter { !$0.isWhitespace }
        if let decoded = Base64.standard.decode(text), !decoded.isEmpty { bytes = decoded }
        guard let document = try? Document.parse(bytes) else {
            throw CommandFailure.failed("the token's file is neither JSON nor JSON in Base64")
        }
        let root = document.root
        let token = root["payment"]?["token"] ?? root["token"] ?? root
        return token["paymentData"] ?? token
    }

    private static func read(_ path: String) throws -> [UInt8] {
        try InputFile(path: path).read(bytesMax: bytesMax)
    }

    /// Ten times what a token in a payment has.
    private static let bytesMax = 256 * 1024
}

extension TokenPayload {
    /// For an operator: of the number its end, of the cryptogram that there is one.
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
