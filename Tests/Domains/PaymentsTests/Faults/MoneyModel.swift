/// The possible states of balances and payments, derived from the answers to clients: a few sums,
/// without a database, a processor or time. All amounts are in minor units.
struct MoneyModel {
    struct Payment {
        enum State { case open, authorized, ended }

        let price: Int64
        let isManual: Bool
        var state = State.open
        var captured: Int64 = 0
        var refunded: Int64 = 0
        /// Disputed by the buyer's bank, until it decides.
        var disputed: Int64 = 0
        /// Amounts held of balances, by their numbers.
        var promised: [Int: Int64] = [:]
        /// Calls whose outcome the client does not know yet.
        var unanswered = 0

        /// The balances cover the price: a client that pays again learns that it is paid.
        var isPromised: Bool { promised.values.reduce(0, +) >= price }
    }

    struct Balance {
        /// The sum of the merchant's credits, debits and transfers, without payments.
        var moved: Int64 = 0
        var unanswered = 0
    }

    /// A client's request.
    enum Deed: Hashable {
        case credit(Int, Int64)
        case debit(Int, Int64)
        case transfer(Int, Int, Int64)
        case pay(Int)
        case capture(Int, Int64)
        case refund(Int, Int64)
        case void(Int)
    }

    var payments: [Payment] = []
    var balances: [Balance] = []

    /// - Returns: true if the server must accept the request; nil while that depends on an unknown
    /// outcome.
    func isPossible(_ deed: Deed, available: Int64) -> Bool? {
        switch deed {
        case .credit: true
        case .debit(let balance, let amount):
            balances[balance].unanswered > 0 ? nil : amount <= available
        case .transfer(let from, let to, let amount):
            balances[from].unanswered + balances[to].unanswered > 0 ? nil : amount <= available
        case .pay(let number):
            known(number) { $0.state == .open } == false && payments[number].isPromised
                ? nil : known(number) { $0.state == .open }
        case .capture(let number, let amount):
            known(number) {
                $0.state == .authorized && amount <= $0.price - $0.captured
            }
        case .refund(let number, let amount):
            known(number) { amount <= $0.captured - $0.refunded - $0.disputed }
        // Voiding a voided payment again is not a refusal.
        case .void(let number):
            payments[number].state == .ended ? nil : known(number) { $0.state == .authorized }
        }
    }

    private func known(_ number: Int, _ rule: (Payment) -> Bool) -> Bool? {
        payments[number].unanswered > 0 ? nil : rule(payments[number])
    }

    /// Applies a completed request.
    mutating func done(_ deed: Deed) {
        switch deed {
        case .credit(let balance, let amount): balances[balance].moved += amount
        case .debit(let balance, let amount): balances[balance].moved -= amount
        case .transfer(let from, let to, let amount):
            balances[from].moved -= amount
            balances[to].moved += amount
        case .pay(let number):
            guard payments[number].state == .open else { return }
            payments[number].state = payments[number].isManual ? .authorized : .ended
            if !payments[number].isManual { payments[number].captured = payments[number].price }
        case .capture(let number, let amount):
            payments[number].captured += amount
            if payments[number].captured == payments[number].price {
                payments[number].state = .ended
            }
        case .refund(let number, let amount): payments[number].refunded += amount
        case .void(let number): payments[number].state = .ended
        }
    }

    /// Counts one more, or one fewer, call whose outcome the client does not know.
    mutating func note(_ deed: Deed, unanswered change: Int) {
        switch deed {
        case .credit(let balance, _), .debit(let balance, _):
            balances[balance].unanswered += change
        case .transfer(let from, let to, _):
            balances[from].unanswered += change
            balances[to].unanswered += change
        case .pay(let number), .capture(let number, _), .refund(let number, _), .void(let number):
            payments[number].unanswered += change
            for balance in payments[number].promised.keys { balances[balance].unanswered += change }
        }
    }
}
