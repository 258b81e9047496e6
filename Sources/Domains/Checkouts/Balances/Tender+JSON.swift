import Balances
import Carts
import JSON
import Merchants
import Postgres
import Vocabulary

extension Tender: Writable {
    /// The form that Postgres stores with the checkout.
    package func write(to writer: inout Writer) {
        writer.object {
            $0.member("balance", balance.uuid.base32)
            $0.member("hold", hold.uuid.base32)
            $0.member("kind", kind.rawValue)
            $0.member("hint", ifPresent: hint)
            $0.member("limit", ifPresent: limit)
            $0.member("amount", amount)
            $0.member("heldUntil", ifPresent: heldUntil?.microseconds)
        }
    }

    init?(stored root: Node, of merchant: MerchantNumber) {
        guard let balance = root["balance"]?.string.flatMap({ UUID128(base32: $0) }),
            let hold = root["hold"]?.string.flatMap({ UUID128(base32: $0) }),
            let kind = root["kind"]?.string.flatMap(Balance.Kind.init(rawValue:)),
            let amount = root["amount"]?.int64
        else { return nil }
        self.init(
            balance: Balance.ID(merchant: merchant, uuid: balance),
            hold: Hold.ID(merchant: merchant, uuid: hold), kind: kind,
            hint: root["hint"]?.string, limit: root["limit"]?.int64, amount: amount,
            heldUntil: root["heldUntil"]?.int64.map(Instant.init(microseconds:)))
    }
}

extension [Tender] {
    /// The form that Postgres stores; nil if there are no tenders.
    package var bytes: [UInt8]? {
        guard !isEmpty else { return nil }
        return Writer.value { writer in
            writer.array(self) { $0.write(to: &$1) }
        }
    }

    init(stored bytes: [UInt8]?, of merchant: MerchantNumber) throws {
        guard let bytes else {
            self = []
            return
        }
        self = try Document.parse(bytes).root.elements.map {
            guard let tender = Tender(stored: $0, of: merchant) else {
                throw StoredValueError(column: "balances")
            }
            return tender
        }
    }
}

extension CheckoutSession {
    /// The balances that pay, as any caller may see them: never a code.
    ///
    /// - Parameter isEvent: events omit the last digits of the code, which are only for a page to
    ///   show.
    package func write(tendersTo writer: inout Writer, isEvent: Bool = false) {
        guard !tenders.isEmpty else { return }
        let decimal = { Money(minorUnits: $0, currency: total.currency).decimal }
        writer.array("balances", tenders) { tender, entry in
            entry.object {
                $0.member("balance", tender.balance.text)
                $0.member("kind", tender.kind.rawValue)
                $0.member("hint", ifPresent: isEvent ? nil : tender.hint)
                $0.member("amount", decimal(tender.amount))
                $0.member("limit", ifPresent: tender.limit.map(decimal))
            }
        }
    }
}
