import JSON
import Merchants
import Vocabulary

extension ScheduledPayment: Writable {
    package func write(to writer: inout Writer) {
        writer.object {
            $0.member("id", id.text)
            $0.member("kind", kind.rawValue)
            $0.member("status", state.rawValue)
            $0.member("label", label)
            $0.member("currencyCode", amount.currency)
            $0.member("amount", amount)
            $0.member("checkout", checkout.text)
            $0.member("charge", ifPresent: charge?.text)
            $0.member("cancelFreeUntil", ifPresent: cancelUntil)
            $0.member("timeZone", ifPresent: timeZone?.text)
            $0.member("balance", ifPresent: balance?.text)
            $0.member("threshold", ifPresent: threshold)
            $0.member("tries", tries)
            $0.member("decline", ifPresent: decline)
            $0.member("nextTryAt", ifPresent: dueAt)
            $0.member("testClock", ifPresent: clock?.text)
            $0.member("createdAt", createdAt)
            $0.member("endedAt", ifPresent: endedAt)
        }
    }
}
