import Carts
import Checkouts
import HTTP
import JSON
import Merchants
import Payments
import Postgres
import Vocabulary

/// Checkouts, which a merchant's server opens, reads and changes.
enum CheckoutEndpoints {
    private static let one = "/v1/checkouts/{checkout}"
    /// The parameters of calls that a sheet makes.
    static let clientVersion: Set<String> = ["clientVersion"]

    static let all: [Endpoint] = [
        open,
        Endpoint(
            ListEndpoint<ListedCheckout>(
                "/v1/checkouts",
                filters: [
                    "status", "reference", "lastFour", "tried", "createdAfter", "createdBefore",
                ], filter: filter
            ) { checkout, call, writer in
                writer.object {
                    checkout.write(
                        membersTo: &$0, of: call.merchant, in: call.language, at: call.now)
                }
            }),
        Endpoint(.get, one, for: .keys([.read, .write, .buyer]), show)
            .taking(clientVersion),
        Endpoint(.patch, one, for: .writer, change),
        cancel,
        timeline,
        merchantSession,
    ]

    @Sendable private static func filter(
        _ query: QueryReader, _ call: Call
    ) -> ListedCheckout.Filter {
        var filter = ListedCheckout.Filter(now: call.now)
        filter.state = query.choice("status")
        filter.reference = query.text("reference", maxLength: CheckoutLimits.referenceLengthMax)
        filter.lastFour = query.value("lastFour", detail: "the last four digits of a card") {
            $0.utf8.count == 4 && $0.hasOnlyASCIIDigits ? $0 : nil
        }
        filter.isTried =
            query.value("tried", detail: "true or false", parse: Bool.init) ?? false
        filter.createdAfter = query.instant("createdAfter")
        filter.createdBefore = query.instant("createdBefore")
        return filter
    }

    /// Shows the checkout as the caller may see it.
    @Sendable static func show(_ call: Call) async throws -> Response {
        let find = FindCheckout(
            checkout: try call.checkout(), generation: call.generation, language: call.language)
        let found = try await find(on: call.database, registry: call.registry, keys: call.keys)
        let view = CheckoutView(
            found, merchant: call.merchant, language: call.language,
            clientVersion: try call.clientVersion())
        if case .buyer = call.caller {
            return Answer { view.write(forBrowserTo: &$0, at: call.now) }.response
        }
        // The secret can pay, so a key that only reads does not see it.
        var secret: ClientSecret?
        if call.caller.has(Permission(.payments, .write)) {
            secret = try ClientSecret(
                for: found.session.id, keyNumber: found.session.derivationKey,
                generation: found.session.generation, keys: call.keys)
        }
        return Answer {
            view.write(forServerTo: &$0, at: call.now, secret: secret?.text)
        }.response
    }

    @Sendable private static func change(_ call: Call) async throws -> Response {
        let document = try call.document()
        let change: @Sendable (CheckoutRequest) throws -> CheckoutRequest = { old in
            try Call.read(document.root) { old.changed(by: $0, now: call.now) }
        }
        do {
            _ = try await call.registry.retryingOnSettingsChange(call.context()) { context in
                let revise = ReviseCheckout(context: context, change: change)
                return try await call.run(revise)
            }
        } catch CheckoutRefusal.notOpen(.authorized) {
            try await finalize(call, change)
        }
        return try await show(call)
    }

    /// After the authorization only a pending total can change, and the change is final.
    private static func finalize(
        _ call: Call, _ change: @escaping @Sendable (CheckoutRequest) throws -> CheckoutRequest
    ) async throws {
        let context = try call.context()
        let runner = try await call.services.runner(call.merchant)
        let finalize = FinalizeTotal(
            context: context, change: change,
            capture: BeginCapture(
                context: context, requested: { _ in RequestedAmount() }, isFinal: false,
                identifier: call.identify(), lease: call.services.operationLease, claim: nil))
        let started = try await call.run(finalize)
        if let started, started.operation.isUnderWay { _ = try await runner.end(started, context) }
    }

    private static let cancel = Endpoint(
        .post, one + "/cancel", for: .writer, body: .any, repeated: .oneTransaction
    ) { call in
        try call.requireNoBody()
        let cancel = CancelCheckout(context: try call.context(), event: call.identify())
        return try await call.idempotentThenShown {
            _ = try cancel(in: $0)
        } show: {
            try await show(call)
        }
    }

    static let timeline = Endpoint(
        ListEndpoint(one + "/timeline", readTimeline) { row, _, writer in
            row.found.entry.write(to: &writer, input: row.found.input, in: row.currency)
        })

    /// A row of the timeline, and the currency of its amounts.
    private struct TimelineRow: Sendable {
        let found: ReadTimeline.Row
        let currency: Currency
    }

    @Sendable private static func readTimeline(
        _ call: Call
    ) async throws -> ListEndpoint<TimelineRow>.Page {
        let page = try call.page(of: TimelineEntry.self)
        let id = try call.checkout()
        let read = ReadTimeline(checkout: id, after: page.after, limit: page.limit, keys: call.keys)
        let outcome = try await read(on: call.database)
        let rows = outcome.entries.map { TimelineRow(found: $0, currency: outcome.currency) }
        return ListEndpoint.Page(rows, limit: page.limit) {
            Identifier<TimelineEntry>(merchant: id.merchant, uuid: $0.found.entry.entry).text
        }
    }
}

extension Call {
    /// The checkout in the path; a buyer's secret opens only its own checkout.
    func checkout() throws -> CheckoutSession.ID {
        let id: CheckoutSession.ID = try identifier("checkout")
        if case .buyer(let secret, _) = caller, secret.checkout != id { throw Problem.notFound }
        return id
    }

    /// The generation of the client secret, which is compared with the checkout's once the row is
    /// read; nil for callers without a client secret.
    var generation: Int? {
        if case .buyer(let secret, _) = caller { return secret.generation }
        return nil
    }

    /// The input of every verb on the checkout in the path.
    func context() throws -> CheckoutContext {
        var context = context(of: try checkout())
        context.clientVersion = try clientVersion()
        return context
    }

    /// The input of every verb on one checkout: the caller, the merchant's settings and the time.
    ///
    /// - Parameter checkout: must belong to the caller.
    func context(of checkout: CheckoutSession.ID) -> CheckoutContext {
        CheckoutContext(
            checkout: checkout, generation: generation, merchant: merchant, keys: keys,
            requestID: request.id, language: language, moment: moment)
    }

    /// `?clientVersion`: the version of Apple Pay JS with which a browser opens the sheet.
    func clientVersion() throws -> Int? {
        guard !request.query.names.isEmpty else { return nil }
        return try query {
            $0.value(
                "clientVersion",
                detail: "a whole number from 1 to \(CheckoutLimits.clientVersionMax)"
            ) { text in
                let version = text.wholeNumber ?? 0
                return 1...CheckoutLimits.clientVersionMax ~= version ? Int(version) : nil
            }
        }
    }
}
