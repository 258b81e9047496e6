import JSON
import Merchants
import Vocabulary

extension Entry: Writable {
    package func write(to writer: inout Writer) {
        writer.object { body in
            body.member("transfer", transfer.text)
            body.member("kind", kind.rawValue)
            body.member("currencyCode", amount.currency)
            body.member("amount", amount)
            body.member("after", balanceAfter)
            body.member("account", other.text)
            body.member("checkout", ifPresent: checkoutText)
            body.member("reference", ifPresent: reference)
            body.member("at", at)
        }
    }
}
