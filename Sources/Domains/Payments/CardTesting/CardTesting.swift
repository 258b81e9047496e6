import Checkouts
import JSON
import Merchants
import Outbox
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
    ///
    /// - Parameters:
    ///   - address: the buyer's IPv4 address, or IPv6 network of 56 bits; nil if it is unknown.
    ///   - site: the IPv6 network of 48 bits.
    package func payment(
        of merchant: MerchantNumber, _ checkout: UUID128, from address: String?, site: String?
    ) -> Payment {
        var sources = [CardTestingGuard.Source.checkout(checkout)]
        if let address { sources.append(.address(address)) }
        if let site { sources.append(.site(site)) }
        return Payment(self, merchant, sources)
    }

    package final class Payment: Sendable {
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
        package func end(_ outcome: CardTestingGuard.Outcome) -> CardTestingGuard.Change? {
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

extension CardTesting {
    /// Emits an event to the merchant when an attack has begun or ended.
    package func emit(
        _ change: CardTestingGuard.Change, of merchant: MerchantNumber, _ moment: Moment,
        on database: Database
    ) async throws {
        guard let attack = attack(of: merchant, change, new: moment.identifier()) else { return }
        let event = Event(
            id: Event.ID(merchant: merchant, uuid: moment.identifier()), type: change.eventType,
            object: attack.text, sequence: change.sequence,
            data: Writer.write {
                $0.member("id", attack.text)
                if case .started(let tries, let declines) = change {
                    $0.member("payments", tries)
                    $0.member("declines", declines)
                }
            }, at: moment.now)
        try await database.transaction { try $0.enqueue(event.insert) }
    }
}

extension CardTestingGuard.Change {
    fileprivate var eventType: Event.Kind {
        switch self {
        case .started: .cardTestingStarted
        case .ended: .cardTestingEnded
        }
    }

    /// The place of the event among those of one attack.
    fileprivate var sequence: Int {
        switch self {
        case .started: 1
        case .ended: 2
        }
    }
}

extension CardTestingGuard.Outcome {
    /// Counts only a bank's decline: a decline by the merchant's own rule says nothing about the
    /// card.
    package init(_ answer: AuthorizationAnswer) {
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
    package func guarded(by payment: CardTesting.Payment) -> Admission {
        Admission(
            admit: {
                if let seconds = payment.begin() { throw CardTestingRefusal(secondsLeft: seconds) }
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

/// A payment whose address or checkout has had too many declines.
package struct CardTestingRefusal: Refusal {
    let secondsLeft: Int64

    package var problem: ProblemDetails {
        ProblemDetails(
            .tooManyRequests, "too_many_attempts",
            "too many payments were declined; wait before the next attempt",
            retryAfterSeconds: Int(secondsLeft))
    }
}
