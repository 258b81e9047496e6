import Vocabulary

/// The layout of one message bubble in Messages: what all participants see of a step of the order.
package struct Bubble: Sendable {
    package let caption: String
    package let subcaption: String
    package let trailingCaption: String
    package let trailingSubcaption: String
    package let imageTitle: String
    package let imageSubtitle: String
    /// The text that replaces the bubble in the transcript when a later bubble takes its place.
    package let summaryText: String
    package let accessibilityLabel: String

    /// A step of one participant that the others see.
    package enum Step: String, Sendable, CaseIterable {
        case invite
        case joined
        case chose
        case changed
        case left
        case locked
        case paid
        case canceled
    }

    /// - Parameter identifier: Messages' identifier of the participant who takes the step, on the
    ///   device that composes the bubble.
    /// - Parameter choice: the choice that the bubble describes.
    package init(
        _ step: Step, of view: SharedOrderView, by participant: Int, identifier: UUID128?,
        choice: Choice?, total: Money?, _ language: Language
    ) {
        let words = SharedOrderWords(language)
        let person = view.people.first { $0.number == participant }
        // Messages shows `$` and an identifier as the name of that person in the reader's contacts.
        let who =
            (identifier ?? person?.devices.first).map { "$" + $0.hyphenated } ?? person?.name.map(
                Self.unaddressed)
            ?? words.someone
        let what = choice.map { Self.unaddressed(view.terms.menu.label(of: $0.content)) } ?? ""
        let title = Self.unaddressed(view.terms.title)
        let told =
            switch step {
            case .invite: words.invite
            case .joined: SharedOrderWords.fill(words.joined, ["who": who])
            case .chose where what.isEmpty:
                SharedOrderWords.fill(words.changed, ["who": who])
            case .chose: SharedOrderWords.fill(words.chose, ["what": what, "who": who])
            case .changed: SharedOrderWords.fill(words.changed, ["who": who])
            case .left: SharedOrderWords.fill(words.left, ["who": who])
            case .locked: words.locked
            case .paid: words.paid
            case .canceled: words.canceled
            }
        let present = view.people.count { $0.isPresent }
        let people = SharedOrderWords.fill(words.people, ["count": String(present)])
        let amount = total.map { $0.text(in: language) } ?? ""
        caption = title
        subcaption = told
        trailingCaption = amount
        trailingSubcaption = people
        imageTitle = title
        imageSubtitle = Self.state(view.state, words) ?? people
        summaryText = told
        let sum = SharedOrderWords.fill(words.total, ["amount": amount])
        accessibilityLabel = [title, told, people, amount.isEmpty ? nil : sum]
            .compactMap(\.self).joined(separator: ". ")
    }

    /// Text of a participant, escaped so that Messages shows `$` and an identifier in it unchanged
    /// instead of as a contact's name.
    static func unaddressed(_ text: String) -> String {
        let parts = text.split(separator: "$", omittingEmptySubsequences: false)
        return parts.dropFirst().reduce(into: String(parts[0])) { text, part in
            let isCall = UUID128(hyphenated: String(part.prefix(36))) != nil
            text += (isCall ? "$\u{2060}" : "$") + part
        }
    }

    private static func state(_ state: SharedOrder.State, _ words: SharedOrderWords) -> String? {
        switch state {
        case .open: nil
        case .locked: words.locked
        case .paid: words.paid
        case .canceled: words.canceled
        case .expired: words.expired
        }
    }
}

extension Menu {
    /// The label of a choice, such as `2 × Cone (Vanilla, Mango)`.
    package func label(of content: Choice.Content) -> String {
        var name = content.freeName ?? ""
        var options: [String] = []
        if case .item(let id) = content.what, let place = place(of: id) {
            let item = items[place]
            name = item.name
            options = content.picks.flatMap { pick in
                let group = item.groups.first { $0.id == pick.group }
                return pick.options.compactMap { option in
                    group?.options.first { $0.id == option }?.name
                }
            }
        }
        let whole = options.isEmpty ? name : "\(name) (\(options.joined(separator: ", ")))"
        return content.quantity == 1 ? whole : "\(content.quantity) × \(whole)"
    }
}
