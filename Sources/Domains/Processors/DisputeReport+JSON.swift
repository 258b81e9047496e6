import JSON
import Vocabulary

extension DisputeReport: Writable {
    package func write(to writer: inout Writer) {
        writer.object {
            $0.member("reference", reference)
            $0.member("amount", amount.decimal)
            $0.member("currencyCode", amount.currency.code)
            $0.member("reason", reason)
            $0.member("state", state.rawValue)
        }
    }
}
