import Glibc
import JSON
import Merchants
import Operations
import Postgres
import Processors
import Threads
import Vocabulary

/// Compares our books with the processors': prints a line for each difference, and their number.
struct RunReconcile {
    let config: Config
    private var json = false
    private var merchant: MerchantNumber?
    private var first: CivilDate
    private var last: CivilDate
    private let progress = Stopwatch()
    /// A quarter of a year of many merchants has very many days, and not each gets a line.
    private static let progressMilliseconds: Int64 = 1_000

    /// The exit status if some merchants were not compared, which proves nothing.
    static let failedStatus: Int32 = 3
    /// A page of a hundred payments comes within seconds; a processor that takes longer does not
    /// answer.
    private static let callLimit = Duration.seconds(60)

    init(config: Config, _ arguments: [String], now: Instant = World.now()) throws {
        self.config = config
        let today = now.day
        var from: CivilDate?
        var to: CivilDate?
        var rest = arguments[...]
        while let word = rest.popFirst() {
            switch word {
            case "--json": json = true
            case "--merchant":
                guard let merchant = rest.popFirst().flatMap(Merchant.number) else {
                    throw CommandFailure.usage("--merchant takes a merchant's id, such as mer_1")
                }
                self.merchant = merchant
            case "--from": from = try CommandOptions.day(rest.popFirst(), of: word).day
            case "--to": to = try CommandOptions.day(rest.popFirst(), of: word).day
            default: throw CommandFailure.usage("unexpected argument '\(word)'")
            }
        }
        let yesterday = CivilDate(day: today.daysSince1970 - 1)
        last = to ?? from.map { $0 == today ? today : yesterday } ?? yesterday
        first = from ?? last
        let count = last.daysSince1970 - first.daysSince1970 + 1
        guard count >= 1, last.daysSince1970 <= today.daysSince1970 else {
            throw CommandFailure.usage(
                "--from must not be after --to, and --to must not be after today")
        }
        guard count <= ReconciliationLimits.daysMax else {
            throw CommandFailure.usage(
                "at most \(ReconciliationLimits.daysMax) days can be compared at once")
        }
    }

    func callAsFunction() async throws {
        let totals: Totals
        do {
            let world = try await World(config)
            let result = await Result { try await reconcile(world) }
            await world.close()
            totals = try result.get()
        } catch {
            throw CommandFailure(description: describe(error), status: Self.failedStatus)
        }
        reportTotals(totals)
        if totals.counts.discrepancies > 0 { exit(1) }
        if totals.failures > 0 { exit(Self.failedStatus) }
    }

    /// The result for one merchant, or for all of them.
    private struct Totals: Sendable {
        var merchants = 0
        var failures = 0
        var counts = ReconciliationCounts()

        static func += (one: inout Totals, other: Totals) {
            one.merchants += other.merchants
            one.failures += other.failures
            one.counts += other.counts
        }
    }

    private func reconcile(_ world: World) async throws -> Totals {
        let span = ReconciliationSpan(from: first, through: last)
        let books = ReconciliationBooks(database: world.database, moment: World.moment)
        let merchants: [MerchantNumber]
        if let merchant {
            merchants = [try await named(merchant, world)]
        } else {
            merchants = try await books.merchants(payingIn: span)
        }
        return try await merchants.concurrentResults(atMost: ReconciliationLimits.width) {
            try await reconcile($0, in: span, books, world)
        }
        .reduce(into: Totals()) { $0 += try $1.get() }
    }

    /// Refuses an unknown merchant: a comparison without differences would prove nothing.
    private func named(
        _ merchant: MerchantNumber, _ world: World
    ) async throws -> MerchantNumber {
        guard try await world.registry.merchant(merchant) != nil else {
            throw CommandFailure.failed("there is no merchant mer_\(merchant.text)")
        }
        return merchant
    }

    /// Compares one merchant. If its processor does not answer, prints a line and affects no other
    /// merchant.
    private func reconcile(
        _ number: MerchantNumber, in span: ReconciliationSpan, _ books: ReconciliationBooks,
        _ world: World
    ) async throws -> Totals {
        var totals = Totals(merchants: 1)
        guard let processor = try await processor(of: number, world) else {
            totals.failures = 1
            reportFailure(number, "no processor is connected")
            return totals
        }
        let reconcile = ReconcileMerchant(
            merchant: number, processor: processor, span: span, books: books)
        let outcome = try await reconcile(report: report) { day, counts in
            guard progress.isDue(everyMilliseconds: Self.progressMilliseconds) else { return }
            printError(
                "reconcile: mer_\(number.text): \(day.from.rfc3339.prefix(10)): "
                    + "\(counts.payments) payments, \(counts.discrepancies) discrepancies")
        }
        totals.counts = outcome.counts
        if let stop = outcome.stop {
            totals.failures = 1
            reportFailure(number, "\(processor.name): \(stop.meaning)")
        }
        if totals.counts.elsewhere > 0 {
            totals.failures = 1
            reportFailure(
                number,
                "\(totals.counts.elsewhere) payments belong to another processor than "
                    + "\(processor.name)"
            )
        }
        return totals
    }

    /// The processor that charges for a merchant, found as the server's own workers find it.
    private func processor(
        of number: MerchantNumber, _ world: World
    ) async throws -> Processor? {
        guard let merchant = try await world.registry.merchant(number) else { return nil }
        return try await world.processor(merchant)?.limited(to: Self.callLimit, on: world.deadlines)
    }

    // MARK: Lines

    @Sendable private func report(_ found: Discrepancy) {
        guard json else {
            let words = [
                found.kind.rawValue, "mer_" + found.merchant.text, found.checkout?.text ?? "-",
                found.key.text, found.reference ?? "-", "ours: \(found.oursText)",
                "theirs: \(found.theirsText)",
            ]
            printLine(words.joined(separator: "  "))
            return
        }
        printJSON { writer in
            writer.object {
                $0.member("merchant", "mer_" + found.merchant.text)
                found.write(membersTo: &$0)
            }
        }
    }

    private func reportFailure(_ merchant: MerchantNumber, _ reason: String) {
        guard json else { return printLine("not compared  mer_\(merchant.text)  \(reason)") }
        printJSON { writer in
            writer.object {
                $0.member("merchant", "mer_" + merchant.text)
                $0.member("notCompared", reason)
            }
        }
    }

    private func reportTotals(_ totals: Totals) {
        let counts = totals.counts
        guard json else {
            printLine(
                "\(counts.discrepancies) discrepancies; \(counts.payments) payments of ours and "
                    + "\(counts.records) of processors compared, \(counts.notFinal) not final yet, "
                    + "\(counts.others) without our key; \(totals.merchants) merchants, "
                    + "\(totals.failures) of them not or only partly compared")
            return
        }
        printJSON { writer in
            writer.object {
                $0.member("discrepancies", counts.discrepancies)
                $0.member("payments", counts.payments)
                $0.member("processorPayments", counts.records)
                $0.member("unsettled", counts.notFinal)
                $0.member("others", counts.others)
                $0.member("merchants", totals.merchants)
                $0.member("notCompared", totals.failures)
            }
        }
    }
}

extension ReconciliationStop {
    /// The reason in words, for the person who has to act.
    fileprivate var meaning: String {
        switch self {
        case .processor(.timeout), .processor(.unreachable), .processor(.answerLost):
            "it does not respond"
        case .processor(.garbage): "its response cannot be parsed"
        case .processor(.rejected), .processor(.closed), .processor(.keyReused):
            "it rejects the merchant's account"
        case .tooMany: "more than \(ReconciliationLimits.discrepanciesMax) discrepancies"
        }
    }
}
