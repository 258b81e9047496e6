import Vocabulary

/// Why a balance does not do what it is asked. In order of precedence.
package enum BalanceRefusal: Error, Equatable, Sendable {
    case notFound
    /// No balance has this code; the same answer as for another merchant's.
    case unknownCode
    /// Another balance of the merchant has the code.
    case codeTaken
    /// The merchant has no such customer.
    case unknownCustomer
    case expired
    case frozen
    case otherCurrency(given: Currency, held: Currency)
    /// Enough is there, but promised elsewhere.
    case held(available: Money, shortfall: Money)
    case insufficient(available: Money, shortfall: Money)
    /// The hold is a checkout's, which alone may take or release it.
    case heldByCheckout
    /// The hold was captured, released, or has expired.
    case holdEnded
    /// More than the hold has.
    case exceedsHold
    /// The balance would hold more than can be counted.
    case outOfRange
}
