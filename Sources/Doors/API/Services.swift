import Credentials
import Crypto
import HTTP
import Merchants
import Observability
import Passes
import Payments
import Pictures
import Postgres
import Processors
import SharedOrders
import Threads
import Vocabulary

/// The dependencies of all endpoints, made by the executable and by tests.
///
/// One object serves the whole server: each call holds a reference to it.
package final class Services: Sendable {
    package typealias StripeVerification =
        @Sendable (StripeAccount, MerchantNumber) async throws -> VerifyStripeAccount.Finding

    package let database: Database
    package let registry: Registry
    package let keys: KeyRing
    /// The processor that charges for a merchant; nil if no account is connected.
    package let processor: @Sendable (Merchant) async throws -> Processor?
    /// A merchant's account at Stripe, whose secrets verify its events; nil if it has no account.
    package let stripeAccount: @Sendable (MerchantNumber) async throws -> StripeAccount?
    /// Asks Stripe about keys before they are stored.
    package let verifyStripe: StripeVerification
    /// Lets test merchants decide in place of banks; nil without a sandbox.
    package let sandboxService: SandboxService?
    package let credentials: CredentialsService
    /// The identity and the client with which the server calls Apple for a merchant.
    package let merchantIdentity: MerchantIdentity.Finding
    package let appleGateway: AppleGateway
    /// The URLs at which phones and buyers reach this server.
    let urls: @Sendable () -> PublicURLs
    let passTypeNames: PassTypeCache
    let orderTypes: OrderTypeCache
    let packages: PassPackages
    package let sharedOrders: SharedOrderService
    let sharedPictures = SharedPictures()
    /// The clients that are watching shared orders.
    let eventSubscribers: EventSubscribers
    /// Reads pictures and puts them together.
    package let imageProcessor = ImageProcessor()
    package let limits: CallLimits
    let readLimiter = ReadLimiter()
    package let cardTesting: CardTesting
    let proxies: Proxies
    /// The time that a processor may take; the answer comes within
    /// `PaymentSheetLimits.paymentSecondsMax`.
    package let processorLimit: Duration
    package let deadlines: Deadlines
    package let now: @Sendable () -> Instant
    package let random: @Sendable () -> (UInt64, UInt64)
    /// Logs an error, never with a value that a caller sent.
    package let report: @Sendable (any Error, String) -> Void

    package init(
        database: Database, registry: Registry, keys: KeyRing,
        processor: @escaping @Sendable (Merchant) async throws -> Processor?,
        stripeAccount: @escaping @Sendable (MerchantNumber) async throws -> StripeAccount? = {
            _ in nil
        },
        verifyStripe: @escaping StripeVerification = { _, _ in throw ProcessorFault.unreachable },
        sandboxService: SandboxService? = nil, credentials: CredentialsService,
        merchantIdentity: @escaping MerchantIdentity.Finding = { _, _ in nil },
        appleGateway: AppleGateway = .unreachable,
        urls: @escaping @Sendable () -> PublicURLs, sharedOrders: SharedOrderService? = nil,
        limits: CallLimits,
        cardTesting: CardTesting = CardTesting(clock: monotonicMicroseconds),
        proxies: Proxies = Proxies(), processorLimit: Duration, deadlines: Deadlines,
        now: @escaping @Sendable () -> Instant,
        random: @escaping @Sendable () -> (UInt64, UInt64),
        report: @escaping @Sendable (any Error, String) -> Void
    ) {
        self.database = database
        self.registry = registry
        self.keys = keys
        self.processor = processor
        self.stripeAccount = stripeAccount
        self.verifyStripe = verifyStripe
        self.sandboxService = sandboxService
        self.credentials = credentials
        self.merchantIdentity = merchantIdentity
        self.appleGateway = appleGateway
        self.urls = urls
        passTypeNames = PassTypeCache(database: database, now: now)
        orderTypes = OrderTypeCache(database: database, now: now)
        packages = PassPackages(
            database: database, keys: keys,
            signer: credentials.signer(of: registry, now: now), urls: urls, now: now)
        self.sharedOrders =
            sharedOrders
            ?? SharedOrderService(
                database: database, keys: keys,
                identify: { UUID128.version7(at: $0, random: random()) })
        eventSubscribers = EventSubscribers(at: self.sharedOrders, of: registry, now: now)
        self.limits = limits
        self.cardTesting = cardTesting
        self.proxies = proxies
        self.processorLimit = processorLimit
        self.deadlines = deadlines
        self.now = now
        self.random = random
        self.report = report
    }

    /// The present time, for work that no call of a merchant asks for.
    func moment() -> Moment { Moment(now(), identify: identify) }

    @Sendable func identify(_ now: Instant) -> UUID128 {
        UUID128.version7(at: now, random: random())
    }
}
