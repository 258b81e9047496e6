import Checkout
import Credentials
import Crypto
import Glibc
import HTTPClient
import Merchants
import Operations
import Outbox
import Passes
import Postgres
import Vocabulary

/// Looks at all that a merchant's payments stand on: a line each, and what to do.
struct Doctor {
    private let config: Config
    private let merchant: MerchantNumber

    init(config: Config, _ arguments: [String]) throws {
        self.config = config
        guard arguments.count == 1, let number = Merchant.number(of: arguments[0]) else {
            throw CommandFailure.usage("doctor takes a merchant's identifier, as mer_1")
        }
        merchant = number
    }

    func callAsFunction() async throws {
        var diagnosis = Diagnosis()
        if let database = await database(&diagnosis) {
            await clock(database, &diagnosis)
            let keys = await masterKeys(database, &diagnosis)
            disk(&diagnosis)
            await look(database, keys, &diagnosis)
            await database.close()
        }
        guard !diagnosis.isIll else {
            throw CommandFailure.failed("something has to be done: see the lines with ILL")
        }
    }

    private func database(_ diagnosis: inout Diagnosis) async -> Database? {
        do {
            var settings = try World.settings(config)
            try await Database.check(settings)
            diagnosis.tell("database", "answers")
            try await Migrator(World.migrations, settings).check()
            diagnosis.tell("schema", "of this version")
            settings.connections = 1
            return Database(settings)
        } catch {
            diagnosis.tell("database", "does not serve", .ill(describe(error)))
            return nil
        }
    }

    /// Leases, expiry and signatures go by it.
    private func clock(_ database: Database, _ diagnosis: inout Diagnosis) async {
        do {
            let before = World.now().microseconds
            guard let health = try await DatabaseHealth.ask(database) else { return }
            let own = (before + World.now().microseconds) / 2
            let apart = abs(health.clock.microseconds - own) / 1000
            let state = "\(apart) ms apart from the database's"
            let advice = "let both follow the same time server (timedatectl set-ntp true)"
            diagnosis.tell(
                "clock", state,
                apart > 30_000 ? .ill(advice) : apart > 2_000 ? .soon(advice) : .well)
            diagnosis.tell("data", "\(health.bytes >> 20) MiB in the database")
        } catch {
            diagnosis.tell("clock", "is not known", .ill(describe(error)))
        }
    }

    private func masterKeys(
        _ database: Database, _ diagnosis: inout Diagnosis
    ) async -> KeyRing? {
        do {
            let keys = try await MasterKeys(config).ring(for: database)
            diagnosis.tell("master keys", "\(keys.allNumbers.count), and they open what is sealed")
            return keys
        } catch {
            diagnosis.tell("master keys", "do not open the data", .ill(describe(error)))
            return nil
        }
    }

    private func disk(_ diagnosis: inout Diagnosis) {
        var file = statvfs()
        guard statvfs(config.masterKeyFile, &file) == 0, file.f_blocks > 0 else { return }
        let free = (UInt64(file.f_bavail) * UInt64(file.f_frsize)) >> 20
        let share = Int(file.f_bavail * 100 / file.f_blocks)
        diagnosis.tell(
            "disk", "\(free) MiB free (\(share) %)",
            free < 256
                ? .ill("make room: Postgres stops when it cannot write")
                : free < 2_048 || share < 10 ? .soon("make room before it is needed") : .well)
    }

    /// Without Apple's roots no token of a live merchant's buyer is believed.
    private func authorities(for merchant: Merchant, _ diagnosis: inout Diagnosis) {
        guard merchant.live else { return }
        if config.appleCertificates == nil {
            diagnosis.tell(
                "apple", "its certificates are not named",
                .ill("name a file that has them: PAYSHEET_APPLE_CERTIFICATES"))
        } else {
            diagnosis.tell("apple", "its certificates are named")
        }
    }

    private func look(
        _ database: Database, _ keys: KeyRing?, _ diagnosis: inout Diagnosis
    ) async {
        do {
            let account: ProcessorAccount? =
                if let keys {
                    try await FindProcessorAccount(of: merchant, keys: keys)(on: database)
                } else { nil }
            let found = try await database.transaction { transaction in
                (
                    try FindMerchant(number: merchant)(in: transaction),
                    try ListKeys(merchant: merchant)(in: transaction),
                    try FindCertificates(of: merchant)(in: transaction),
                    try ListEndpoints(
                        merchant: merchant, before: nil, limit: Endpoint.countMax)(
                            in: transaction),
                    try FindTypeTeams(of: merchant)(in: transaction),
                    try CountWaitingPushes(of: merchant)(in: transaction)
                )
            }
            diagnosis.tell("merchant", "\(found.0.name), \(found.0.live ? "live" : "test")")
            MerchantDoctor(merchant: found.0, teams: found.4, now: World.now()).look(
                at: found.1, account, found.2, found.3, &diagnosis)
            if !found.4.isEmpty { pushes(found.5.phones, found.5.tries, &diagnosis) }
            authorities(for: found.0, &diagnosis)
            await domains(of: found.0, &diagnosis)
        } catch {
            diagnosis.tell(
                "merchant", "cannot be read",
                .ill("\(describe(error)); GET /v1/merchants lists those that are there"))
        }
    }

    /// Phones that were to be told of a change in vain.
    private func pushes(_ phones: Int64, _ tries: Int64, _ diagnosis: inout Diagnosis) {
        guard phones > 0 else { return diagnosis.tell("pushes", "no phone waits for one in vain") }
        diagnosis.tell(
            "pushes", "phones that wait for one: \(phones), tried up to \(tries) times",
            .soon(
                "is api.push.apple.com reached at port 443? The log says more: "
                    + "push_service_unreachable, push_failed"))
    }

    /// Apple looks for this file before it lets a page of a domain pay.
    private func domains(of merchant: Merchant, _ diagnosis: inout Diagnosis) async {
        guard !merchant.settings.domains.isEmpty else {
            return diagnosis.tell(
                "domains", "none",
                merchant.live ? .ill("register your pages' domains by PATCH /v1/merchant") : .well)
        }
        let client = Client()
        defer { client.stop() }
        for domain in merchant.settings.domains {
            let path = "/.well-known/apple-developer-merchantid-domain-association"
            let answer = try? await client.send(
                Request(.get, "https://\(domain)\(path)"), under: .publicOnly)
            diagnosis.tell(
                "domain", domain + (answer.map { " answers \($0.status)" } ?? " does not answer"),
                answer?.status == 200
                    ? .well : .soon("serve Apple's file at \(path), or Apple Pay stays off there"))
        }
    }
}
