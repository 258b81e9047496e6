import Crypto
import JSON
import Merchants
import Passes
import Vocabulary

extension SharedOrderView {
    /// The reader of the order.
    package enum Audience: Equatable {
        /// The merchant's server.
        case server
        case participant(Int)
        /// Any holder of the link, who sees no more than the page shows.
        case link
    }

    /// - Parameter passURL: the URL of the reader's own pass.
    package func bytes(for audience: Audience, _ rounding: Rounding, passURL: String? = nil)
        -> [UInt8]
    {
        Writer.value { writer in
            writer.object {
                write(membersTo: &$0, for: audience, rounding)
                $0.member("passURL", ifPresent: passURL)
            }
        }
    }

    package func write(membersTo body: inout Writer, for audience: Audience, _ rounding: Rounding) {
        body.member("id", order.id.text)
        body.member("status", state.rawValue)
        body.member("version", order.version)
        body.member("hash", hash.hex)
        terms.write(membersTo: &body, all: audience == .server)
        body.member("host", order.host)
        if case .participant(let number) = audience { body.member("me", number) }
        body.array("participants", people) { write($0, to: &$1, for: audience) }
        body.array("choices", choices.filter { isShown($0, to: audience) }) {
            write(
                $0, to: &$1, isOwn: audience == .server || audience == .participant($0.participant))
        }
        write(billTo: &body, rounding)
        if state == .locked {
            body.member("payersNow", ifPresent: order.payers?.rawValue)
            body.member("lockedUntil", ifPresent: order.payBy)
        }
        body.member("createdAt", order.createdAt)
        body.member("changedAt", order.changedAt)
        body.member("endedAt", ifPresent: order.endedAt)
    }

    /// A choice that waits for its message is shown only to its author and to the merchant's
    /// server.
    private func isShown(_ choice: Choice, to audience: Audience) -> Bool {
        choice.state == .placed || audience == .participant(choice.participant)
            || audience == .server
    }

    private func write(_ person: Person, to writer: inout Writer, for audience: Audience) {
        writer.object {
            $0.member("number", person.number)
            $0.member("name", ifPresent: person.name)
            $0.member(
                "status", person.isPresent ? "present" : person.wasRemoved ? "removed" : "left")
            $0.member("itemsTotal", order.money(person.total))
            $0.member("choices", person.choices)
            if audience == .server {
                $0.member(
                    "pass",
                    ifPresent: person.pass.map {
                        Pass.ID(merchant: order.id.merchant, uuid: $0).text
                    })
            }
            if audience != .link, !person.devices.isEmpty {
                $0.member("identifiers", person.devices.map(\.hyphenated))
            }
        }
    }

    private func write(_ choice: Choice, to writer: inout Writer, isOwn: Bool) {
        writer.object {
            choice.write(membersTo: &$0, terms, isOwn: isOwn)
        }
    }

    private func write(billTo body: inout Writer, _ rounding: Rounding) {
        guard let bill = bill(rounding) else { return }
        body.object("amounts") {
            $0.member("items", order.money(bill.items))
            $0.member("fees", order.money(bill.fees))
            $0.member("tax", order.money(bill.tax))
            $0.member("tip", order.money(bill.tip))
            $0.member("total", order.money(bill.total))
        }
        body.array("shares", bill.parts) { part, entry in
            entry.object {
                $0.member("participant", part.participant)
                $0.member("items", order.money(part.items))
                $0.member("fees", order.money(part.fees))
                $0.member("tax", order.money(part.tax))
                $0.member("tip", order.money(part.tip))
                $0.member("total", order.money(part.total))
            }
        }
        guard !shares.isEmpty else { return }
        body.array("payments", shares) { share, entry in
            entry.object {
                $0.member("participant", share.participant)
                $0.member("amount", order.money(share.amount))
                $0.member("status", share.state.shown)
            }
        }
    }
}

extension Choice {
    /// - Parameter isOwn: true for its owner and the merchant's server; others do not see a pending
    ///   message.
    package func write(membersTo body: inout Writer, _ terms: SharedOrderTerms, isOwn: Bool = true)
    {
        let money = { Money(minorUnits: $0, currency: terms.currency) }
        body.member("participant", participant)
        body.member("choice", name)
        body.member("status", state.rawValue)
        switch content.product {
        case .item(let id):
            body.member("item", id)
            if let place = terms.menu.place(of: id) {
                let item = terms.menu.items[place]
                body.member("name", item.name)
                body.member("nextStep", ifPresent: item.nextStep(of: content)?.id)
            }
        case .free(let name, _): body.member("name", name)
        }
        body.member("quantity", content.quantity)
        if !content.picks.isEmpty {
            body.array("options", content.picks) { pick, entry in
                entry.object {
                    $0.member("option", pick.group)
                    $0.member("chosen", pick.options)
                    $0.member("by", pick.by)
                }
            }
        }
        body.member("unitPrice", money(unitPrice))
        body.member("amount", money(unitPrice * content.quantity))
        body.member("version", version)
        if isOwn, change != nil || state == .staged {
            body.member("message", ifPresent: message.map(Int64.init))
        }
    }
}

extension ParticipantShare.State {
    /// The state in the words of a person who waits for the payment.
    package var shown: String {
        switch self {
        case .due: "due"
        case .authorized: "authorized"
        case .capturing, .captured: "paid"
        case .releasing, .released: "canceled"
        }
    }
}

extension [UInt8] {
    package var hex: String { Hex.encode(self) }
}
