import SharedOrders
import Vocabulary

/// The participants' choices, and their cost.
extension SharedPage {
    var chosen: Markup { "<ul>\(view.people.filter(\.isPresent).map(person))</ul>" }

    private func person(_ person: SharedOrderView.Person) -> Markup {
        let own = view.choices.filter {
            $0.participant == person.number && $0.state == .placed
        }
        let part = bill?.parts.first { $0.participant == person.number }
        let host: Markup =
            person.number == view.order.host
            ? " <span class=\"tag\">\(words["people.host"])</span>" : ""
        let extra = part.map { $0.total - $0.items } ?? 0
        let onTop = line(words["people.extras"], money(extra))
        let extras: Markup = extra == 0 ? "" : "<li class=\"extra\">\(onTop)</li>"
        let none: Markup = "<p class=\"none\">\(words["people.none"])</p>"
        return """
            <li class="person"><div class="who">\
            <h3>\(called(person))\(host)\(payment(of: person, part?.total))</h3>\
            <span class="sum">\(money(part?.total ?? person.total))</span></div>\
            \(own.isEmpty ? none : "<ul>\(own.map(choice))\(extras)</ul>")</li>

            """
    }

    private func called(_ person: SharedOrderView.Person) -> Markup {
        if let name = person.name { return "\(name: name)" }
        return words("people.guest", ["number": "\(String(person.number))"])
    }

    /// The state of a person's payment, with its amount if that differs from their choices.
    private func payment(of person: SharedOrderView.Person, _ chosen: Int64?) -> Markup {
        // A person who took over other people's parts has two shares; the one still due decides.
        let parts = view.shares.filter { $0.participant == person.number }
        guard
            let share = parts.first(where: { $0.state == .due })
                ?? parts.first(where: { $0.state.shown != "canceled" }) ?? parts.first
        else { return "" }
        let state = share.state.shown
        let sum = parts.reduce(0) { $0 + ($1.state.shown == state ? $1.amount : 0) }
        let isOther = state != "canceled" && sum != chosen
        let amount: Markup = isOther ? " · \(money(sum))" : ""
        return " <span class=\"tag \(state)\">\(words["payment." + state])\(amount)</span>"
    }

    private func choice(_ choice: Choice) -> Markup {
        var (name, missing) = ("", "" as Markup)
        var picked: [Markup] = []
        switch choice.content.product {
        case .free(let given, _): name = given
        case .item(let id):
            guard let place = view.terms.menu.place(of: id) else { break }
            let item = view.terms.menu.items[place]
            name = item.name
            for pick in choice.content.picks {
                let options = item.groups.first { $0.id == pick.group }?.options ?? []
                picked += options.compactMap { option in
                    let count = pick.options.count { $0 == option.id }
                    return count == 0 ? nil : "\(times(Int64(count)))\(name: option.name)"
                }
            }
            if let step = item.nextStep(of: choice.content) {
                let words = words("people.missing", ["step": "\(name: step.name)"])
                missing = "<p class=\"missing\">\(words)</p>"
            }
        }
        let options: Markup =
            picked.isEmpty ? "" : "<small>\(Markup.joined(picked, by: ", "))</small>"
        return """
            <li class="choice"><div class="line">\
            <span class="what">\(times(choice.content.quantity))\(name: name)\(options)</span>\
            <span class="amount">\(money(choice.amount))</span></div>\(missing)</li>
            """
    }

    private func times(_ count: Int64) -> Markup { count == 1 ? "" : "\(String(count)) × " }

    private func line(_ label: String, _ amount: String) -> Markup {
        """
        <div class="line"><span class="what">\(label)</span>\
        <span class="amount">\(amount)</span></div>
        """
    }

    var amounts: Markup {
        guard let bill else { return "" }
        let fees = view.terms.fees.map { ("\(name: $0.label)" as Markup, $0.amount.minorUnits) }
        let tax = view.terms.tax
        var rows: [(Markup, Int64)] = []
        if bill.items != bill.total { rows.append(("\(words["amounts.items"])", bill.items)) }
        rows += fees
        if bill.tax != 0 { rows.append((tax.map { "\(name: $0.label)" } ?? "", bill.tax)) }
        if bill.tip != 0 { rows.append(("\(words["amounts.tip"])", bill.tip)) }
        let lines = rows.map { "<div><dt>\($0)</dt><dd>\(money($1))</dd></div>" as Markup }
        let label = words("amounts.included", ["label": "\(name: tax?.label ?? "")"])
        let included: Markup =
            tax?.isIncluded == true
            ? "<div class=\"included\"><dt>\(label)</dt><dd></dd></div>" : ""
        return """
            \(lines)<div class="total"><dt>\(words["amounts.total"])</dt>\
            <dd>\(money(bill.total))</dd></div>\(included)
            """
    }
}
