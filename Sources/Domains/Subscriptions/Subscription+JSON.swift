import JSON
import Merchants
import Payments
import Processors
import Vocabulary

extension Subscription: Writable {
    /// The form in the API and in events: without a contact and without processor references.
    package func write(to writer: inout Writer) {
        writer.object { write(membersTo: &$0) }
    }

    package func write(membersTo writer: inout Writer) {
        writer.member("id", id.text)
        writer.member("status", state.apiName)
        writer.member("plan", plan.text)
        writer.member("planVersion", planVersion)
        writer.member("name", terms.name)
        writer.member("currencyCode", terms.currency)
        writer.member("checkout", checkout.text)
        writer.member("customer", ifPresent: customer?.text)
        writer.object("currentPeriod") {
            $0.member("number", period)
            if let phase { $0.member("kind", phase.kind.rawValue) }
            $0.member("startsAt", periodStart)
            $0.member("endsAt", periodEnd)
        }
        if endsWithPeriod { writer.member("cancelAt", periodEnd) }
        writer.member("pausedAt", ifPresent: pausedAt)
        writer.member("resumesAt", ifPresent: resumesAt)
        writer.member("reason", ifPresent: reason.map(\.apiName))
        if let next {
            writer.object("next") {
                $0.member("plan", next.plan.text)
                $0.member("planVersion", next.version)
            }
        }
        writer.object("card") { card.write(membersTo: &$0) }
        writer.member("balance", ifPresent: balance?.text)
        writer.member("testClock", ifPresent: clock?.text)
        writer.member("reference", ifPresent: reference)
        writer.member("createdAt", createdAt)
        writer.member("updatedAt", changedAt)
        writer.member("endedAt", ifPresent: endedAt)
    }
}

extension Subscription.Reason {
    var apiName: String { self == .cardNeeded ? "cardNeeded" : rawValue }
}

extension Invoice: Writable {
    package func write(to writer: inout Writer) {
        writer.object { write(membersTo: &$0) }
    }

    package func write(membersTo writer: inout Writer) {
        writer.member("id", id.text)
        writer.member("subscription", subscription.text)
        writer.member("status", state.rawValue)
        if let period { writer.member("period", period) }
        writer.member("startsAt", periodStart)
        writer.member("endsAt", periodEnd)
        writer.member("currencyCode", currency)
        writer.member("amount", ifPresent: amount)
        writer.member("maximumAmount", ifPresent: amountMax)
        writer.member("checkout", ifPresent: checkout?.text)
        writer.member("tries", tries)
        writer.member("decline", ifPresent: decline)
        if state == .open { writer.member("nextTryAt", ifPresent: dueAt) }
        writer.member("createdAt", createdAt)
        writer.member("endedAt", ifPresent: endedAt)
    }
}
