import Vocabulary

/// What can be chosen, at which prices.
package struct Menu: Hashable, Sendable {
    package let items: [MenuItem]
    /// What somebody may name that is not on it costs at most this; nothing where nobody may.
    package let freeItemMaximum: Money?

    private let places: [String: Int]

    package init(items: [MenuItem], freeItemMaximum: Money?) {
        self.items = items
        self.freeItemMaximum = freeItemMaximum
        places = Dictionary(
            items.enumerated().map { ($1.id, $0) }, uniquingKeysWith: { first, _ in first })
    }

    /// Where an item stands.
    package func place(of item: String) -> Int? { places[item] }
}

/// One thing on the menu.
package struct MenuItem: Hashable, Sendable {
    package let id: String
    package let name: String
    package let detail: String?
    package let price: Money
    /// The name of a picture of the merchant's.
    package let picture: String?
    /// How many there are for the whole order.
    package let stock: Int64?
    package let groups: [OptionGroup]
    /// Whether it is built by several people, a group each, in their order.
    package let isJoint: Bool
}

/// Options of which somebody picks.
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
    /// What it adds.
    package let price: Money
}
