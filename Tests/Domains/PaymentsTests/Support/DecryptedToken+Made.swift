import CartSupport
import Crypto
import JSON
import Vocabulary

@testable import Processors

extension DecryptedToken {
    /// A decrypted device token, by default for ten dollars.
    static func made(
        signed: Int64, amount: Int64 = 1_000, currency: Currency = Currency("USD")!,
        said: String? = nil
    ) throws -> DecryptedToken {
        let data = said.map { ",\"applicationData\":\"\(Hex.encode(SHA256.hash($0)))\"" } ?? ""
        let hash = Base64.standard.encode(Random.bytes(32))
        let token = try Document.parse(
            Array(
                """
                {"version":"EC_v1","data":"AAAA","signature":"AAAA","header":{
                 "ephemeralPublicKey":"AAAA","publicKeyHash":"\(hash)",
                 "transactionId":"\(Hex.encode(Random.bytes(32)))"\(data)}}
                """.utf8))
        let payload = try Document.parse(
            Array(
                """
                {"applicationPrimaryAccountNumber":"4000000000004320",
                 "applicationExpirationDate":"311231","currencyCode":"\(currency.number)",
                 "transactionAmount":\(amount),"paymentDataType":"3DSecure",
                 "paymentData":{"onlinePaymentCryptogram":"AAECAwQFBgcICQoLDA0ODxAREhM="}}
                """.utf8))
        return DecryptedToken(
            try PaymentToken(reading: token.root), try TokenPayload(reading: payload.root),
            signed: signed)
    }
}
