import JSON
import Merchants
import Vocabulary

extension MenuItem: Writable {
    init?(reading fields: ObjectReader, in currency: Currency?) {
        let id = fields.plainName("id")
        let name = fields.label(
            "name", maxLength: SharedOrderLimits.nameLengthMax, required: true)
        let detail = fields.label(
            "description", maxLength: SharedOrderLimits.detailLengthMax)
        let price = fields.money("price", in: currency, required: true)
        let picture = fields.plainName("picture", required: false)
        let stock = fields.integer("stock", in: 0...SharedOrderLimits.stockMax)
        let array = fields.array("options", maxCount: SharedOrderLimits.groupsMax)
        let groups = array?.objects { OptionGroup(reading: $0, in: currency) } ?? []
        if let array, groups.count == array.count { array.refuseRepeated(groups.map(\.id)) }
        let isJoint = fields.bool("joint") ?? false
        if isJoint, groups.count < 2 {
            fields.refuse("options", "too_few", "a joint item must have at least two steps")
        }
        fields.refuseUnknown()
        guard let id, let name, let price else { return nil }
        self.init(
            id: id, name: name, detail: detail, price: price, picture: picture, stock: stock,
            groups: groups, isJoint: isJoint)
    }

    package func write(to writer: inout Writer) {
        writer.object {
            $0.member("id", id)
            $0.member("name", name)
            $0.member("description", ifPresent: detail)
            $0.member("price", price)
            $0.member("picture", ifPresent: picture)
            $0.member("stock", ifPresent: stock)
            if !groups.isEmpty { $0.array("options", groups) { $0.write(to: &$1) } }
            if isJoint { $0.member("joint", true) }
        }
    }
}

extension OptionGroup: Writable {
    init?(reading fields: ObjectReader, in currency: Currency?) {
        let id = fields.plainName("id")
        let name = fields.label(
            "name", maxLength: SharedOrderLimits.nameLengthMax, required: true)
        let most = Int64(SharedOrderLimits.pickedMax)
        let minimum = fields.integer("minimum", in: 0...most) ?? 0
        let maximum = fields.integer("maximum", in: 1...most) ?? max(1, minimum)
        if minimum > maximum {
            fields.refuse("maximum", "out_of_range", "must be at least minimum")
        }
        let array = fields.array(
            "choices", minCount: 1, maxCount: SharedOrderLimits.optionsMax, required: true)
        let options = array?.objects { MenuOption(reading: $0, in: currency) } ?? []
        if let array, options.count == array.count { array.refuseRepeated(options.map(\.id)) }
        fields.refuseUnknown()
        guard let id, let name, minimum <= maximum else { return nil }
        self.init(
            id: id, name: name, minimum: Int(minimum), maximum: Int(maximum), options: options)
    }

    package func write(to writer: inout Writer) {
        writer.object {
            $0.member("id", id)
            $0.member("name", name)
            $0.member("minimum", minimum)
            $0.member("maximum", maximum)
            $0.array("choices", options) { $0.write(to: &$1) }
        }
    }
}

extension MenuOption: Writable {
    init?(reading fields: ObjectReader, in currency: Currency?) {
        let id = fields.plainName("id")
        let name = fields.label(
            "name", maxLength: SharedOrderLimits.nameLengthMax, required: true)
        let price = fields.money("price", in: currency)
        fields.refuseUnknown()
        guard let id, let name, let price = price ?? currency.map(Money.zero) else { return nil }
        self.init(id: id, name: name, price: price)
    }

    package func write(to writer: inout Writer) {
        writer.object {
            $0.member("id", id)
            $0.member("name", name)
            $0.member("price", price)
        }
    }
}
