import Checkouts
import HTTP
import JSON
import Merchants
import Outbox
import Payments
import Postgres
import Synchronization
import Threads
import Vocabulary

/// The card testing guards of all merchants in this process (docs/decisions/0035).
package final class CardTesting: Sendable {
    private struct Watch {
        var rule = CardTestingGuard()
        /// The current attack; its events name it.
        var attack: CardTestingAttack.ID?
    }

    private let watches = Locked<[MerchantNumber: Watch]>([:])
    private let refused = Atomic<Int>(0)
    /// Microseconds of a monotonic clock.
    private let clock: @Sendable () -> Int64

    package init(clock: @escaping @Sendable () -> Int64) { self.clock = clock }

    /// For the metrics.
    package var refusals: Int { refused.load(ordering: .relaxed) }
    package var merchantsUnderAttack: Int {
        watches.withLock { $0.values.count { $0.rule.isUnderAttack } }
    }

    private var seconds: Int64 { clock() / 1_000_000 }

    /// A payment that is about to be tried; it begins and ends at most once.
    func payment(
        of merchant: MerchantNumber, _ checkout: UUID128, from address: ClientNetwork?
    ) -> Payment {
        var sources = [CardTestingGuard.Source.checkout(checkout)]
        if let address { sources.append(.address(address.text)) }
        if let site = address?.site { sources.append(.site(site)) }
        return Payment(self, merchant, sources)
    }

    final class Payment: Sendable {
        private let cardTesting: CardTesting
        private let merchant: MerchantNumber
        private let sources: [CardTestingGuard.Source]
        private let hasBegun = Atomic<Bool>(false)

        fileprivate init(
            _ cardTesting: CardTesting, _ merchant: MerchantNumber,
            _ sources: [CardTestingGuard.Source]
        ) {
            self.cardTesting = cardTesting
            self.merchant = merchant
            self.sources = sources
        }

        /// - Returns: the seconds until it may be tried; nil if it may proceed.
        func begin() -> Int64? {
            guard !hasBegun.load(ordering: .relaxed) else { return nil }
            let now = cardTesting.seconds
            let wait = cardTesting.watches.withLock {
                $0[merchant, default: Watch()].rule.begin(sources, at: now)
            }
            if wait == nil {
                hasBegun.store(true, ordering: .relaxed)
            } else {
                cardTesting.refused.wrappingAdd(1, ordering: .relaxed)
            }
            return wait
        }

        @discardableResult
        func end(_ outcome: CardTestingGuard.Outcome) -> CardTestingGuard.Change? {
            guard hasBegun.exchange(false, ordering: .relaxed) else { return nil }
            let now = cardTesting.seconds
            return cardTesting.watches.withLock {
                $0[merchant, default: Watch()].rule.end(sources, outcome, at: now)
            }
        }
    }
}

extension CardTesting {
    /// The attack that a change belongs to; a new one if it has started.
    fileprivate func attack(
        of merchant: MerchantNumber, _ change: CardTestingGuard.Change, new: UUID128
    ) -> CardTestingAttack.ID? {
        watches.withLock { watches in
            switch change {
            case .started:
                let attack = CardTestingAttack.ID(merchant: merchant, uuid: new)
                watches[merchant, default: Watch()].attack = attack
                return attack
            case .ended:
                defer { watches[merchant]?.attack = nil }
                return watches[merchant]?.attack
            }
        }
    }
}

extension Services {
    /// Emits an event to the merchant when an attack has begun or ended.
    func emit(_ change: CardTestingGuard.Change, _ call: Call) async {
        let merchant = call.merchant.number
        guard let attack = cardTesting.attack(of: merchant, change, new: call.identify()) else {
            return
        }
        let moment = now()
        let event: Event
        switch change {
        case .started(let tries, let declines):
            let data = Writer.value { writer in
                writer.object {
                    $0.member("id", attack.text)
                    $0.member("payments", tries)
                    $0.member("declines", declines)
                }
            }
            event = Event(
                id: Event.ID(merchant: merchant, uuid: call.identify()), type: .cardTestingStarted,
                object: attack.text, sequence: 1, data: data, at: moment)
        case .ended:
            let data = Writer.value { writer in
                writer.object { $0.member("id", attack.text) }
            }
            event = Event(
                id: Event.ID(merchant: merchant, uuid: call.identify()), type: .cardTestingEnded,
                object: attack.text, sequence: 2, data: data, at: moment)
        }
        do {
            try await database.transaction { try $0.enqueue(event.insert) }
        } catch {
            // The payment is answered even if its event could not be stored.
            report(error, call.request.id)
        }
    }
}

extension CardTestingGuard.Outcome {
    /// Counts only a bank's decline: a decline by the merchant's own rule says nothing about the
    /// card.
    init(_ answer: AuthorizationAnswer) {
        if answer.isSuccess {
            self = .approved
        } else if answer.attempt?.decline?.reason != nil {
            self = .declined
        } else {
            self = .unknown
        }
    }
}

/// A period in which stolen cards are tested at a merchant, as its events name it.
package enum CardTestingAttack: Identified {
    package static let identifierPrefix = "atk"
    package typealias ID = Identifier<CardTestingAttack>
}

extension Admission {
    /// The same admission, unless the payment's sources have to wait.
    func guarded(by payment: CardTesting.Payment) -> Admission {
        Admission(
            admit: {
                if let seconds = payment.begin() { throw Problem.cardTesting(seconds) }
                do {
                    try admit()
                } catch {
                    payment.end(.unknown)
                    throw error
                }
            },
            reserve: {
                guard payment.begin() == nil else { return nil }
                guard let reserved = reserve() else {
                    payment.end(.unknown)
                    return nil
                }
                return Reservation(
                    keep: reserved.keep,
                    release: {
                        payment.end(.unknown)
                        reserved.release()
                    })
            })
    }
}

extension Problem {
    fileprivate static func cardTesting(_ seconds: Int64) -> Problem {
        Problem(
            429, "too_many_attempts",
            "too many payments were declined; wait before the next attempt",
            retryAfterSeconds: Int(seconds))
    }
}
