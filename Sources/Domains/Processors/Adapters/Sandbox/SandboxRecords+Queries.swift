import Postgres
import Vocabulary

extension ProcessorRecord {
    /// Selects one page of a period, without card verifications, which move nothing.
    static func page(
        _ request: RecordsRequest, after place: SandboxPlace?, limit: Int
    ) -> Query {
        let isAfter: Query =
            place.map { "AND (created_at, key) > (\($0.createdAt.bind), \($0.key))" } ?? ""
        return """
            SELECT key, state, currency, captured, held, taking, taken, released, refunding, refunded,
                created_at, visible_at, hold_ends_at
            FROM sandbox.charges
            WHERE merchant_id = \(request.merchant.value) AND created_at >= \(request.from.bind)
                AND created_at < \(request.until.bind) AND amount > 0 \(isAfter)
            ORDER BY created_at, key LIMIT \(Int64(limit))
            """
    }

    /// Reads a row of a page.
    init(_ row: Row, of merchant: MerchantNumber, at now: Instant) throws {
        let key = AttemptKey(merchant: merchant, text: try row.get("key"))
        let state = try SandboxCharge.State(rawValue: row.get("state")).known("state")
        let createdAt = Instant(try row.get("created_at"))
        let taking: Int64 = try row.get("taking")
        let taken: Int64 = try row.get("taken")
        let refunding: Int64 = try row.get("refunding")
        let left = try row.get("held", as: Int64.self) - row.get("released", as: Int64.self) - taken
        let isOver = Instant(try row.get("hold_ends_at")) <= now
        let authorized = taken + (isOver ? taking : left)
        let isHidden = Instant(try row.get("visible_at")) > max(now, createdAt)
        let isChanging = isHidden || taking > 0 || refunding > 0
        self.init(
            key: key, reference: SandboxCharge.reference(of: key),
            state: isChanging
                ? .pending : state.recorded(authorized: authorized, captured: taken),
            currency: try Currency(row.get("currency")).known("currency"), authorized: authorized,
            captured: taken, refunded: try row.get("refunded"), createdAt: createdAt)
    }
}

extension SandboxCharge.State {
    /// A void of an amount that was captured at once counts as a refund, as at other processors; an
    /// expired authorization counts as voided.
    fileprivate func recorded(authorized: Int64, captured: Int64) -> ProcessorRecord.State {
        switch self {
        case .declined: .declined
        case .closed: .closed
        case .charged, .voided:
            authorized == 0
                ? .voided
                : ProcessorRecord.State(authorized: authorized, captured: captured)
        }
    }
}
