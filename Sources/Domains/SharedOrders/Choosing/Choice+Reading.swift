import JSON
import Merchants
import Vocabulary

extension Choice.Content {
    package init?(reading fields: ObjectReader, by participant: Int, _ currency: Currency) {
        let item = fields.string("item", maxLength: SharedOrderLimits.identifierLengthMax)
        let name = fields.personName("name")
        let price = fields.money("price", in: currency, required: fields.has("name"))
        let quantity =
            fields.has("quantity")
            ? fields.integer("quantity", in: 1...SharedOrderLimits.quantityMax) : 1
        let picks = fields.picks(by: participant)
        if fields.has("item") == fields.has("name") {
            fields.refuse(
                "item", "conflict", "send either an item of the menu, or a name and a price")
        }
        if fields.has("item"), fields.has("price") {
            fields.refuse(
                "price", "conflict", "an item of the menu has the menu's price: omit price")
        }
        fields.refuseUnknown()
        guard let quantity, fields.problems.isEmpty else { return nil }
        if let item {
            self.init(product: .item(item), quantity: quantity, picks: picks)
        } else if let name, let price {
            self.init(product: .free(name: name, price: price), quantity: quantity, picks: picks)
        } else {
            return nil
        }
    }
}

extension ObjectReader {
    /// Reads the options picked in each group: `{"scoop": ["vanilla"]}`.
    package func picks(by participant: Int, required: Bool = false) -> [Choice.Pick] {
        guard let groups = object("options", required: required) else { return [] }
        var picks: [Choice.Pick] = []
        if groups.node.count > SharedOrderLimits.groupsMax {
            refuse("options", "too_many", "at most \(SharedOrderLimits.groupsMax) groups")
            return []
        }
        for (name, value) in groups.node.members {
            let pointer = groups.pointer(to: name)
            guard name.utf8.count <= SharedOrderLimits.identifierLengthMax else {
                refuse("options", "too_long", "a group's name has at most 64 characters")
                continue
            }
            guard let array = ArrayReader(value, at: pointer, problems: problems) else { continue }
            guard array.count <= SharedOrderLimits.pickedMax else {
                problems.add(pointer, "too_many", "at most \(SharedOrderLimits.pickedMax)")
                continue
            }
            picks.append(
                Choice.Pick(
                    group: name,
                    options: array.strings(maxLength: SharedOrderLimits.identifierLengthMax),
                    by: participant))
        }
        return picks.sorted { $0.group < $1.group }
    }
}
