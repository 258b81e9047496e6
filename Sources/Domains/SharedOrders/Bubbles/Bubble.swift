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
        let texts = SharedOrderTexts(language)
        let person = view.people.first { $0.number == participant }
        // Messages shows `$` and an identifier as the name of that person in the reader's contacts.
        let who =
            (identifier ?? person?.devices.first).map { "$" + $0.hyphenated } ?? person?.name.map(
                Self.withoutMentions)
            ?? texts.someone
        let what = choice.map { Self.withoutMentions(view.terms.menu.label(of: $0.content)) } ?? ""
        let title = Self.withoutMentions(view.terms.title)
        let stepText =
            switch step {
            case .invite: texts.invite
            case .joined: SharedOrderTexts.fill(texts.joined, ["who": who])
            case .chose where what.isEmpty:
                SharedOrderTexts.fill(texts.changed, ["who": who])
            case .chose: SharedOrderTexts.fill(texts.chose, ["what": what, "who": who])
            case .changed: SharedOrderTexts.fill(texts.changed, ["who": who])
            case .left: SharedOrderTexts.fill(texts.left, ["who": who])
            case .locked: texts.locked
            case .paid: texts.paid
            case .canceled: texts.canceled
            }
        let present = view.people.count { $0.isPresent }
        let people = SharedOrderTexts.fill(texts.people, ["count": String(present)])
        let amount = total.map { $0.text(in: language) } ?? ""
        caption = title
        subcaption = stepText
        trailingCaption = amount
        trailingSubcaption = people
        imageTitle = title
        imageSubtitle = Self.state(view.state, texts) ?? people
        summaryText = stepText
        let sum = SharedOrderTexts.fill(texts.total, ["amount": amount])
        accessibilityLabel = [title, stepText, people, amount.isEmpty ? nil : sum]
            .compactMap(\.self).joined(separator: ". ")
    }

    /// Text of a participant, escaped so that Messages shows `$` and an identifier in it unchanged
    /// instead of as a contact's name.
    static func withoutMentions(_ text: String) -> String {
        let parts = text.split(separator: "$", omittingEmptySubsequences: false)
        return parts.dropFirst().reduce(into: String(parts[0])) { text, part in
            let isCall = UUID128(hyphenated: String(part.prefix(36))) != nil
            text += (isCall ? "$\u{2060}" : "$") + part
        }
    }

    private static func state(_ state: SharedOrder.State, _ texts: SharedOrderTexts) -> String? {
        switch state {
        case .open: nil
        case .locked: texts.locked
        case .paid: texts.paid
        case .canceled: texts.canceled
        case .expired: texts.expired
        }
    }
}

extension Menu {
    /// The label of a choice, such as `2 × Cone (Vanilla, Mango)`.
    package func label(of content: Choice.Content) -> String {
        var name = content.freeName ?? ""
        var options: [String] = []
        if case .item(let id) = content.product, let place = place(of: id) {
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
