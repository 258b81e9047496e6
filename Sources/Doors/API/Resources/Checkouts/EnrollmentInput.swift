import Carts
import Checkouts
import HTTP
import JSON
import Merchants
import Postgres
import Subscriptions
import Vocabulary

/// The plan and the test clock of a checkout that is about to be opened.
struct EnrollmentInput: Sendable {
    /// Nil if the checkout schedules payments without a plan.
    let plan: Plan?
    let clock: TestClock?
    let paymentRequest: PlanPaymentRequest?
    /// The errors in the named plan and clock; the answer lists them with all other field errors.
    let planProblem: String?
    let clockProblem: String?

    /// Reports these errors, and a currency that differs from the plan's.
    func check(_ fields: ObjectReader) {
        if let planProblem { fields.refuse("plan", "invalid_value", planProblem) }
        if let clockProblem { fields.refuse("testClock", "invalid_value", clockProblem) }
        if let plan, let given = fields.string("currencyCode", maxLength: 3),
            given != plan.terms.currency.code
        {
            fields.refuse("currencyCode", "conflict", "the plan is in \(plan.terms.currency.code)")
        }
    }

    func check(_ request: CheckoutRequest) throws {
        guard clock != nil, plan == nil, !request.schedulesPayment else { return }
        throw Problem.badFields([
            FieldProblem(
                pointer: "/testClock", code: "conflict",
                detail: "a test clock requires a plan or a later payment")
        ])
    }
}

extension CheckoutRequest {
    /// The subscription or the scheduled payments that the checkout's payment starts; nil for
    /// neither.
    func enrollment(
        of checkout: CheckoutSession.ID, _ enrolled: EnrollmentInput?, at now: Instant
    ) -> Enrollment? {
        guard billingReferences != nil || schedulesPayment else { return nil }
        let plan = enrolled?.plan
        return Enrollment(
            plan == nil ? .later : .begin, checkout: checkout, plan: plan?.id,
            planVersion: plan?.version, clock: enrolled?.clock?.id, createdAt: now)
    }
}

extension Services {
    /// Finds the plan and the clock that a checkout request names; nil if it names neither.
    func enrolled(_ body: Node, _ call: Call) async throws -> EnrollmentInput? {
        guard body["plan"] != nil || body["testClock"] != nil else { return nil }
        let merchant = call.merchant
        let (found, planProblem) = try await plan(body["plan"], of: merchant)
        let (onClock, clockProblem) = try await clock(body["testClock"], of: merchant)
        return EnrollmentInput(
            plan: found, clock: onClock,
            paymentRequest: found?.terms.paymentRequest(
                from: onClock?.at ?? call.now,
                billingReferences: BillingReferences(plan: found?.id.text)),
            planProblem: planProblem, clockProblem: clockProblem)
    }

    private func plan(_ named: Node?, of merchant: Merchant) async throws -> (Plan?, String?) {
        guard let named, !named.isNull else { return (nil, nil) }
        guard let id = named.string.flatMap({ Plan.ID($0) }) else {
            return (nil, "the id of a plan")
        }
        guard id.merchant == merchant.number,
            let plan = try await FindPlan(plan: id)(on: database), plan.archivedAt == nil
        else { return (nil, "the plan does not exist") }
        return (plan, nil)
    }

    private func clock(_ named: Node?, of merchant: Merchant) async throws -> (TestClock?, String?)
    {
        guard let named, !named.isNull else { return (nil, nil) }
        guard let id = named.string.flatMap({ TestClock.ID($0) }) else {
            return (nil, "the id of a test clock")
        }
        guard id.merchant == merchant.number else { return (nil, "the test clock does not exist") }
        do {
            return (try await FindClock(clock: id)(on: database), nil)
        } catch SubscriptionRefusal.notFound {
            return (nil, "the test clock does not exist")
        }
    }

    /// Starts the subscription or the scheduled payments right after the payment. If that fails, a
    /// worker does it later, because the buyer has paid.
    func enroll(_ call: Call, _ context: CheckoutContext) async {
        let complete = CompleteEnrollment(
            CheckoutContext(
                checkout: context.checkout, generation: nil, merchant: context.merchant, keys: keys,
                requestID: context.requestID, language: context.language, moment: moment()))
        do {
            _ = try await database.transaction { try complete(in: $0) }
        } catch {
            report(error, context.requestID)
        }
    }
}
