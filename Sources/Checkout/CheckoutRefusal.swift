import Vocabulary

/// Why a checkout does not do what it is asked. In order of precedence.
package enum CheckoutRefusal: Error, Equatable, Sendable {
    case notFound
    /// The client secret was rotated.
    case secretOutdated
    /// Canceled, failed, expired, or paid already.
    case notOpen(Sheet.State)
    /// A payment is being authorised, for so many seconds more at most: then anyone may finish it.
    case authorizing(secondsLeft: Int)
    /// The sheet showed another version than the last one.
    case staleVersion(given: Int, current: Int)
    /// The merchant's settings changed under way: read them again and repeat.
    case settingsChanged
    /// What the processor of this merchant does not take.
    case simulatedTokenForLiveMerchant
    /// The token was signed more than five minutes before or after it came.
    case tokenStale
    /// The token was made for a sheet with other application data.
    case tokenOfOtherRequest
    case tokenOfOtherCurrency(Currency)
    /// The token is not for the last total that the sheet was given.
    case tokenOfOtherAmount
    /// Apple's name of the payment is another try's already.
    case tokenUsed
    /// No processor is set up for this merchant.
    case noProcessor
    /// The total does not fit in what can be counted.
    case totalOutOfRange
    /// The total needs more than the maximum that the checkout allows.
    case exceedsMaximumAmount
    /// A payment has not been authorised, so there is no contact to open an account with.
    case notAuthorized
    /// The sheet asked for no contact, so there is nothing to open an account with.
    case noContact
    /// Balances cannot pay what a card is to pay again later.
    case cardNeeded
}
