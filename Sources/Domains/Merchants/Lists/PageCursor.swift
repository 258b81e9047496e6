import Vocabulary

/// The last row of a page as clients name it: the next page begins after it.
package protocol PageCursor: Sendable {
    init?(_ text: String)
    var text: String { get }
    /// False for a row of another merchant.
    func belongs(to merchant: MerchantNumber) -> Bool
    /// The last row that a scan examined; nil for a type whose lists are never scanned.
    init?(scanned uuid: UUID128, of merchant: MerchantNumber)
}

extension PageCursor {
    package func belongs(to merchant: MerchantNumber) -> Bool { true }
    package init?(scanned uuid: UUID128, of merchant: MerchantNumber) { return nil }
}

extension Identifier: PageCursor {
    package func belongs(to merchant: MerchantNumber) -> Bool { self.merchant == merchant }

    package init(scanned uuid: UUID128, of merchant: MerchantNumber) {
        self.init(merchant: merchant, uuid: uuid)
    }
}
