import Checkout
import HTTP
import JSON
import Merchants
import Postgres
import Subscriptions
import Vocabulary

/// A checkout that is opened for a plan.
struct EnrolledSheet: Sendable {
    let plan: Plan
    let clock: TestClock?
    let sheet: PlannedSheet

    /// What a checkout says beside it must go with it.
    func check(_ fields: ObjectReader) {
        _ = (fields.node("plan"), fields.node("testClock"))
        if let given = fields.string("currencyCode", maxLength: 3),
            given != plan.terms.currency.code
        {
            fields.refuse("currencyCode", "conflict", "the plan is in \(plan.terms.currency.code)")
        }
    }

    func enrolment(of checkout: Sheet.ID, at now: Instant) -> Enrolment {
        Enrolment(
            .begin, checkout: checkout, plan: plan.id, planVersion: plan.version,
            clock: clock?.id, createdAt: now)
    }
}

extension Services {
    /// Finds the plan that a request for a checkout names; nothing when it names none.
    func enrolled(_ body: Node, _ call: Call) async throws -> EnrolledSheet? {
        guard body["plan"] != nil || body["testClock"] != nil else { return nil }
        let merchant = call.merchant
        // Read apart from the others, which are read by what they say.
        let (plan, clock) = try Call.read(body) { fields -> (Plan.ID, TestClock.ID?)? in
            let plan = fields.value(
                "plan", maxLength: 64, required: true, detail: "the identifier of a plan",
                parse: { Plan.ID($0) })
            let clock = fields.value(
                "testClock", maxLength: 64, detail: "the identifier of a test clock",
                parse: { TestClock.ID($0) })
            return plan.map { ($0, clock) }
        }
        guard let found = try await FindPlan(plan: plan)(on: database),
            found.id.merchant == merchant.number, found.archivedAt == nil
        else { throw Problem.noSuch("plan", at: "/plan") }
        var onClock: TestClock?
        if let clock {
            guard clock.merchant == merchant.number,
                let there = try? await FindClock(clock: clock)(on: database)
            else { throw Problem.noSuch("test clock", at: "/testClock") }
            onClock = there
        }
        return EnrolledSheet(
            plan: found, clock: onClock,
            sheet: found.terms.sheet(
                from: onClock?.at ?? call.now, engagement: Engagement(plan: found.id.text)))
    }

    /// What follows from a payment at once. If it cannot be done now a worker does it: the buyer has paid.
    func enrol(_ call: Call, _ question: SheetQuestion) async {
        let now = now()
        let subscribe = Subscribe(
            SheetQuestion(
                checkout: question.checkout, generation: nil, merchant: question.merchant,
                keys: keys, requestID: question.requestID, language: question.language,
                entry: identify(now), now: now, identify: identify), identify: identify)
        do {
            _ = try await database.transaction { try subscribe(in: $0) }
        } catch {
            report(error, question.requestID)
        }
    }
}

extension Problem {
    static func noSuch(_ noun: String, at pointer: String) -> Problem {
        badFields([
            FieldProblem(
                pointer: pointer, code: "invalid_value", detail: "there is no such \(noun)")
        ])
    }
}
