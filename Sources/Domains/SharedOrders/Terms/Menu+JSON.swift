import JSON
import Merchants
import Vocabulary

extension Menu {
    init?(reading fields: ObjectReader, in currency: Currency?) {
        let array = fields.array("menu", minCount: 1, maxCount: SharedOrderLimits.itemsMax)
        let items = array?.objects { MenuItem(reading: $0, in: currency) } ?? []
        if let array, items.count == array.count {
            array.refuseRepeated(items.map(\.id))
        }
        let free = fields.object("freeItems")
        let maximum = free?.money("maximumPrice", in: currency, required: true, atLeast: 1)
        free?.refuseUnknown()
        if array == nil, !fields.has("menu"), free == nil, !fields.has("freeItems") {
            fields.refuse("menu", "required", "send menu, freeItems or both")
        }
        guard array.map({ $0.count == items.count }) ?? true else { return nil }
        self.init(items: items, freeItemMaximum: maximum)
    }

    func write(membersTo writer: inout Writer) {
        if !items.isEmpty { writer.array("menu", items) { $0.write(to: &$1) } }
        if let freeItemMaximum {
            writer.object("freeItems") { $0.member("maximumPrice", freeItemMaximum) }
        }
    }
}

extension ObjectReader {
    /// An identifier of the merchant's own, which may appear in URLs and JSON members.
    func plainName(_ key: StaticString, required: Bool = true) -> String? {
        value(
            key, maxLength: SharedOrderLimits.identifierLengthMax, required: required,
            detail: "letters, digits, ., _ and -"
        ) { text in
            let isPlain = text.utf8.allSatisfy { byte in
                byte.isASCIIAlphanumeric || byte == UInt8(ascii: ".")
                    || byte == UInt8(ascii: "_") || byte == UInt8(ascii: "-")
            }
            return isPlain && !text.isEmpty ? text : nil
        }
    }
}

extension ArrayReader {
    /// Refuses each name that appeared before.
    func refuseRepeated(_ names: [String]) {
        var seen: Set<String> = []
        for (index, name) in names.enumerated() where !seen.insert(name).inserted {
            refuse(index, "id", "duplicate", "an earlier element already has this id")
        }
    }
}
