import Crypto
import TestSupport
import Testing
import Vocabulary

@testable import HTTPClient
@testable import Processors

/// `Retry-After` of Stripe's 429 and 503 (RFC 9110, 10.2.3), within the time that a buyer can wait.
@Suite struct StripePauseTests {
    @Test(
        arguments: [
            (429, "1", [1_000, 1_000, 1_000]), (503, "2", [2_000, 2_000, 2_000]),
            // Two seconds after 1_790_000_000.
            (429, "Mon, 21 Sep 2026 14:13:22 GMT", [2_000, 2_000, 2_000]),
            (429, "0", [100, 400, 1_000]), (429, "soon", [100, 400, 1_000]),
            (429, nil, [100, 400, 1_000]), (500, "2", [100, 400, 1_000]),
            // Longer than a buyer waits, so the call fails at once.
            (429, "4", []), (503, "3600", []),
        ] as [(Int, String?, [Int64])])
    func `a request is repeated no sooner than Stripe asks`(
        status: Int, header: String?, pauses: [Int64]
    ) async {
        let slept = Journal<Int64>()
        let asked = Journal<String>()
        let api = StripeAPI(
            account: StripeAccount(
                secretKey: Secret(Array("sk_canned".utf8)), webhookSecrets: [],
                apiBase: "https://stripe.invalid"),
            environment: StripeEnvironment(
                account: { _ in nil },
                send: { request, _ in
                    asked.add(request.url)
                    return .success(
                        Answer(
                            status: status, headers: header.map { [("retry-after", $0)] } ?? [],
                            body: [], isCut: false, milliseconds: 0))
                },
                now: { Instant(seconds: 1_790_000_000) }, sleep: { slept.add($0) }))
        await #expect(throws: ProcessorFault.self) { _ = try await api.get("/v1/balance") }
        #expect(slept.all == pauses)
        #expect(asked.all.count == pauses.count + 1)
    }
}
