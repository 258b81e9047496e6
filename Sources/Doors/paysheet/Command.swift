import Exports

/// The commands of the executable.
enum Command {
    private struct Entry {
        let word: String
        var arguments = ""
        let purpose: String
        var options: [(name: String, meaning: String)] = []

        var usage: String { "paysheet \(word)\(arguments)" }

        var help: String {
            let width = options.map(\.name.count).max() ?? 0
            let lines = options.map { option in
                let gap = String(repeating: " ", count: width - option.name.count + 2)
                return "      \(option.name)\(gap)\(option.meaning)"
            }
            return (["  \(usage)", "      \(purpose)"] + lines).joined(separator: "\n")
        }
    }

    private static let entries = [
        Entry(word: "serve", purpose: "serves HTTP and runs the workers"),
        Entry(word: "work", purpose: "runs only the workers"),
        Entry(word: "migrate", purpose: "migrates the database to this version"),
        Entry(
            word: "merchants", arguments: " create NAME [--live] [--stripe] [--json]",
            purpose: "creates a merchant and shows its keys once",
            options: [
                (
                    "--live",
                    "create a live merchant; by default a test merchant, which uses the sandbox"
                ),
                (
                    "--stripe",
                    "use Stripe's test mode for a test merchant; a live merchant always uses Stripe"
                ),
                ("--json", "one line of JSON: id, secretKey, publishableKey"),
            ]),
        Entry(
            word: "operator", arguments: " create [--json]",
            purpose: "creates an operator key and shows it once",
            options: [("--json", "one line of JSON: id, key")]),
        Entry(
            word: "operator", arguments: " list [--json]",
            purpose: "lists the ids of the operator keys, oldest first, but no key itself",
            options: [("--json", "one line of JSON: data, a list of id, createdAt, revokedAt")]),
        Entry(
            word: "operator", arguments: " revoke ID [--json]",
            purpose: "revokes the key with this id immediately",
            options: [("--json", "one line of JSON: id, createdAt, revokedAt")]),
        Entry(
            word: "seed-demo",
            arguments: " --env-file FILE [--url URL] [--pass-certificate PEM --pass-key PEM]",
            purpose: "creates the demo merchant once; writes its keys and the server's URL to FILE",
            options: [
                (
                    "--pass-certificate",
                    "a pass type certificate with its key, for the demo's gift card in Wallet"
                ),
                ("--url", "the server's URL; by default PAYSHEET_PUBLIC_URL, or"),
                ("", "http:// with PAYSHEET_ADDRESS and PORT"),
            ]),
        Entry(
            word: "audit", arguments: " [--json] [--merchant MERCHANT]",
            purpose:
                "audits ledger and payments: one line per violation; status 1 if there are any",
            options: [
                (
                    "--json",
                    "one JSON line each: rule, merchant, object, is, shouldBe; finally, counts"
                ),
                ("--merchant", "only this merchant, by id (mer_1) or number"),
            ]),
        Entry(
            word: "reconcile",
            arguments: " [--from DATE] [--to DATE] [--merchant MERCHANT] [--json]",
            purpose:
                "compares payments with the processors' records: status 1 for discrepancies, 3 for "
                + "days not compared",
            options: [
                ("--from", "the first day, in UTC, such as 2026-11-22; by default the day of --to"),
                (
                    "--to",
                    "the last day, at most 92 days; by default yesterday (today if --from is)"
                ),
                (
                    "--merchant",
                    "only this merchant, such as mer_1; by default all with card payments"
                ),
                (
                    "--json",
                    "one JSON line each: merchant, kind, processor, key, processorReference,"
                ),
                (
                    "",
                    "checkout, ours, theirs, paymentAt; or merchant, notCompared; finally, counts"
                ),
            ]),
        Entry(
            word: "export", arguments: " KIND --merchant MERCHANT [OPTION…] > FILE",
            purpose: "writes a merchant's rows for its accounting, oldest first, from one snapshot",
            options: [
                ("KIND", Export.Kind.allCases.map(\.rawValue).joined(separator: ", ")),
                ("--from", "the first day, in UTC, such as 2026-11-01; by default all"),
                ("--to", "the last day; by default now"),
                ("--format", "csv (RFC 4180, by default) or jsonl (a JSON object in each line)"),
            ]),
        Entry(
            word: "doctor", arguments: " MERCHANT",
            purpose:
                "checks everything that a merchant's payments depend on, and says what to fix"),
        Entry(
            word: "listen", arguments: " --forward URL [--key FILE] [--url URL]",
            purpose:
                "forwards a test merchant's events to a server on your machine as they happen",
            options: [
                (
                    "--forward",
                    "the URL that receives each signed event, such as http://localhost:3000/events"
                )
            ]
                + shopOptions),
        Entry(
            word: "trigger", arguments: " EVENT [--key FILE] [--url URL]",
            purpose: "makes an event really happen for a test merchant, through API requests",
            options: shopOptions + Trigger.options),
        Entry(
            word: "contacts", arguments: " check [OPTION…] < CONTACTS",
            purpose:
                "validates contacts, one JSON object per line, and writes each normalized with its "
                + "errors",
            options: [
                ("--stage", "redacted or full: which fields can be required already (full)"),
                ("--kind", "shipping or billing (shipping)"),
                ("--required", "postalAddress,name,email,phone,phoneticName (postalAddress)"),
                ("--locale", "the language of the messages, such as fr (en)"),
                ("--allow-country", "a country to deliver to, such as US; can be repeated"),
                ("--exclude-region", "a region not to deliver to, such as US-HI; can be repeated"),
                ("--no-post-office-boxes", "do not deliver to post office boxes"),
            ]),
        Entry(
            word: "token", arguments: " open --token FILE --key FILE --merchant-id ID [OPTION…]",
            purpose:
                "decrypts a payment token: shows its content with a masked number, or the failed "
                + "check",
            options: [
                ("--token", "paymentData as JSON or Base64, alone or inside its token or payment"),
                ("--key", "the private key of the payment processing certificate, in PEM"),
                ("--merchant-id", "the Apple merchant identifier, such as merchant.com.example"),
                ("--root", "Apple Root CA - G3 in PEM (AppleRootCA-G3.pem of this folder)"),
                ("--at", "the time of receipt, such as 2026-05-04T10:06:00Z (now)"),
                ("--times", "decrypt this many times, and only report the CPU time of each"),
            ]),
        Entry(
            word: "pass",
            arguments: " sign FOLDER --certificate FILE --intermediate FILE -o OUT [OPTION…]",
            purpose:
                "signs a folder's files as .pkpass or .order, or lists everything that is wrong "
                + "with them",
            options: [
                (
                    "--certificate",
                    "Apple's certificate of the pass or order type: PEM or DER, or with its key"
                ),
                ("", "as PKCS #12, such as a Mac's keychain exports"),
                ("--key", "its private key in PEM; not allowed with PKCS #12"),
                (
                    "--intermediate",
                    "Apple's intermediate that issued it, such as AppleWWDRCAG4.cer"
                ),
                ("--password-file", "a file with the password of the key or PKCS #12; by default"),
                ("", "PAYSHEET_PASS_PASSWORD, or a prompt"),
                ("--root", "Apple Root CA, to check that it issued the intermediate"),
                ("--times", "sign this many times, write nothing, and report the CPU time of each"),
            ]),
        Entry(
            word: "pass", arguments: " verify FILE [--root FILE]",
            purpose:
                "lists every reason why a phone rejects a .pkpass or .order: status 1 if there are "
                + "any",
            options: [("--root", "Apple Root CA, to check that it issued the intermediate")]),
        Entry(
            word: "pass", arguments: " bundle FILE… -o OUT",
            purpose: "packs up to ten passes into one .pkpasses file, which Safari offers together"),
        Entry(
            word: "pass", arguments: " notify TYPE SERIAL",
            purpose: "notifies the phones that have a pass to fetch it, as after a change"),
        Entry(
            word: "device", arguments: " PASS [OPTION…]",
            purpose:
                "simulates phones that add a pass or an order, and reports violations of Apple's "
                + "protocol",
            options: [
                ("PASS", "the URL of a pass, or a .pkpass or .order file"),
                (
                    "--server",
                    "the web service, such as http://127.0.0.1:8080/passkit or …/orders (the "
                        + "pass's)"
                ),
                ("--root", "Apple Root CA, to check the pass's certificate chain"),
                ("--count", "the number of phones (1)"),
                ("--polls", "poll for changes this many times"),
                ("--every", "seconds between polls (5)"),
                (
                    "--pushes",
                    "fetch at each line of the input: the push token that was notified, or"
                ),
                ("", "an empty line for all"),
                ("--stay", "do not unregister at the end"),
            ]),
        Entry(word: "routes", purpose: "lists the routes: METHOD and path"),
        Entry(word: "version", purpose: "shows the version"),
    ]

