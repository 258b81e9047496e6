import Crypto
import JSON
import Vocabulary

/// The decrypted content of a payment token (docs/rules/apple.md#5.4).
///
/// The account number and the cryptogram go to the processor and nowhere else.
package struct TokenPayload: Sendable {
    /// The account number of the device, or of the merchant token.
    package let accountNumber: Secret
    /// `YYMMDD`.
    package let expires: String
    /// ISO 4217, three digits.
    package let currencyNumber: String
    /// In minor units.
    package let amount: Int64
    package let proof: Proof
    /// Apple's identifier of a merchant token, which outlives the device; nil for a device token.
    package let merchantTokenIdentifier: String?
    /// The last four digits of the account number, which may be shown to the buyer.
    package let lastFour: String

    package enum Proof: Sendable {
        /// Valid for one use; the indicator is passed on if there is one.
        case threeDSecure(cryptogram: Secret, indicator: String?)
        case emv(Secret)
    }

    init(reading node: Node) throws(TokenFault) {
        let text = { (name: String, range: ClosedRange<Int>) throws(TokenFault) -> String in
            guard let text = node[name]?.string, range ~= text.utf8.count else {
                throw .unreadable(name)
            }
            return text
        }
        let number = try text("applicationPrimaryAccountNumber", 8...19)
        guard number.hasOnlyASCIIDigits else {
            throw .unreadable("applicationPrimaryAccountNumber")
        }
        var digits = Array(number.utf8)
        lastFour = String(number.suffix(4))
        accountNumber = Secret(wiping: &digits)
        expires = try text("applicationExpirationDate", 6...6)
        currencyNumber = try text("currencyCode", 3...3)
        guard let amount = node["transactionAmount"]?.int64, amount >= 0 else {
            throw .unreadable("transactionAmount")
        }
        self.amount = amount
        // An identifier that is not in Apple's form is useless, but no reason to refuse the
        // payment.
        merchantTokenIdentifier = node["merchantTokenIdentifier"]?.string
            .flatMap(MerchantTokenIdentifier.read)
        proof = try Proof(
            reading: node["paymentData"], kind: try text("paymentDataType", 3...16))
    }
}

extension TokenPayload.Proof {
    fileprivate init(reading node: Node?, kind: String) throws(TokenFault) {
        let secret = { (name: String) throws(TokenFault) -> Secret in
            guard let text = node?[name]?.string, !text.isEmpty else { throw .unreadable(name) }
            return Secret(Array(text.utf8))
        }
        switch kind {
        case "3DSecure":
            self = .threeDSecure(
                cryptogram: try secret("onlinePaymentCryptogram"),
                indicator: node?["eciIndicator"]?.string)
        case "EMV": self = .emv(try secret("emvData"))
        default: throw .unreadable("paymentDataType")
        }
    }
}
