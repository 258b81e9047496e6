/// A verified and decrypted payment token, ready to be sent to a processor.
package struct DecryptedToken: Hashable, Sendable {
    package let payload: TokenPayload
    /// Apple's identifier of the payment, in lowercase hexadecimal digits: one for each token.
    package let transactionIdentifier: String
    /// SHA-256 of the request's application data; nil if it had none.
    package let applicationData: [UInt8]?

    /// The time at which the device signed the payment, in seconds since 1970.
    package let signed: Int64

    init(_ token: PaymentToken, _ payload: TokenPayload, signed: Int64) {
        self.signed = signed
        self.payload = payload
        transactionIdentifier = token.transactionIdentifierText
        applicationData = token.applicationData
    }

    /// Maximum seconds between signature and receipt: an older token may have been intercepted and
    /// stored.
    package static let ageMax: Int64 = 300

    /// - Parameter seconds: the time of receipt, since 1970.
    package func requireFresh(at seconds: Int64) throws(TokenFault) {
        guard abs(seconds - signed) <= Self.ageMax else { throw .stale }
    }

    package static func == (one: DecryptedToken, other: DecryptedToken) -> Bool {
        one.transactionIdentifier == other.transactionIdentifier
    }

    package func hash(into hasher: inout Hasher) { hasher.combine(transactionIdentifier) }
}
