import SharedOrders
import Vocabulary

/// A shared order in words, as any holder of its link sees it.
///
/// `pages/shared/draw.js` draws the same, with controls.
struct SharedPage {
    let token: String
    let view: SharedOrderView
    let bill: SharedBill?
    let isLive: Bool
    let words: PageTexts

    var body: Markup {
        """
        <header>
        <p class="kind">\(words["page.title"])\(isLive ? "" : testNote) \
        <span id="live" class="live" role="status"></span></p>
        <h1>\(name: view.terms.title)</h1>
        <p id="state" class="state" data-status="\(view.state.rawValue)">\(state)</p>
        <noscript><p class="hint">\(words["page.script"])</p></noscript>
        </header>
        <p id="said" class="said" role="alert"></p>
        <main>
        <div class="choosing">
        <div id="me"></div>
        <section id="menu" aria-labelledby="menu-title">
        <h2 id="menu-title" tabindex="-1">\(words["menu.title"])</h2>
        <ul id="items">\(view.terms.menu.items.map(item))\(freeItem)</ul>
        </section>
        </div>
        <section id="people" aria-labelledby="people-title">
        <h2 id="people-title" tabindex="-1">\(words["people.title"])</h2>
        <div id="chosen">\(chosen)</div>
        <dl id="amounts">\(amounts)</dl>
        <div id="pay"></div>
        </section>
        <a class="bar" href="#people">\(words["people.open"]) <strong id="sum">\(sum)</strong></a>
        </main>
        <p id="announcement" class="announcement" role="status"></p>
        <dialog id="sheet" aria-labelledby="sheet-title"></dialog>
        \(Markup.data("words", json: words.json))
        """
    }

    private var sum: String { bill.map { money($0.total) } ?? "" }

    func money(_ minorUnits: Int64) -> String {
        view.order.money(minorUnits).text(in: words.language)
    }

    private var testNote: Markup { " · <span>\(words["page.test"])</span>" }

    // MARK: State

    private var state: Markup {
        let order = view.order
        let time = view.state == .locked ? order.payBy ?? order.deadlineAt : order.deadlineAt
        return words("state.\(view.state.rawValue)", ["time": moment(time)])
    }

    /// In UTC; the script converts it to the reader's own time.
    private func moment(_ instant: Instant) -> Markup {
        let text = instant.rfc3339
        let (day, time) = (String(text.prefix(10)), String(text.dropFirst(11).prefix(5)))
        return "<time datetime=\"\(text)\">\(day) \(time) UTC</time>"
    }

    // MARK: The menu

    private func item(_ item: MenuItem) -> Markup {
        let detail: Markup = item.detail.map { "<p class=\"detail\">\(name: $0)</p>" } ?? ""
        let groups = item.groups.map { group -> Markup in
            let options = group.options.map { option -> Markup in
                option.price.minorUnits == 0
                    ? "\(name: option.name)"
                    : "\(name: option.name) +\(option.price.text(in: words.language))"
            }
            // Readers expect to choose exactly one, so the page does not say it.
            let count: Markup =
                group.minimum == 1 && group.maximum == 1 ? "" : " (\(range(of: group)))"
            return """
                <p class="group">\(name: group.name)\(count): \(Markup.joined(options, by: ", "))</p>
                """
        }
        let together: Markup =
            item.isJoint ? "<p class=\"detail\">\(words["menu.together"])</p>" : ""
        return """
            <li class="item">\(picture(of: item))<div class="what"><h3>\(name: item.name)</h3>\
            \(detail)\(together)\(groups)\(left(of: item))</div>\
            <p class="price">\(item.price.text(in: words.language))</p></li>

            """
    }

    /// The picture shows what the item's name says, so its alternative text is empty.
    private func picture(of item: MenuItem) -> Markup {
        guard let picture = item.picture else { return "" }
        return """
            <img class="picture" src="/s/\(token)/pictures/\(picture)" alt="" width="72" height="72" \
            loading="lazy">
            """
    }

    private func range(of group: OptionGroup) -> Markup {
        let most = group.maximum
        if group.minimum == most { return words("menu.exactly", ["count": "\(String(most))"]) }
        return group.minimum == 0
            ? words("menu.upTo", ["count": "\(String(most))"])
            : words(
                "menu.between",
                ["minimum": "\(String(group.minimum))", "maximum": "\(String(most))"])
    }

    private func left(of item: MenuItem) -> Markup {
        guard let stock = item.stock else { return "" }
        let taken = view.choices.reduce(0) {
            $0 + ($1.content.product == .item(item.id) ? $1.pieces : 0)
        }
        let rest = max(0, stock - taken)
        return rest == 0
            ? "<p class=\"left none\">\(words["menu.soldOut"])</p>"
            : "<p class=\"left\">\(words("menu.left", ["count": "\(String(rest))"]))</p>"
    }

    private var freeItem: Markup {
        guard let most = view.terms.menu.freeItemMaximum else { return "" }
        let upTo = words("menu.freeUpTo", ["amount": "\(most.text(in: words.language))"])
        return """
            <li class="item"><div class="what"><h3>\(words["menu.free"])</h3>\
            <p class="detail">\(upTo)</p></div></li>
            """
    }
}
