import Balances
import JSON
import Vocabulary

extension BeginRefund.Target {
    private enum Word: String, CaseIterable { case original, balance }

    package init(reading fields: ObjectReader) {
        let word = fields.choice("to", of: Word.self) ?? .original
        let balance = fields.value(
            "balance", maxLength: 64, detail: "the id of a balance, such as bal_…",
            parse: { Balance.ID($0) })
        switch word {
        case .original:
            if balance != nil {
                fields.refuse("balance", "conflict", "requires \"to\": \"balance\"")
            }
            self = .original
        case .balance: self = .balance(balance)
        }
    }
}
