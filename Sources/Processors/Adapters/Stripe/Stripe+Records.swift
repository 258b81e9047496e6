import JSON
import Postgres
import Vocabulary

/// The merchant's account at Stripe, as its list of payments shows it.
///
/// Source: docs.stripe.com/api/payment_intents/list. Verifications of cards are setup intents and not in
/// it. A payment names our key in its metadata; one whose metadata somebody took away is known by our row.
extension Stripe {
    func records(_ request: RecordsRequest) async throws(ProcessorFault) -> RecordsPage {
        let api = try await api(request.merchant)
        guard case .done(let list) = try await api.list(Self.query(request)),
            let data = list["data"], data.kind == .array, let hasMore = list["has_more"]?.bool
        else { throw .garbage }
        let intents = data.elements.map(StripeIntent.init)
        guard intents.allSatisfy({ $0 != nil }) else { throw .garbage }
        let known = intents.compactMap { $0 }
        let keys = try await keys(of: known, request.merchant)
        var records: [ProcessorRecord] = []
        var others: [Instant] = []
        for (intent, key) in zip(known, keys) {
            switch key {
            case .ours(let key):
                guard let record = ProcessorRecord(intent, key) else { throw .garbage }
                records.append(record)
            case .others: others.append(intent.createdAt)
            }
        }
        guard hasMore, let last = known.last else {
            return RecordsPage(records: records, others: others)
        }
        return RecordsPage(records: records, others: others, cursor: last.id)
    }

    /// As many as Stripe gives at once.
    static let recordsMax = 100

    /// Stripe counts in whole seconds.
    private static func query(_ request: RecordsRequest) -> String {
        let end = request.until.adding(.microseconds(999_999)).seconds(since: Instant(seconds: 0))
        let start = request.cursor.map { "&starting_after=" + $0 } ?? ""
        return
            "?limit=\(recordsMax)&created[gte]=\(request.from.seconds(since: Instant(seconds: 0)))"
            + "&created[lt]=\(end)&expand[]=data.latest_charge" + start
    }

    private enum Whose {
        case ours(AttemptKey)
        case others
    }

    /// Several merchants, and programs that we know nothing of, may have one account at Stripe.
    private func keys(
        of intents: [StripeIntent], _ merchant: MerchantNumber
    ) async throws(ProcessorFault) -> [Whose] {
        let untagged = intents.filter { $0.metadata(StripeTag.merchant) == nil }.map(\.id)
        let known = try await untagged.isEmpty ? [:] : named(untagged, merchant)
        return intents.map { intent in
            if let text = known[intent.id] {
                return .ours(AttemptKey(merchant: merchant, text: text))
            }
            guard intent.metadata(StripeTag.merchant) == String(merchant.value),
                let text = intent.metadata(StripeTag.attempt)
            else { return .others }
            return .ours(AttemptKey(merchant: merchant, text: text))
        }
    }

    private func named(
        _ intents: [String], _ merchant: MerchantNumber
    ) async throws(ProcessorFault) -> [String: String] {
        let rows = try await run(
            StripeCharge.find(intents: intents, of: merchant),
            AttemptKey(merchant: merchant, text: "records"))
        return try readable {
            try rows.reduce(into: [:]) {
                $0[try $1.get("intent")] = try $1.get("key", as: String.self)
            }
        }
    }
}

extension ProcessorRecord {
    /// Nothing where an amount is none that we can write.
    init?(_ intent: StripeIntent, _ key: AttemptKey) {
        guard let currency = intent.currency,
            let held = StripeAmount.money(intent.capturable, currency)?.minorUnits,
            let captured = StripeAmount.money(intent.captured, currency)?.minorUnits,
            let refunded = StripeAmount.money(intent.returned, currency)?.minorUnits
        else { return nil }
        let authorized = held + captured
        let state: State =
            switch intent.status {
            case .processing: .pending
            // Nobody answers the question any more: it charges nothing.
            case .needsAction: .declined
            case .open: intent.error == nil ? .closed : .declined
            case .canceled: intent.charge == nil ? .closed : .voided
            case .capturable, .succeeded: State(authorized: authorized, captured: captured)
            }
        self.init(
            key: key, reference: intent.id, state: state, currency: currency,
            authorized: authorized, captured: captured, refunded: refunded,
            createdAt: intent.createdAt)
    }
}

extension StripeIntent {
    /// What was given back of what was taken. Stripe writes what a capture left of a hold down as refunded,
    /// too: it was never taken.
    var returned: Int64 {
        guard status == .succeeded, let charge else { return 0 }
        return max(0, charge.refunded - max(0, amount - captured))
    }
}
