import Vocabulary

/// The reason that the server refuses a call to a checkout.
package enum CheckoutRefusal: Error, Equatable, Sendable {
    case notFound
    /// The client secret was rotated.
    case secretOutdated
    /// Canceled, failed, expired, or already paid.
    case notOpen(CheckoutSession.State)
    /// A payment is being authorized, or a charge that succeeded too late is being voided: for at
    /// most this many more seconds. Then any caller may finish it.
    case authorizing(secondsLeft: Int)
    /// The sheet showed another version than the checkout's current one.
    case staleVersion(given: Int, current: Int)
    /// The merchant's settings changed during the call: read them again and repeat.
    case settingsChanged
    /// The browser's payment sheet cannot show every charge, or opens only with a later version.
    case clientVersionTooLow(minimum: Int)
    /// This merchant's processor takes no simulated tokens.
    case simulatedTokenForLiveMerchant
    /// The token was signed more than five minutes before or after its arrival.
    case tokenStale
    /// The token was made for a sheet with other application data.
    case tokenOfOtherRequest
    case tokenOfOtherCurrency(Currency)
    /// The token is not for the last total that the sheet received.
    case tokenOfOtherAmount
    /// Another attempt already used Apple's transaction identifier.
    case tokenUsed
    /// No processor is set up for this merchant.
    case noProcessor
    /// An amount is larger than the largest that can be stored.
    case totalOutOfRange
    /// The amount to authorize exceeds the checkout's `maximumAmount`.
    case exceedsMaximumAmount
    /// No payment is authorized, so there is no contact to open an account with.
    case notAuthorized
    /// The sheet asked for no contact, so there is nothing to open an account with.
    case noContact
    /// Balances cannot pay alone when a card has to be saved for later charges.
    case cardNeeded
}
