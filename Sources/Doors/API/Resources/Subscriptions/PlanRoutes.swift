import HTTP
import JSON
import Merchants
import Postgres
import Processors
import Subscriptions
import Vocabulary

/// Routes for a merchant's subscription plans.
extension Services {
    var planRoutes: [Route] {
        [
            route(.get, "/v1/plans", for: [.read, .write], listPlans),
            route(.post, "/v1/plans", for: .write, openPlan),
            route(.get, "/v1/plans/{plan}", for: [.read, .write], showPlan),
            route(.post, "/v1/plans/{plan}/versions", for: .write, changePlan),
            route(.delete, "/v1/plans/{plan}", for: .write, archivePlan),
        ]
    }

    @Sendable private func listPlans(_ call: Call) async throws -> Response {
        try await list(Plan.self, of: call.merchant.number, call) { $0.write(to: &$1) }
    }

    @Sendable private func openPlan(_ call: Call) async throws -> Response {
        let document = try call.document()
        let terms = try call.planTerms(document)
        let plan = Plan(
            id: Plan.ID(merchant: call.merchant.number, uuid: call.identify()), terms: terms,
            createdAt: call.now)
        let open = CreatePlan(plan: plan)
        return try await call.idempotent(document) { transaction in
            let plan = try open(in: transaction)
            return Answer(201) { plan.write(to: &$0) }
        }
    }

    @Sendable private func showPlan(_ call: Call) async throws -> Response {
        let version = try call.query(knowing: ["version"]) { query in
            query.value("version", detail: "a version number") { text in
                Int(text).flatMap { (1...Int(Int32.max)).contains($0) ? $0 : nil }
            }
        }
        let find = FindPlan(plan: try call.identifier("plan"), version: version)
        guard let plan = try await find(on: database) else { throw Problem.notFound }
        return Answer { plan.write(to: &$0) }.response
    }

    /// Adds a version that is sold from now on; existing subscribers keep the terms they agreed to.
    @Sendable private func changePlan(_ call: Call) async throws -> Response {
        let document = try call.document()
        let terms = try call.planTerms(document)
        let change = ChangePlan(plan: try call.identifier("plan"), now: call.now) { old in
            guard old.archivedAt == nil else { throw SubscriptionRefusal.planArchived }
            var new = old
            new.terms = terms
            return new
        }
        return try await call.idempotent(document) { transaction in
            let plan = try change(in: transaction)
            return Answer(201) { plan.write(to: &$0) }
        }
    }

    @Sendable private func archivePlan(_ call: Call) async throws -> Response {
        let now = call.now
        let change = ChangePlan(plan: try call.identifier("plan"), now: now) { old in
            var new = old
            new.archivedAt = old.archivedAt ?? now
            return new
        }
        _ = try await database.transaction { try change(in: $0) }
        return Response(status: 204)
    }
}

extension Call {
    func planTerms(_ document: Document) throws -> PlanTerms {
        let rounding = merchant.settings.taxRounding
        return try Call.read(document.root) { fields in
            let terms = PlanTerms(reading: fields, rounding: rounding)
            let amounts = terms?.phases.map { terms?.total(of: $0) ?? $0.amount } ?? []
            if !amounts.allSatisfy(merchant.processor.canCharge) {
                fields.refuse(
                    "phases", "not_chargeable",
                    "the processor cannot represent the price of a period, or does not accept one "
                        + "so large"
                )
            }
            return terms
        }
    }
}

extension Plan {
    func write(to writer: inout Writer) {
        writer.object {
            $0.member("id", id.text)
            $0.member("version", version)
            terms.write(membersTo: &$0)
            $0.member("createdAt", createdAt)
            $0.member("archivedAt", ifPresent: archivedAt)
        }
    }
}
