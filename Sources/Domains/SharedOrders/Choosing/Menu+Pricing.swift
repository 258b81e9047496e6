import JSON
import Vocabulary

extension Menu {
    /// Returns the price of one piece in minor units, or throws all problems of the choice.
    ///
    /// Unless `isWhole` is true, an item that several people build may lack its last groups, but no
    /// group before one that was picked.
    func price(
        of content: Choice.Content, in currency: Currency, isWhole: Bool = false
    ) throws(SharedOrderRefusal) -> Int64 {
        let problems = Problems()
        var price: Int64?
        switch content.product {
        case .free(_, let given): price = self.price(free: given, content, problems)
        case .item(let id):
            if let place = place(of: id) {
                price = items[place].price(of: content, problems, isWhole: isWhole)
            } else {
                problems.add("/item", "not_on_menu", "the menu does not have this item")
            }
        }
        guard problems.isEmpty, let price,
            !price.multipliedReportingOverflow(by: content.quantity).overflow,
            price * content.quantity <= Money.minorUnitsMax
        else {
            if problems.isEmpty {
                problems.add(
                    "/quantity", "out_of_range",
                    "the price for this quantity exceeds the largest possible amount")
            }
            throw .badChoice(problems.all)
        }
        return price
    }

    private func price(
        free given: Money, _ content: Choice.Content, _ problems: Problems
    ) -> Int64? {
        guard let freeItemMaximum else {
            problems.add("/name", "not_on_menu", "this order accepts only items of its menu")
            return nil
        }
        if given.minorUnits > freeItemMaximum.minorUnits {
            problems.add("/price", "out_of_range", "at most \(freeItemMaximum.decimal)")
        }
        if !content.picks.isEmpty {
            problems.add(
                "/options", "not_on_menu", "an item that is not on the menu cannot have options")
        }
        return given.minorUnits
    }
}

extension MenuItem {
    fileprivate func price(
        of content: Choice.Content, _ problems: Problems, isWhole: Bool
    ) -> Int64? {
        var sum = price.minorUnits
        for pick in content.picks where !groups.contains(where: { $0.id == pick.group }) {
            problems.add(
                "/options/" + Pointer.escape(pick.group), "not_on_menu",
                "the item does not have this option group")
        }
        var isComplete = true
        for group in groups {
            let pointer = "/options/" + group.id
            let pick = content.picks.first { $0.group == group.id }
            if pick == nil, isJoint, !isWhole {
                isComplete = false
                continue
            }
            if pick != nil, !isComplete {
                problems.add(pointer, "conflict", "an earlier step is missing")
            }
            let options = pick?.options ?? []
            if options.count < group.minimum || options.count > group.maximum {
                problems.add(
                    pointer, options.count < group.minimum ? "too_few" : "too_many",
                    "choose between \(group.minimum) and \(group.maximum) of these")
            }
            for option in options {
                guard let option = group.options.first(where: { $0.id == option }) else {
                    problems.add(pointer, "not_on_menu", "the option does not exist")
                    continue
                }
                let (more, overflow) = sum.addingReportingOverflow(option.price.minorUnits)
                guard !overflow else { return nil }
                sum = more
            }
        }
        return sum
    }

    /// The next group to pick from, of an item that several people build.
    package func nextStep(of content: Choice.Content) -> OptionGroup? {
        guard isJoint else { return nil }
        return groups.first { group in !content.picks.contains { $0.group == group.id } }
    }
}
