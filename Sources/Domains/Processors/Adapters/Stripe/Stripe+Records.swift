import JSON
import Postgres
import Vocabulary

/// The merchant's account at Stripe, read from its list of payments.
///
/// Source: docs.stripe.com/api/payment_intents/list. Card verifications are setup intents and not
/// in the list. A payment names our key in its metadata; if the merchant removed the metadata, our
/// row identifies the payment.
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

    /// Stripe's maximum for one page.
    static let recordsMax = 100

    /// Stripe's timestamps are whole seconds.
    private static func query(_ request: RecordsRequest) -> String {
        let end = request.until.adding(.microseconds(999_999)).seconds(since: Instant(seconds: 0))
        let start = request.cursor.map { "&starting_after=" + $0 } ?? ""
        return
            "?limit=\(recordsMax)&created[gte]=\(request.from.seconds(since: Instant(seconds: 0)))"
            + "&created[lt]=\(end)&expand[]=data.latest_charge" + start
    }

    private enum IntentOwner {
        case ours(AttemptKey)
        case others
    }

    /// Several merchants, and programs unknown to this server, may share one Stripe account.
    private func keys(
        of intents: [StripeIntent], _ merchant: MerchantNumber
    ) async throws(ProcessorFault) -> [IntentOwner] {
        let untagged = intents.filter { $0.metadata(StripeTag.merchant) == nil }.map(\.id)
        let known = try await untagged.isEmpty ? [:] : storedKeys(untagged, merchant)
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

    private func storedKeys(
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
    /// Returns nil if our minor units cannot express one of the amounts.
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
            // The authentication request stays unanswered, so the payment charges nothing.
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
    /// The refunded part of the captured amount. Stripe also reports the part of an authorization
    /// that a capture released as refunded, although it was never captured.
    var returned: Int64 {
        guard status == .succeeded, let charge else { return 0 }
        return max(0, charge.refunded - max(0, amount - captured))
    }
}
