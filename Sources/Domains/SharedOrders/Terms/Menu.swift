import Vocabulary

/// The items of a shared order and their prices.
package struct Menu: Hashable, Sendable {
    package let items: [MenuItem]
    /// The highest price of an item that a participant names freely; nil if the order allows no
    /// such items.
    package let freeItemMaximum: Money?

    private let places: [String: Int]

    package init(items: [MenuItem], freeItemMaximum: Money?) {
        self.items = items
        self.freeItemMaximum = freeItemMaximum
        places = Dictionary(
            items.enumerated().map { ($1.id, $0) }, uniquingKeysWith: { first, _ in first })
    }

    /// The item's position on the menu.
    package func place(of item: String) -> Int? { places[item] }
}

/// One item of the menu.
package struct MenuItem: Hashable, Sendable {
    package let id: String
    package let name: String
    package let detail: String?
    package let price: Money
    package let picture: String?
    /// The number of pieces available to the whole order; nil for no limit.
    package let stock: Int64?
    package let groups: [OptionGroup]
    /// True if several people build the item, one option group each, in order.
    package let isJoint: Bool
}

/// A group of options to pick from.
package struct OptionGroup: Hashable, Sendable {
    package let id: String
    package let name: String
    package let minimum: Int
    package let maximum: Int
    package let options: [MenuOption]
}

package struct MenuOption: Hashable, Sendable {
    package let id: String
    package let name: String
    /// The amount that the option adds to the item's price.
    package let price: Money
}
