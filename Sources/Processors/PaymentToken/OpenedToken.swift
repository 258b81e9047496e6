/// A payment token that was verified and decrypted, on its way to a processor.
package struct OpenedToken: Hashable, Sendable {
    package let payload: TokenPayload
    /// Apple's name for the payment, in lower-case hexadecimal digits: one token has one.
    package let transactionIdentifier: String
    /// SHA-256 of what the request had as its application data, if it had any.
    package let applicationData: [UInt8]?

    /// When the device's payment was signed, in seconds since 1970.
    package let signed: Int64

    init(_ token: PaymentToken, _ payload: TokenPayload, signed: Int64) {
        self.signed = signed
        self.payload = payload
        transactionIdentifier = token.transactionIdentifierText
        applicationData = token.applicationData
    }

    /// Seconds between the signature and its receipt: a token that is older is one that somebody kept.
    package static let ageMax: Int64 = 300

    /// - Parameter seconds: the time of receipt, since 1970.
    package func demandFresh(at seconds: Int64) throws(TokenFault) {
        guard abs(seconds - signed) <= Self.ageMax else { throw .stale }
    }

    package static func == (one: OpenedToken, other: OpenedToken) -> Bool {
        one.transactionIdentifier == other.transactionIdentifier
    }

    package func hash(into hasher: inout Hasher) { hasher.combine(transactionIdentifier) }
}
