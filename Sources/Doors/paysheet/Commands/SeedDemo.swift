import Merchants
import Postgres

/// Creates the demo merchant, once for each database, and a file with keys for it.
struct SeedDemo {
    let config: Config
    private var file = EnvironmentFile(path: "")
    private var url: String?
    private var pass: SeedPass?

    init(config: Config, _ arguments: [String]) throws {
        self.config = config
        url = config.shownURL
        var (certificate, key): (InputFile?, InputFile?)
        var rest = arguments[...]
        while let option = rest.popFirst() {
            guard let value = rest.popFirst() else { throw Command.misused("seed-demo") }
            switch option {
            case "--env-file": file = EnvironmentFile(path: value)
            case "--url": url = try Config.url(value, from: option)
            case "--pass-certificate": certificate = InputFile(path: value)
            case "--pass-key": key = InputFile(path: value)
            default: throw Command.misused("seed-demo")
            }
        }
        guard !file.path.isEmpty, (certificate == nil) == (key == nil) else {
            throw Command.misused("seed-demo")
        }
        if let certificate, let key {
            pass = SeedPass(config: config, certificate: certificate, key: key)
        }
    }

    func callAsFunction() async throws {
        var settings = try await World.readySettings(config)
        settings.connections = 1
        let database = Database(settings)
        try await seed(database)
        try await pass?(on: database)
        await database.close()
    }

    private func seed(_ database: Database) async throws {
        if let text = try file.read(), !text.isEmpty {
            let kept = DemoKeys(text)
            guard kept.secret != nil else {
                throw CommandFailure.failed(
                    "\(file.path) contains something else; choose another file")
            }
            if try await kept.work(in: database) {
                if let url { try file.set("PAYSHEET_URL", to: url, in: text) }
                printLine("the demo merchant already exists; its keys are in \(file.path)")
                return
            }
            try file.moveAside()
            printLine(
                "the keys in \(file.path) do not work here; the file was renamed to "
                    + "\(file.path).other"
            )
        }
        // Keys are shown once, so the file that receives them is created first.
        let draft = try file.draft()
        let open = CreateMerchant.open(
            DemoSettings.merchantName, live: false, settings: try DemoSettings.settings())
        let seeded = try await database.transaction { transaction in
            let seeded = try SeedMerchant(open)(in: transaction)
            let merchant = seeded.opened.merchant.number
            if !seeded.wasThere, let coupon = DemoSettings.coupon(of: merchant) {
                _ = try OpenCoupon(coupon: coupon)(in: transaction)
            }
            return seeded
        }
        let operatorKey = try await IssueOperatorKey(now: World.now())(on: database)
        try draft.commit(
            (url.map { "PAYSHEET_URL=\($0)\n" } ?? "") + """
                PAYSHEET_SECRET_KEY=\(seeded.opened.secret.text.text)
                PAYSHEET_PUBLISHABLE_KEY=\(seeded.opened.publishable.text.text)
                PAYSHEET_OPERATOR_KEY=\(operatorKey.text)

                """)
        printLine(
            seeded.wasThere
                ? "the demo merchant already exists and its old keys still work; new ones are in \(file.path)"
                : "created the demo merchant; its keys are in \(file.path)")
    }
}

/// The keys that a file of an earlier call has.
private struct DemoKeys {
    let secret: KeyText?
    let publishable: KeyText?
    let operatorKey: KeyText?

    init(_ text: String) {
        func key(_ name: String) -> KeyText? {
            EnvironmentFile.value(of: name, in: text).map(KeyText.init(text:))
        }
        secret = key("PAYSHEET_SECRET_KEY")
        publishable = key("PAYSHEET_PUBLISHABLE_KEY")
        operatorKey = key("PAYSHEET_OPERATOR_KEY")
    }

    func work(in database: Database) async throws -> Bool {
        guard let secret, let publishable, let operatorKey else { return false }
        let registry = Registry(database: database, now: World.now)
        guard try await registry.grant(of: secret) != nil,
            try await registry.grant(of: publishable) != nil
        else { return false }
        return try await registry.isOperator(operatorKey)
    }
}
