import API
import Crypto
import Glibc
import HTTP
import JSON
import Merchants
import Postgres
import Processors
import Vocabulary

/// Brings the database to this version's schema.
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
        for migration in applied { say("migrated: \(migration.number) \(migration.name)") }
        if applied.isEmpty { say("the database is up to date") }
    }
}

/// Opens a merchant from the command line; its keys are shown this once.
struct CreateMerchant {
    let config: Config
    private var name = ""
    private var live = false
    private var json = false

    init(config: Config, _ arguments: [String]) throws {
        self.config = config
        guard arguments.first == "create" else {
            throw CommandFailure.usage("paysheet merchants create NAME [--live] [--json]")
        }
        for argument in arguments.dropFirst() {
            switch argument {
            case "--live": live = true
            case "--json": json = true
            default:
                guard !argument.hasPrefix("-"), name.isEmpty else {
                    throw CommandFailure.usage("'\(argument)' is not expected here")
                }
                name = argument
            }
        }
        guard (1...128).contains(name.unicodeScalars.count) else {
            throw CommandFailure.usage("give the merchant a name of 1 to 128 characters")
        }
    }

    func callAsFunction() async throws {
        let database = Database(try World.settings(config))
        let opened = try await CreateMerchant.open(name, live: live, in: database)
        await database.close()
        if json {
            say(
                String(
                    decoding: Writer.value { writer in
                        writer.object {
                            $0.member("id", opened.merchant.identifier)
                            $0.member("secretKey", opened.secret.text.text)
                            $0.member("publishableKey", opened.publishable.text.text)
                        }
                    }, as: UTF8.self))
        } else {
            say("merchant         \(opened.merchant.identifier) (\(live ? "live" : "test"))")
            say("secret key       \(opened.secret.text.text)")
            say("publishable key  \(opened.publishable.text.text)")
            say("Keep them: they are not shown again.")
        }
    }

    static func open(
        _ name: String, live: Bool, settings: MerchantSettings = MerchantSettings(),
        in database: Database
    ) async throws -> OpenMerchant.Outcome {
        let now = World.now()
        let open = OpenMerchant(
            name: name, live: live, settings: settings, now: now,
            keyIdentifiers: (World.identify(now), World.identify(now)))
        return try await database.transaction { try open(in: $0) }
    }
}

/// Makes a key of the server's operator; it is shown this once.
struct CreateOperator {
    let config: Config

    init(config: Config, _ arguments: [String]) throws {
        self.config = config
        guard arguments == ["create"] else {
            throw CommandFailure.usage("paysheet operator create")
        }
    }

    func callAsFunction() async throws {
        let database = Database(try World.settings(config))
        let text = try await CreateOperator.create(in: database)
        await database.close()
        say(text.text)
    }

    static func create(in database: Database) async throws -> KeyText {
        let text = KeyText.makeOperator()
        _ = try await database.run(OperatorKey.insert(hash: text.hash, at: World.now()))
        return text
    }
}

/// Makes the merchant of bin/run, once: its keys are in the file that it writes.
struct SeedDemo {
    let config: Config
    private let file: String

    init(config: Config, _ arguments: [String]) throws {
        self.config = config
        guard arguments.count == 2, arguments[0] == "--env-file" else {
            throw CommandFailure.usage("paysheet seed-demo --env-file FILE")
        }
        file = arguments[1]
    }

    func callAsFunction() async throws {
        guard access(file, F_OK) != 0 else {
            say("the demo merchant is there; its keys are in \(file)")
            return
        }
        let database = Database(try World.settings(config))
        let opened = try await CreateMerchant.open(
            "Demo Toast", live: false, settings: try DemoSettings.settings(), in: database)
        let operatorKey = try await CreateOperator.create(in: database)
        await database.close()
        try write(
            """
            PAYSHEET_SECRET_KEY=\(opened.secret.text.text)
            PAYSHEET_PUBLISHABLE_KEY=\(opened.publishable.text.text)
            PAYSHEET_OPERATOR_KEY=\(operatorKey.text)

            """)
        say("made the demo merchant; its keys are in \(file)")
    }

    /// For its owner alone, whatever the umask says.
    private func write(_ text: String) throws {
        let descriptor = open(file, O_WRONLY | O_CREAT | O_EXCL, 0o600)
        guard descriptor >= 0 else {
            throw CommandFailure.failed("\(file): \(String(cString: strerror(errno)))")
        }
        defer { Glibc.close(descriptor) }
        let bytes = Array(text.utf8)
        guard fchmod(descriptor, 0o600) == 0,
            Glibc.write(descriptor, bytes, bytes.count) == bytes.count
        else { throw CommandFailure.failed("\(file): \(String(cString: strerror(errno)))") }
    }
}

/// A shop with two zones and a tax, so that every branch of the sheet can be tried.
enum DemoSettings {
    static func settings() throws -> MerchantSettings {
        try MerchantSettings(stored: Array(document.utf8))
    }

    private static let document = """
        {"countryCode": "US", "statementName": "DEMO TOAST",
         "shippingZones": [
           {"name": "United States", "currencyCode": "USD", "areas": [{"countryCode": "US"}],
            "methods": [
              {"identifier": "standard", "label": "Standard", "detail": "5 to 7 days",
               "prices": [{"amount": "4.99"}, {"from": "50.00", "amount": "0.00"}]},
              {"identifier": "express", "label": "Express", "detail": "2 days",
               "prices": [{"amount": "14.99"}]}]}],
         "taxRates": [
           {"label": "Sales tax", "countryCode": "US", "region": "US-CA", "percent": "8.25"}]}
        """
}

/// The table of routes, as the contract test compares it with openapi.yaml.
struct ListRoutes {
    func callAsFunction() {
        // No request is answered, so nothing of the world is reached.
        let database = Database(Database.Settings("host=/nowhere"))
        let services = Services(
            database: database, registry: Registry(database: database, now: World.now),
            keys: KeyRing(masters: [1: Secret.random(KeyRing.masterCount)]),
            processor: { _ in nil },
            limits: CallLimits(callsPerSecond: 1, attemptsPerMinute: 1),
            processorLimit: .seconds(1), deadlines: Deadlines(), now: World.now,
            random: World.random, report: { _, _ in })
        let routes =
            services.apiRoutes
            + services.operationRoutes(metrics: { [] }, isStopping: { false })
        // A preflight is the browser's business.
        for route in routes where route.method != .options {
            say("\(route.method.rawValue) \(route.template)")
        }
        exit(0)
    }
}

/// What an error says to whoever started the command: one line.
func describe(_ error: any Error) -> String {
    switch error {
    case MigrationError.tooOld: "\(error); run paysheet migrate"
    case let error as PostgresError: "\(error)"
    default: "\(error)"
    }
}
