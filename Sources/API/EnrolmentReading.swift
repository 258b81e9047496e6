import Checkout
import HTTP
import JSON
import Merchants
import Postgres
import Subscriptions
import Vocabulary

/// A checkout that is opened for a plan, or on a test clock.
struct EnrolledSheet: Sendable {
    /// Nothing where something is charged later without one.
    let plan: Plan?
    let clock: TestClock?
    let sheet: PlannedSheet?
    /// What is wrong with the plan or the clock that it names; told with whatever else is wrong.
    let planProblem: String?
    let clockProblem: String?

    /// What a checkout says beside it must go with it.
    func check(_ fields: ObjectReader) {
        _ = (fields.node("plan"), fields.node("testClock"))
        if let planProblem { fields.refuse("plan", "invalid_value", planProblem) }
        if let clockProblem { fields.refuse("testClock", "invalid_value", clockProblem) }
        if let plan, let given = fields.string("currencyCode", maxLength: 3),
            given != plan.terms.currency.code
        {
            fields.refuse("currencyCode", "conflict", "the plan is in \(plan.terms.currency.code)")
        }
    }

    func check(_ request: CheckoutRequest) throws {
        guard clock != nil, plan == nil, !request.paysLater else { return }
        throw Problem.badFields([
            FieldProblem(
                pointer: "/testClock", code: "conflict",
                detail: "nothing of this checkout happens later")
        ])
    }
}

extension CheckoutRequest {
    /// What becomes of its payment beyond its goods.
    func enrolment(
        of checkout: Sheet.ID, _ enrolled: EnrolledSheet?, at now: Instant
    ) -> Enrolment? {
        guard engagement != nil || paysLater else { return nil }
        let plan = enrolled?.plan
        return Enrolment(
            plan == nil ? .later : .begin, checkout: checkout, plan: plan?.id,
            planVersion: plan?.version, clock: enrolled?.clock?.id, createdAt: now)
    }
}

extension Services {
    /// Finds the plan that a request for a checkout names; nothing when it names none.
    func enrolled(_ body: Node, _ call: Call) async throws -> EnrolledSheet? {
        guard body["plan"] != nil || body["testClock"] != nil else { return nil }
        let merchant = call.merchant
        let (found, planProblem) = try await plan(body["plan"], of: merchant)
        let (onClock, clockProblem) = try await clock(body["testClock"], of: merchant)
        return EnrolledSheet(
            plan: found, clock: onClock,
            sheet: found?.terms.sheet(
                from: onClock?.at ?? call.now, engagement: Engagement(plan: found?.id.text)),
            planProblem: planProblem, clockProblem: clockProblem)
    }

    private func plan(_ named: Node?, of merchant: Merchant) async throws -> (Plan?, String?) {
        guard let named, !named.isNull else { return (nil, nil) }
        guard let id = named.string.flatMap({ Plan.ID($0) }) else {
            return (nil, "the identifier of a plan")
        }
        guard id.merchant == merchant.number,
            let plan = try await FindPlan(plan: id)(on: database), plan.archivedAt == nil
        else { return (nil, "there is no such plan") }
        return (plan, nil)
    }

    private func clock(_ named: Node?, of merchant: Merchant) async throws -> (TestClock?, String?)
    {
        guard let named, !named.isNull else { return (nil, nil) }
        guard let id = named.string.flatMap({ TestClock.ID($0) }) else {
            return (nil, "the identifier of a test clock")
        }
        guard id.merchant == merchant.number else { return (nil, "there is no such test clock") }
        do {
            return (try await FindClock(clock: id)(on: database), nil)
        } catch SubscriptionRefusal.notFound {
            return (nil, "there is no such test clock")
        }
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
