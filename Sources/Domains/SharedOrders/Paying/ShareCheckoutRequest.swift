import Carts
import JSON
import Merchants
import Vocabulary

/// The request for a payer's checkout of a shared order, in the form in which a merchant's server
/// would send it.
///
/// It has lines instead of a cart, because parts of fees and taxes are amounts that are already
/// split.
struct ShareCheckoutRequest {
    let share: ParticipantShare
    let choices: [Choice]
    let aggregate: SharedOrderAggregate
    let rounding: Rounding
    let texts: SharedOrderTexts

    func write(to writer: inout Writer) {
        let lines = lines
        writer.object { body in
            body.member("currencyCode", aggregate.order.currency)
            body.member("countryCode", ifPresent: aggregate.terms.country)
            body.array("lineItems", lines) { line, entry in
                entry.object {
                    $0.member("label", line.label)
                    $0.member("amount", aggregate.order.money(line.amount))
                }
            }
            body.member("captureMethod", "manual")
            body.member(
                "expiresAt",
                ifPresent: aggregate.order.payBy?.adding(seconds: -SharedOrderLimits.bankSeconds))
            body.member("reference", ifPresent: aggregate.terms.reference ?? aggregate.terms.title)
            body.object("metadata") {
                $0.member("sharedOrder", share.order.text)
                $0.member("round", String(share.round))
                $0.member("participant", String(share.participant))
            }
        }
    }

    private struct Line {
        let label: String
        var amount: Int64
    }

    /// The payer's own choices, or everyone's if the host pays for all, then fees, tax and tip,
    /// each with its name. A single line with the order's title replaces them if they are too many
    /// or do not add up to the share.
    private var lines: [Line] {
        let whole = [Line(label: aggregate.terms.title, amount: share.amount)]
        // This share consists of other participants' unpaid shares, so it is one line.
        if share.coversUnpaidShares { return whole }
        let own = choices.filter { choice in
            aggregate.order.payers == .host || choice.participant == share.participant
        }
        var lines: [Line] = []
        for choice in own {
            let label = label(of: choice)
            if let place = lines.firstIndex(where: { $0.label == label }) {
                lines[place].amount += choice.amount
            } else {
                lines.append(Line(label: label, amount: choice.amount))
            }
        }
        lines += extras
        guard lines.count <= CheckoutLimits.linesMax,
            lines.reduce(0, { $0 + $1.amount }) == share.amount
        else { return whole }
        return lines
    }

    /// A participant's part of several fees is one line, because their sum was split, not each fee.
    private var extras: [Line] {
        guard
            let bill = SharedBill(
                items: choices.itemsByPerson, aggregate.terms, tip: aggregate.order.tip,
                rounding: rounding)
        else { return [] }
        let part = bill.parts.first { $0.participant == share.participant }
        let isAll = aggregate.order.payers == .host
        let fees =
            isAll
            ? aggregate.terms.fees.map { Line(label: $0.label, amount: $0.amount.minorUnits) }
            : [
                Line(
                    label: Self.cut(aggregate.terms.fees.map(\.label).joined(separator: ", ")),
                    amount: part?.fees ?? 0)
            ]
        let rest = [
            Line(
                label: aggregate.terms.tax?.label ?? "", amount: isAll ? bill.tax : part?.tax ?? 0),
            Line(label: texts.tip, amount: isAll ? bill.tip : part?.tip ?? 0),
        ]
        return (fees + rest).filter { $0.amount > 0 }
    }

    private func label(of choice: Choice) -> String {
        Self.cut(aggregate.terms.menu.label(of: choice.content))
    }

    private static func cut(_ text: String) -> String {
        guard text.unicodeScalars.count > CheckoutLimits.labelLengthMax else { return text }
        let scalars = text.unicodeScalars.prefix(CheckoutLimits.labelLengthMax - 1)
        return String(String.UnicodeScalarView(scalars)) + "…"
    }
}
