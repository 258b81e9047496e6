import HTTP
import JSON
import Merchants
import Processors
import Subscriptions
import Vocabulary

/// A merchant's subscription plans.
enum PlanEndpoints {
    static let all: [Endpoint] = [
        Endpoint(ListEndpoint<Plan>("/v1/plans")),
        .once(.post, "/v1/plans", status: 201) { call, fields in
            call.planTerms(fields).map {
                CreatePlan(plan: Plan(id: call.newID(), terms: $0, createdAt: call.now))
            }
        },
        .show("/v1/plans/{plan}", show).taking(["version"]),
        // Adds a version that is sold from now on; existing subscribers keep the terms they agreed
        // to.
        .once(.post, "/v1/plans/{plan}/versions", status: 201) { call, fields in
            let plan: Plan.ID = try call.identifier("plan")
            return call.planTerms(fields).map { terms in
                ChangePlan(plan: plan, now: call.now) { old in
                    guard old.archivedAt == nil else { throw SubscriptionRefusal.planArchived }
                    var new = old
                    new.terms = terms
                    return new
                }
            }
        },
        .delete("/v1/plans/{plan}") { call in
            ChangePlan(plan: try call.identifier("plan"), now: call.now) { old in
                var new = old
                new.archivedAt = old.archivedAt ?? call.now
                return new
            }
        },
    ]

    @Sendable private static func show(_ call: Call) async throws -> Plan {
        let version = try call.query { query in
            query.value("version", detail: "a version number") { text in
                text.wholeNumber.flatMap { 1...Int64(Int32.max) ~= $0 ? Int($0) : nil }
            }
        }
        let find = FindPlan(plan: try call.identifier("plan"), version: version)
        guard let plan = try await find(on: call.database) else { throw Problem.notFound }
        return plan
    }
}

extension Call {
    func planTerms(_ fields: ObjectReader) -> PlanTerms? {
        let terms = PlanTerms(reading: fields, rounding: merchant.settings.taxRounding)
        let amounts = terms?.phases.map { terms?.total(of: $0) ?? $0.amount } ?? []
        if !amounts.allSatisfy(merchant.processor.canCharge) {
            fields.refuse(
                "phases", "not_chargeable",
                "the processor cannot represent the price of a period, or does not accept one so "
                    + "large")
        }
        return terms
    }
}
