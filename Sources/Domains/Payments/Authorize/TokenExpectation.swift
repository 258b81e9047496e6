import Carts
import Checkouts
import Crypto
import Processors
import Vocabulary

/// Checks that an opened token is for this sheet (docs/rules/apple.md#5.4; docs/rules/money.md#6):
/// the device signed the amount and data that it showed.
struct TokenExpectation: Sendable {
    let currency: Currency
    /// The last total that the sheet received.
    let total: Money
    /// As in the request, in Base64.
    let applicationData: String?

    init(_ session: CheckoutSession) {
        currency = session.total.currency
        total = session.total
        applicationData = session.request.applicationData
    }

    func requireMet(by token: DecryptedToken, at now: Instant) throws(CheckoutRefusal) {
        guard (try? token.requireFresh(at: now.microseconds / 1_000_000)) != nil else {
            throw .tokenStale
        }
        let expected = applicationData.flatMap { Base64.standard.decode($0) }.map {
            SHA256.hash($0)
        }
        guard token.applicationData == expected else { throw .tokenOfOtherRequest }
        guard token.payload.currencyNumber == currency.number else {
            throw .tokenOfOtherCurrency(currency)
        }
        guard token.payload.amount == total.minorUnits else { throw .tokenOfOtherAmount }
    }
}
