import API
import Credentials
import Crypto
import HTTP
import HTTPClient
import Merchants
import Observability
import Passes
import Postgres
import Processors
import TestSupport
import Vocabulary

/// A real server in this process, on a port that the kernel chooses, with the real database.
struct TestServer: Sendable {
    let database: Database
    let sandbox: Database
    let port: UInt16
    let services: Services
    /// Issues the certificates and tokens that the server trusts as it trusts Apple's.
    let forge: TokenForge
    let routes: [Route]
    private let server: Server

    static let shared = Task { try await TestServer() }

    static let now: @Sendable () -> Instant = { Instant(microseconds: Log.now()) }

    static func identify(_ now: Instant) -> UUID128 {
        UUID128.version7(at: now, random: Random.words())
    }

    static func moment() -> Moment { Moment(now(), identify: identify) }

    /// The processor's time limit in these tests; the server's own is 20 s. Other tests keep all
    /// cores busy for less time than this.
    static let processorLimit = Duration.milliseconds(6_000)

    private init() async throws {
        database = try await TestDatabase.shared
        sandbox = database
        let clock = SandboxClock(
            now: TestServer.now, sleep: { try await Task.sleep(for: .milliseconds($0)) })
        let processor = Processor.sandbox(sandbox, clock: clock)
        let keys = KeyRing(masters: [1: Secret.random(KeyRing.masterCount)])
        forge = try TokenForge()
        // No process listens on port 1.
        let stripe = LocalStripe.isThere ? try await LocalStripe.shared : nil
        let keychain = Keychain(
            database: database, keys: keys, stripe: stripe?.base ?? "http://127.0.0.1:1",
            now: TestServer.now)
        let outside = StripeEnvironment(
            account: keychain.account,
            send: { await stripe?.send($0, $1) ?? .failure(.unreachable) }, now: TestServer.now)
        let charging = Processor.stripe(database, outside)
        let own = try forge.read("root.pem") + forge.read("relations.pem")
        let authorities = AppleAuthorities(.none, besides: Certificate.all(pem: own))
        services = Services(
            database: database,
            registry: Registry(database: database, now: TestServer.now), keys: keys,
            processor: { merchant in
                guard merchant.processor == .stripe else { return processor }
                return try await keychain.account(of: merchant.number) == nil ? nil : charging
            },
            stripeAccount: keychain.account,
            verifyStripe: { [database] in
                try await VerifyStripeAccount(database, outside)($0, of: $1)
            },
            sandboxService: SandboxService(sandbox, clock: clock),
            credentials: CredentialsService(
                keychain: keychain, live: authorities),
            merchantIdentity: { merchant, now in
                if let kept = SessionScene.identity(of: merchant) { return kept }
                return try await keychain.identity(of: merchant, at: now)
            },
            appleGateway: SessionScene.gateway, urls: { PublicURLs("https://pay.example") },
            limits: CallLimits(
                callsPerSecond: 100_000, attemptsPerMinute: 100_000,
                buyerAttemptsPerMinute: 1_000, noticesPerSecond: 100_000,
                phoneCallsPerSecond: 100_000),
            processorLimit: TestServer.processorLimit, deadlines: Deadlines(),
            now: TestServer.now, random: { Random.words() },
            report: { error, _ in print("unforeseen: \(String(reflecting: error))") })
        routes =
            services.apiRoutes + services.dashboardRoutes + services.sharedPageRoutes
            + services.operationRoutes(metrics: { [] }, isStopping: { false })
        server = Server(Settings(), Router(routes), refuse: HTTPRefusals.answer)
        port = try server.start()
    }

    /// The number of a merchant's charges in the sandbox's own record.
    func charges(of merchant: Merchant) async throws -> Int {
        let rows = try await database.run(
            """
            SELECT count(*) AS charges FROM sandbox.charges
            WHERE merchant_id = \(merchant.number.value) AND state = 'charged'
            """)
        let count: Int64 = try rows[0].get("charges")
        return Int(count)
    }
}