    /// The options that name a test merchant's key and server.
    private static let shopOptions = [
        ("--key", "a file with its secret key, such as seed-demo writes; by default PAYSHEET_KEY"),
        ("--url", "the server's URL; by default the one in FILE, or as for seed-demo"),
    ]

    /// The help of all commands, or of the named one.
    private static func help(_ word: String?) -> String {
        let named = entries.filter { $0.word == word }
        let list = (named.isEmpty ? entries : named).map(\.help)
        return """
            paysheet: the merchant backend behind the payment sheet

            \(list.joined(separator: "\n"))

            Environment:
            \(Config.help)
            """
    }

    /// The error for wrong arguments, with the command's usage.
    static func misused(_ word: String) -> CommandFailure {
        let usages = entries.filter { $0.word == word }.map(\.usage)
        return .usage("usage: \(usages.joined(separator: ", or "))")
    }

    static func run(_ arguments: [String]) async throws {
        if arguments.contains("--help") || arguments.contains("-h") || arguments.first == "help" {
            printLine(help(arguments.first { $0 != "help" }))
            return
        }
        let rest = Array(arguments.dropFirst())
        switch arguments.first {
        case "serve": try await Serve(config: try Config.read(), rest)()
        case "work": try await Work(config: try Config.read(), rest)()
        case "migrate": try await Migrate(config: try Config.read(), rest)()
        case "merchants": try await CreateMerchant(config: try Config.read(), rest)()
        case "operator": try await OperatorKeys(config: try Config.read(), rest)()
        case "seed-demo": try await SeedDemo(config: try Config.read(), rest)()
        case "audit": try await RunAudit(config: try Config.read(), rest)()
        case "reconcile": try await RunReconcile(config: try Config.read(), rest)()
        case "export": try await RunExport(config: try Config.read(), rest)()
        case "doctor": try await Doctor(config: try Config.read(), rest)()
        case "listen": try await Listen(config: try Config.read(), rest)()
        case "trigger": try await Trigger(config: try Config.read(), rest)()
        case "contacts": try CheckContacts(rest)()
        case "token": try TokenOpen(rest)()
        case "pass": try await PassCommand(rest)()
        case "device": try await Device(rest)()
        case "routes":
            try CommandFailure.refuse(rest)
            ListRoutes()()
        case "version", "--version":
            try CommandFailure.refuse(rest)
            printLine("paysheet \(Config.version)")
        case nil: throw CommandFailure.usage("a command is required; see paysheet --help")
        case let word?:
            throw CommandFailure.usage("unknown command '\(word)'; see paysheet --help")
        }
    }
}

/// The error of a failed command, in one line.
struct CommandFailure: Error, CustomStringConvertible {
    let description: String
    /// 2 for wrong usage; 1 for other failures, unless the command has a status of its own.
    let status: Int32

    static func usage(_ text: String) -> CommandFailure {
        CommandFailure(description: text, status: 2)
    }

    static func failed(_ text: String) -> CommandFailure {
        CommandFailure(description: text, status: 1)
    }

    /// Refuses arguments to a command that takes no arguments.
    static func refuse(_ arguments: [String]) throws {
        guard let first = arguments.first else { return }
        throw usage("unexpected argument '\(first)'; see paysheet --help")
    }
}
