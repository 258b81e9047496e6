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

/// Checks everything that a merchant's payments depend on: prints a line for each, and what to do.
struct Doctor {
    private let config: Config
    private let merchant: MerchantNumber

    init(config: Config, _ arguments: [String]) throws {
        self.config = config
        guard arguments.count == 1, let number = Merchant.number(of: arguments[0]) else {
            throw CommandFailure.usage("doctor takes a merchant's id, such as mer_1")
        }
        merchant = number
    }

    func callAsFunction() async throws {
        var diagnosis = Diagnosis()
        if let database = await database(&diagnosis) {
            await clock(database, &diagnosis)
            let keys = await masterKeys(database, &diagnosis)
            disk(&diagnosis)
            await events(database, &diagnosis)
            await checkMerchant(database, keys, &diagnosis)
            await database.close()
        }
        guard !diagnosis.hasFailures else {
            throw CommandFailure.failed("action is required: see the lines marked ILL")
        }
    }

    private func database(_ diagnosis: inout Diagnosis) async -> Database? {
        do {
            var settings = try World.settings(config)
            try await Database.check(settings)
            diagnosis.add("database", "answers")
            try await Migrator(World.migrations, settings).check()
            diagnosis.add("schema", "matches this version")
            settings.connections = 1
            return Database(settings)
        } catch {
            diagnosis.add("database", "not usable", .failure(describe(error)))
            return nil
        }
    }

    /// Checks the clock, on which leases, expiry and signatures depend.
    private func clock(_ database: Database, _ diagnosis: inout Diagnosis) async {
        do {
            let before = World.now().microseconds
            guard let health = try await DatabaseHealth.read(database) else { return }
            let own = (before + World.now().microseconds) / 2
            let apart = abs(health.clock.microseconds - own) / 1000
            let state = "differs from the database's clock by \(apart) ms"
            let advice = "synchronize both with the same time server (timedatectl set-ntp true)"
            diagnosis.add(
                "clock", state,
                apart > 30_000 ? .failure(advice) : apart > 2_000 ? .warning(advice) : .ok)
            diagnosis.add("data", "\(health.bytes >> 20) MiB in the database")
        } catch {
            diagnosis.add("clock", "could not be checked", .failure(describe(error)))
        }
    }

    private func masterKeys(
        _ database: Database, _ diagnosis: inout Diagnosis
    ) async -> KeyRing? {
        do {
            let keys = try await MasterKeys(config).ring(for: database)
            diagnosis.add(
                "master keys", "\(keys.allNumbers.count), and they decrypt the sealed data")
            return keys
        } catch {
            diagnosis.add("master keys", "do not decrypt the data", .failure(describe(error)))
            return nil
        }
    }

    private func disk(_ diagnosis: inout Diagnosis) {
        var file = statvfs()
        guard statvfs(config.masterKeyFile, &file) == 0, file.f_blocks > 0 else { return }
        let free = (UInt64(file.f_bavail) * UInt64(file.f_frsize)) >> 20
        let share = Int(file.f_bavail * 100 / file.f_blocks)
        diagnosis.add(
            "disk", "\(free) MiB free (\(share) %)",
            free < 256
                ? .failure("free disk space: Postgres stops when it cannot write")
                : free < 2_048 || share < 10 ? .warning("free disk space soon") : .ok)
    }

    /// Checks the numbers of events: a restored dump has those of another cluster's transactions.
    private func events(_ database: Database, _ diagnosis: inout Diagnosis) async {
        do {
            let isAhead = try await EventNumbering.check(database).isAhead
            diagnosis.add(
                "events",
                isAhead
                    ? "are numbered by another cluster's transactions, so none is delivered"
                    : "are numbered by this cluster's transactions",
                isAhead ? .failure("start paysheet serve or paysheet work: it renumbers them") : .ok
            )
        } catch {
            diagnosis.add("events", "cannot be read", .failure(describe(error)))
        }
    }

    /// Checks Apple's roots: without them the server trusts no token of a live merchant's buyer.
    private func authorities(for merchant: Merchant, _ diagnosis: inout Diagnosis) {
        guard merchant.live else { return }
        if config.appleCertificates == nil {
            diagnosis.add(
                "apple", "its certificates are not configured",
                .failure("set PAYSHEET_APPLE_CERTIFICATES to a file with Apple's certificates"))
        } else {
            diagnosis.add("apple", "its certificates are configured")
        }
    }

    private func checkMerchant(
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
                    try ListPage<WebhookEndpoint>(of: merchant, limit: WebhookEndpoint.countMax)(
                        in: transaction
                    ).items,
                    try FindTypeTeams(of: merchant)(in: transaction),
                    try CountWaitingPushes(of: merchant)(in: transaction)
                )
            }
            diagnosis.add("merchant", "\(found.0.name), \(found.0.live ? "live" : "test")")
            MerchantDoctor(merchant: found.0, teams: found.4, now: World.now()).check(
                found.1, account, found.2, found.3, &diagnosis)
            if !found.4.isEmpty { pushes(found.5.phones, found.5.tries, &diagnosis) }
            authorities(for: found.0, &diagnosis)
            await domains(of: found.0, &diagnosis)
        } catch {
            diagnosis.add(
                "merchant", "cannot be read",
                .failure("\(describe(error)); GET /v1/merchants lists the existing merchants"))
        }
    }

    /// Reports phones that have not received a push about a change.
    private func pushes(_ phones: Int64, _ tries: Int64, _ diagnosis: inout Diagnosis) {
        guard phones > 0 else {
            return diagnosis.add("pushes", "no phone is waiting for a notification")
        }
        diagnosis.add(
            "pushes", "\(phones) phones are waiting for a notification, tried up to \(tries) times",
            .warning(
                "check that api.push.apple.com can be reached on port 443; see these events in the "
                    + "log: "
                    + "push_service_unreachable, push_failed"))
    }

    /// Checks the file that Apple fetches before it lets a page of a domain pay.
    private func domains(of merchant: Merchant, _ diagnosis: inout Diagnosis) async {
        guard !merchant.settings.domains.isEmpty else {
            return diagnosis.add(
                "domains", "none",
                merchant.live
                    ? .failure("register your pages' domains with PATCH /v1/merchant") : .ok
            )
        }
        let client = Client()
        defer { client.stop() }
        for domain in merchant.settings.domains {
            let path = "/.well-known/apple-developer-merchantid-domain-association"
            let answer = try? await client.send(
                Request(.get, "https://\(domain)\(path)"), under: .publicOnly)
            diagnosis.add(
                "domain", domain + (answer.map { " answers \($0.status)" } ?? " does not answer"),
                answer?.status == 200
                    ? .ok
                    : .warning(
                        "serve Apple's file at \(path): Apple Pay requires it on this domain"))
        }
    }
}
