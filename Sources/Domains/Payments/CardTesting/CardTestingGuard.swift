import Vocabulary

/// Recognizes card testing at one merchant and decides which sources must wait: a pure rule
/// (docs/rules/money.md#8).
///
/// A thief tries stolen numbers to find those that work, and most are declined. An address may have
/// a few declines in a row before it must wait. The merchant is under attack while most of its
/// payments are declined, or while several addresses are declined repeatedly. Then an address or a
/// checkout must wait after two declines, and for longer. An approval resets both counts. A payment
/// in progress counts as a decline until its outcome is known, so simultaneous payments cannot
/// exceed the limit.
package struct CardTestingGuard {
    enum Source: Hashable {
        case address(String)
        /// An IPv6 network of 48 bits, with up to 256 addresses as they count here.
        case site(String)
        case checkout(UUID128)

        var isAddress: Bool { if case .address = self { true } else { false } }
    }

    package enum Outcome { case approved, declined, unknown }

    package enum Change: Equatable, Sendable {
        case started(tries: Int, declines: Int)
        case ended
    }

    /// Declines and tries are counted over ten minutes.
    static let windowSeconds: Int64 = 600
    /// Fewer declines can be bad luck.
    static let attackDeclinesMin = 20
    /// Banks decline 10 to 20 % of honest payments, and nearly all tests of stolen cards.
    static let attackPercent = 60
    static let recoveredPercent = 30
    /// Addresses with two declines in a row and no approval. They reveal an attack that many honest
    /// payments hide in the ratio. One honest buyer in 400 is declined like this, so a merchant
    /// with more payments may have more of them.
    static let failingMin = 5
    static let failingPercent = 2
    /// The number of declines in a row after which an address waits, and the time that it waits. A
    /// checkout has only its limit of ten tries.
    static let normal = Limit(declinesMax: 4, waitSeconds: 600)
    /// An honest buyer tries a second card, but seldom a third.
    static let underAttack = Limit(declinesMax: 2, waitSeconds: 3_600)
    /// The declines of a site before it waits, as a multiple of an address's. One company or a
    /// tunnel's user has a whole site, or many phones of a carrier share it.
    static let siteDeclinesTimes = 4
    /// Bounds the memory; the guard forgets the oldest sources first.
    static let sourcesMax = 20_000

    struct Limit {
        let declinesMax: Int
        let waitSeconds: Int64
    }

    private struct Record {
        var declines = 0
        var underWay = 0
        var lastAt: Int64
    }

    private struct Minute {
        let number: Int64
        var tries = 0
        var declines = 0
        var refusals = 0
    }

    /// Addresses with two or more declines in a row, each with the time of its last decline.
    private var failing: [Source: Int64] = [:]
    private var minutes: [Minute] = []
    private var sources: [Source: Record] = [:]
    private var underWay = 0
    private(set) var isUnderAttack = false

    var sourceCount: Int { sources.count }
    private var tries: Int { minutes.reduce(0) { $0 + $1.tries } }
    private var declines: Int { minutes.reduce(0) { $0 + $1.declines } }
    private var refusals: Int { minutes.reduce(0) { $0 + $1.refusals } }

    /// Begins a payment.
    ///
    /// - Returns: the seconds until its sources may try again; nil if the payment may proceed.
    mutating func begin(_ payers: [Source], at now: Int64) -> Int64? {
        let isSuspicious = isSuspicious
        let limits = Dictionary(
            uniqueKeysWithValues: payers.compactMap { payer in
                Self.limit(of: payer, isSuspicious).map { (payer, $0) }
            })
        let waits = limits.compactMap { payer, limit -> Int64? in
            guard let record = sources[payer],
                record.declines + record.underWay >= limit.declinesMax
            else { return nil }
            let left = record.lastAt + limit.waitSeconds - now
            // Payments in progress will end in a moment.
            if record.declines < limit.declinesMax { return 5 }
            return left > 0 ? left : nil
        }
        if let wait = waits.max() {
            count(at: now) { $0.refusals += 1 }
            return wait
        }
        if sources.count + payers.count > Self.sourcesMax { forget(at: now) }
        for payer in payers {
            var record = sources[payer] ?? Record(lastAt: now)
            // Once the wait is over, one more decline starts it again.
            if let limit = limits[payer] {
                record.declines = min(record.declines, limit.declinesMax - 1)
            }
            record.underWay += 1
            sources[payer] = record
        }
        underWay += 1
        return nil
    }

    /// Returns nil if the source has no limit.
    private static func limit(of source: Source, _ isSuspicious: Bool) -> Limit? {
        let limit = isSuspicious ? underAttack : normal
        return switch source {
        case .address: limit
        case .site:
            Limit(
                declinesMax: limit.declinesMax * siteDeclinesTimes,
                waitSeconds: limit.waitSeconds)
        case .checkout: isSuspicious ? limit : nil
        }
    }

    /// Ends a payment that was begun.
    mutating func end(_ payers: [Source], _ outcome: Outcome, at now: Int64) -> Change? {
        underWay -= 1
        for payer in payers {
            guard var record = sources[payer] else { continue }
            record.underWay -= 1
            switch outcome {
            case .approved:
                record.declines = 0
                failing[payer] = nil
            case .declined:
                (record.declines, record.lastAt) = (record.declines + 1, now)
                if record.declines > 1, payer.isAddress { failing[payer] = now }
            case .unknown: break
            }
            sources[payer] = record.declines == 0 && record.underWay <= 0 ? nil : record
        }
        if outcome != .unknown {
            count(at: now) {
                $0.tries += 1
                if outcome == .declined { $0.declines += 1 }
            }
        }
        return change(at: now)
    }

    private mutating func count(at now: Int64, _ change: (inout Minute) -> Void) {
        let minute = now / 60
        minutes.removeAll { $0.number <= minute - Self.windowSeconds / 60 }
        if minutes.last?.number != minute { minutes.append(Minute(number: minute)) }
        change(&minutes[minutes.count - 1])
    }

    private mutating func change(at now: Int64) -> Change? {
        let (tries, declines) = (tries, declines)
        if !failing.isEmpty { failing = failing.filter { $0.value > now - Self.windowSeconds } }
        let areFailing =
            failing.count >= Self.failingMin && failing.count * 100 >= tries * Self.failingPercent
        if isUnderAttack {
            // Refused payments show that the attack continues.
            guard !areFailing, refusals < Self.attackDeclinesMin,
                declines * 100 <= tries * Self.recoveredPercent
            else { return nil }
            isUnderAttack = false
            return .ended
        }
        let isMostlyDeclined =
            declines >= Self.attackDeclinesMin && declines * 100 >= tries * Self.attackPercent
        guard isMostlyDeclined || areFailing else { return nil }
        isUnderAttack = true
        return .started(tries: tries, declines: declines)
    }

    /// True under attack, or if it would be one with all payments in progress declined.
    private var isSuspicious: Bool {
        let (tries, declines) = (tries + underWay, declines + underWay)
        return isUnderAttack
            || declines >= Self.attackDeclinesMin && declines * 100 >= tries * Self.attackPercent
    }

    /// Forgets the sources whose wait is over, then those whose last decline is oldest.
    private mutating func forget(at now: Int64) {
        let kept = sources.filter {
            $0.value.underWay > 0 || $0.value.lastAt + Self.underAttack.waitSeconds > now
        }.sorted { $0.value.lastAt > $1.value.lastAt }.prefix(Self.sourcesMax / 2)
        sources = Dictionary(uniqueKeysWithValues: kept.map { ($0.key, $0.value) })
    }
}
