import Credentials
import Crypto
import JSON
import Merchants
import Processors
import Vocabulary

/// What a payment token says about itself, before it is opened.
enum ReadToken: Sendable {
    /// Nothing is to be decrypted.
    case simulated(PaymentInstrument)
    case encrypted(PaymentToken, card: CardDisplay)

    /// Whatever is wrong with its form is told to the reader.
    init?(reading token: ObjectReader, merchantIsLive: Bool) {
        let name = token.string("transactionIdentifier", maxLength: 128)
        let method = token.object("paymentMethod")
        let card = CardDisplay(
            network: method?.string("network", maxLength: 64),
            displayName: method?.string("displayName", maxLength: 256))
        guard let data = TokenData(reading: token) else { return nil }
        switch data {
        case .encrypted(let token): self = .encrypted(token, card: card)
        case .empty: self = .simulated(.simulated(SimulatedToken(), card: card))
        case .sandbox(let read): self = .simulated(.simulated(read, card: card))
        }
        switch self {
        case .simulated where merchantIsLive:
            token.refuse(
                "paymentData", "simulated_token", "only test merchants take simulated tokens")
            return nil
        case .encrypted(let read, _) where name.map(read.isNamed) == false:
            token.refuse(
                "transactionIdentifier", "token_malformed", "not the one of paymentData's header")
            return nil
        case .simulated, .encrypted: return
        }
    }
}

/// What `paymentData` looks like.
private enum TokenData {
    /// Absent, null, `""`, `{}` or nothing but empty texts: what Apple's simulator sends.
    case empty
    /// `{"sandbox": {…}}`.
    case sandbox(SimulatedToken)
    /// Web's object, or native's bytes in Base64.
    case encrypted(PaymentToken)

    init?(reading token: ObjectReader) {
        guard !Self.contentMembers.contains(where: token.has) else {
            token.refuse(
                "paymentData", "token_malformed", "this is the content of paymentData: put it there"
            )
            return nil
        }
        guard let node = token.node("paymentData") else {
            // Nothing is to pass for a token of the simulator's because of a slip of the pen.
            guard Self.isOfSimulator(token.node) else {
                token.refuse("paymentData", "required", "this member is required")
                return nil
            }
            self = .empty
            return
        }
        guard node.string != "" else {
            self = .empty
            return
        }
        if let text = node.string {
            guard text.utf8.count <= PaymentToken.bytesMax,
                let bytes = Base64.standard.decode(text),
                let document = try? Document.parse(bytes)
            else {
                token.refuse(
                    "paymentData", "token_malformed", "an object, or its JSON's bytes in Base64")
                return nil
            }
            self.init(encrypted: document.root, token)
            return
        }
        guard let data = token.object("paymentData") else { return nil }
        if data.has("sandbox") {
            // Nobody is to believe that a token was decrypted which nobody has looked at; a simulator's is empty.
            guard data.node("data")?.string?.isEmpty != false else {
                token.refuse(
                    "paymentData", "token_malformed",
                    "an encrypted token has no `sandbox`: take that away")
                return nil
            }
            guard let read = SimulatedToken(reading: data) else { return nil }
            self = .sandbox(read)
        } else if Self.isEmpty(node) {
            self = .empty
        } else {
            self.init(encrypted: node, token)
        }
    }

    private init?(encrypted node: Node, _ token: ObjectReader) {
        do throws(TokenFault) {
            self = .encrypted(try PaymentToken(reading: node))
        } catch {
            token.refuse("paymentData", error.code, error.detail)
            return nil
        }
    }

    /// What is inside `paymentData`; where it stands beside it, somebody has left out a level.
    private static let contentMembers: [StaticString] = ["version", "data", "signature", "header"]

    /// Whether a token without `paymentData` has nothing but what Apple's have besides.
    private static func isOfSimulator(_ token: Node) -> Bool {
        token.members.allSatisfy {
            ["transactionIdentifier", "paymentMethod", "paymentData"].contains($0.key)
        }
    }

    /// Whether nothing is in it but empty texts, as in a token of Apple's simulator.
    private static func isEmpty(_ node: Node) -> Bool {
        node.kind == .object
            && node.members.allSatisfy {
                $0.value.string == "" || $0.value.kind == .object && isEmpty($0.value)
            }
    }
}

extension SimulatedToken {
    fileprivate init?(reading data: ObjectReader) {
        guard let sandbox = data.object("sandbox") else { return nil }
        let before = sandbox.problems.count
        let outcome: SimulatedOutcome? = sandbox.choice("outcome")
        let delay = sandbox.integer(
            "delayMilliseconds", in: SimulatedToken.delayMilliseconds)
        let country = sandbox.country("issuingCountry")
        let later = SimulatedSettlements(
            capture: sandbox.choice("capture"), increment: sandbox.choice("increment"),
            refund: sandbox.choice("refund"), dispute: sandbox.choice("dispute"),
            milliseconds: sandbox.integer(
                "settleMilliseconds", in: SimulatedSettlements.milliseconds),
            holdSeconds: sandbox.integer("holdSeconds", in: SimulatedSettlements.holdSeconds))
        let renewals = sandbox.choices(
            "renewals", of: SimulatedOutcome.self, maxCount: SimulatedToken.renewalsMax)
        let isMerchantToken = sandbox.bool("merchantToken") ?? true
        sandbox.refuseUnknown()
        guard sandbox.problems.count == before else { return nil }
        self.init(
            outcome: outcome, delayMilliseconds: delay, issuingCountry: country, later: later,
            renewals: renewals ?? [], isMerchantToken: isMerchantToken)
    }
}

extension TokenFault {
    /// One code for whatever may have been forged: the sentence says which check it was.
    var code: String {
        switch self {
        case .unknownVersion, .malformed, .unreadable: "token_malformed"
        case .unknownKey: "token_key_unknown"
        case .notASignature, .wrongCertificates, .untrustedChain, .wrongSigner, .badSignature:
            "token_untrusted"
        case .stale: "token_stale"
        case .notDecrypted: "token_not_decrypted"
        }
    }

    /// The operator's sentence, but where it is the merchant who has more keys than one and can store another.
    var detail: String {
        guard self == .unknownKey else { return explanation }
        return "none of the merchant's paymentProcessing certificates has this `publicKeyHash`: "
            + "store the one that has it with POST /v1/certificates"
    }
}

extension Problem {
    init(_ refusal: CredentialsDesk.Refusal) {
        let (code, detail) =
            switch refusal {
            case .notSupported:
                (
                    "token_not_supported",
                    "the server's operator has not named Apple's root certificate"
                )
            case .fault(let fault): (fault.code, fault.detail)
            }
        self = .badFields([
            FieldProblem(pointer: "/payment/token/paymentData", code: code, detail: detail)
        ])
    }
}
