import API
import Credentials
import Crypto
import Glibc
import HTTP
import JSON
import Merchants
import Passes
import Postgres
import Processors
import Vocabulary

/// Migrates the database to this version's schema.
struct Migrate {
    let config: Config

    init(config: Config, _ arguments: [String]) throws {
        try CommandFailure.refuse(arguments)
        self.config = config
    }

    func callAsFunction() async throws {
        let settings = try World.settings(config)
        try await Database.check(settings)
        let applied = try await Migrator(World.migrations, settings).migrate()
        for migration in applied { printLine("migrated: \(migration.number) \(migration.name)") }
        if applied.isEmpty { printLine("the database is up to date") }
    }
}

/// Opens a merchant from the command line; its keys are shown only this once.
struct CreateMerchant {
    let config: Config
    private var name = ""
    private var live = false
    private var processor: ProcessorName?
    private var json = false

    init(config: Config, _ arguments: [String]) throws {
        self.config = config
        guard arguments.first == "create" else {
            throw Command.misused("merchants")
        }
        for argument in arguments.dropFirst() {
            switch argument {
            case "--live": live = true
            case "--stripe": processor = .stripe
            case "--json": json = true
            default:
                guard !argument.hasPrefix("-"), name.isEmpty else {
                    throw CommandFailure.usage("unexpected argument '\(argument)'")
                }
                name = argument
            }
        }
        guard (1...128).contains(name.unicodeScalars.count) else {
            throw CommandFailure.usage("give the merchant a name of 1 to 128 characters")
        }
    }

    func callAsFunction() async throws {
        let database = Database(try await World.readySettings(config))
        if live { _ = try await MasterKeys(config).ring(for: database, createsMissing: false) }
        let open = CreateMerchant.open(name, live: live, processor: processor)
        let opened = try await database.transaction { try open(in: $0) }
        await database.close()
        if json {
            printJSON { writer in
                writer.object {
                    $0.member("id", opened.merchant.identifier)
                    $0.member("secretKey", opened.secret.text.text)
                    $0.member("publishableKey", opened.publishable.text.text)
                }
            }
        } else {
            printLine("merchant         \(opened.merchant.identifier) (\(live ? "live" : "test"))")
            printLine("secret key       \(opened.secret.text.text)")
            printLine("publishable key  \(opened.publishable.text.text)")
            printLine("Store them now: they are not shown again.")
        }
    }

    static func open(
        _ name: String, live: Bool, processor: ProcessorName? = nil,
        settings: MerchantSettings = MerchantSettings()
    ) -> OpenMerchant {
        let now = World.now()
        return OpenMerchant(
            name: name, live: live, processor: processor, settings: settings, now: now,
            keyIdentifiers: (World.identify(now), World.identify(now)))
    }
}

/// Prints the table of routes; the contract test compares it with openapi.yaml.
struct ListRoutes {
    func callAsFunction() {
        // The command answers no request, so none of these dependencies is ever called.
        let database = Database(Database.Settings("host=/nowhere"))
        let services = Services(
            database: database, registry: Registry(database: database, now: World.now),
            keys: KeyRing(masters: [1: Secret.random(KeyRing.masterCount)]),
            processor: { _ in nil },
            credentials: CredentialsService(
                keychain: Keychain(
                    database: database, keys: KeyRing(masters: [1: .random()]), now: World.now),
                live: .none),
            urls: { PublicURLs("") },
            limits: CallLimits(callsPerSecond: 1, attemptsPerMinute: 1),
            processorLimit: .seconds(1), deadlines: Deadlines(), now: World.now,
            random: World.random, report: { _, _ in })
        let routes =
            services.apiRoutes
            + services.operationRoutes(metrics: { [] }, isStopping: { false })
        // Only browsers send preflight requests, so the contract does not have them.
        for route in routes where route.method != .options {
            printLine("\(route.method.rawValue) \(route.template)")
        }
        exit(0)
    }
}
