import Vocabulary

/// The reason why a balance refuses an operation.
package enum BalanceRefusal: Error, Equatable, Sendable {
    case notFound
    /// No balance of the merchant has this code; the answer is the same if another merchant's has
    /// it.
    case unknownCode
    /// Another balance of the merchant has the code.
    case codeTaken
    /// The merchant has no such customer.
    case unknownCustomer
    case expired
    case frozen
    case otherCurrency(given: Currency, held: Currency)
    /// The amount would suffice, but holds reserve a part of it.
    case held(available: Money, shortfall: Money)
    case insufficient(available: Money, shortfall: Money)
    /// The hold belongs to a checkout; only the checkout may capture or release it.
    case heldByCheckout
    /// The hold was captured or released, or has expired.
    case holdEnded
    /// The amount is larger than the hold.
    case exceedsHold
    /// The balance would exceed the largest amount that can be stored.
    case outOfRange
}
