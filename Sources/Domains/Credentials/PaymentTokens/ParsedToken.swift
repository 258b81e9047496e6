import Crypto
import JSON
import Merchants
import Processors
import Vocabulary

/// A payment token as read from a request, before it is decrypted.
package enum ParsedToken: Sendable {
    /// A token in which nothing is encrypted.
    case simulated(PaymentInstrument)
    case encrypted(PaymentToken, card: CardDisplay)

    /// Reads a token, and reports every error of its form to the reader.
    package init?(reading token: ObjectReader, merchantIsLive: Bool) {
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
                "paymentData", "simulated_token", "only test merchants accept simulated tokens")
            return nil
        case .encrypted(let read, _) where name.map(read.isNamed) == false:
            token.refuse(
                "transactionIdentifier", "token_malformed",
                "differs from the transactionIdentifier in paymentData's header")
            return nil
        case .simulated, .encrypted: return
        }
    }
}

/// The forms of `paymentData`.
private enum TokenData {
    /// Absent, null, `""`, `{}` or only empty texts, as Apple's simulator sends it.
    case empty
    /// `{"sandbox": {…}}`.
    case sandbox(SimulatedToken)
    /// The object from the web, or an app's bytes in Base64.
    case encrypted(PaymentToken)

    init?(reading token: ObjectReader) {
        guard !Self.contentMembers.contains(where: token.has) else {
            token.refuse(
                "paymentData", "token_malformed", "this belongs in paymentData: move it there"
            )
            return nil
        }
        guard let node = token.node("paymentData") else {
            // A misspelled member must not make a real token pass for one of the simulator's.
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
                    "paymentData", "token_malformed", "a JSON object, or its bytes in Base64")
                return nil
            }
            self.init(encrypted: document.root, token)
            return
        }
        guard let data = token.object("paymentData") else { return nil }
        if data.has("sandbox") {
            // A token must not pass for decrypted when the server has not decrypted it; a
            // simulator's data is empty.
            guard data.node("data")?.string?.isEmpty != false else {
                token.refuse(
                    "paymentData", "token_malformed",
                    "an encrypted token must not contain `sandbox`: remove it")
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

    /// Members of `paymentData`; a token that has them itself lacks a level.
    private static let contentMembers: [StaticString] = ["version", "data", "signature", "header"]

    /// True if a token without `paymentData` has only the members that Apple's tokens also have.
    private static func isOfSimulator(_ token: Node) -> Bool {
        token.members.allSatisfy {
            ["transactionIdentifier", "paymentMethod", "paymentData"].contains($0.key)
        }
    }

    /// True if it contains only empty texts, as a token of Apple's simulator does.
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
        let later = SimulatedOperations(
            capture: sandbox.choice("capture"), increment: sandbox.choice("increment"),
            refund: sandbox.choice("refund"), dispute: sandbox.choice("dispute"),
            milliseconds: sandbox.integer(
                "settleMilliseconds", in: SimulatedOperations.milliseconds),
            holdSeconds: sandbox.integer("holdSeconds", in: SimulatedOperations.holdSeconds))
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
