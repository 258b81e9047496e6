/// A payment token that was verified and decrypted, on its way to a processor.
package struct OpenedToken: Hashable, Sendable {
    package let payload: TokenPayload
    /// Apple's name for the payment, in lower-case hexadecimal digits: one token has one.
    package let transactionIdentifier: String
    /// SHA-256 of what the request had as its application data, if it had any.
    package let applicationData: [UInt8]?

    package init(_ token: PaymentToken, _ payload: TokenPayload) {
        self.payload = payload
        transactionIdentifier = token.transactionIdentifierText
        applicationData = token.applicationData
    }

    package static func == (one: OpenedToken, other: OpenedToken) -> Bool {
        one.transactionIdentifier == other.transactionIdentifier
    }

    package func hash(into hasher: inout Hasher) { hasher.combine(transactionIdentifier) }
}
