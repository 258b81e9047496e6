/// What the executable does.
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
        Entry(word: "serve", purpose: "answers HTTP, and runs the workers"),
        Entry(word: "work", purpose: "runs the workers alone"),
        Entry(word: "migrate", purpose: "brings the database to this version"),
        Entry(
            word: "merchants", arguments: " create NAME [--live] [--stripe] [--json]",
            purpose: "opens a merchant and shows its keys, once",
            options: [
                ("--live", "a live merchant; without it a test merchant, whom the sandbox charges"),
                (
                    "--stripe",
                    "a test merchant is charged in Stripe's test mode; a live one always at Stripe"
                ),
                ("--json", "one line of JSON: id, secretKey, publishableKey"),
            ]),
        Entry(
            word: "operator", arguments: " create [--json]",
            purpose: "makes an operator's key and shows it, once",
            options: [("--json", "one line of JSON: id, key")]),
        Entry(
            word: "operator", arguments: " list [--json]",
            purpose: "names the operator's keys, oldest first, and shows none",
            options: [("--json", "one line of JSON: data, a list of id, createdAt, revokedAt")]),
        Entry(
            word: "operator", arguments: " revoke ID [--json]",
            purpose: "ends the key that the list names so, at once",
            options: [("--json", "one line of JSON: id, createdAt, revokedAt")]),
        Entry(
            word: "seed-demo",
            arguments: " --env-file FILE [--url URL] [--pass-certificate PEM --pass-key PEM]",
            purpose: "makes the demo merchant, once; FILE gets keys and the server's URL",
            options: [
                (
                    "--pass-certificate",
                    "of a pass type, with its key: the demo's gift card in Wallet"
                ),
                ("--url", "where the server is found; without it PAYSHEET_PUBLIC_URL, or"),
                ("", "http:// and what PAYSHEET_ADDRESS and PORT say"),
            ]),
        Entry(
            word: "audit", arguments: " [--json] [--merchant MERCHANT]",
            purpose: "proves books and payments: a line for each violation, and then status 1",
            options: [
                (
                    "--json",
                    "a line of JSON each: rule, merchant, object, is, shouldBe; last, counts"
                ),
                ("--merchant", "one merchant alone, by identifier (mer_1) or number"),
            ]),
        Entry(
            word: "reconcile",
            arguments: " [--from DATE] [--to DATE] [--merchant MERCHANT] [--json]",
            purpose:
                "compares payments with processors' books: status 1 for a difference, 3 for a gap",
            options: [
                ("--from", "the first day, in UTC, as 2026-11-22; without it that of --to alone"),
                ("--to", "the last day, of 92 at most; without it yesterday (today if --from is)"),
                (
                    "--merchant",
                    "one merchant alone, as mer_1; without it all who charged cards then"
                ),
                (
                    "--json",
                    "a line of JSON each: merchant, kind, processor, key, processorReference,"
                ),
                ("", "checkout, ours, theirs, paymentAt; or merchant, notCompared; last, counts"),
            ]),
        Entry(
            word: "doctor", arguments: " MERCHANT",
            purpose:
                "looks at all that a merchant's payments stand on: a line each, and what to do"),
        Entry(
            word: "listen", arguments: " --forward URL [--key FILE] [--url URL]",
            purpose:
                "takes a test merchant's events to a server on your own machine, as they happen",
            options: [
                ("--forward", "where each is posted, signed, such as http://localhost:3000/events")
            ]
                + shopOptions),
        Entry(
            word: "trigger", arguments: " EVENT [--key FILE] [--url URL]",
            purpose: "makes an event really happen at a test merchant, by calls of the API",
            options: shopOptions + Trigger.options),
        Entry(
            word: "contacts", arguments: " check [OPTION…] < CONTACTS",
            purpose:
                "reads a contact of JSON a line, says of each what it means and what is wrong with it",
            options: [
                ("--stage", "redacted or full (full): what may be demanded already"),
                ("--kind", "shipping or billing (shipping)"),
                ("--required", "postalAddress,name,email,phone,phoneticName (postalAddress)"),
                ("--locale", "the language of the messages, as fr (en)"),
                ("--allow-country", "a country that is delivered to, as US; may be repeated"),
                ("--exclude-region", "a region that is not, as US-HI; may be repeated"),
                ("--no-post-office-boxes", "post office boxes are not delivered to"),
            ]),
        Entry(
            word: "token", arguments: " open --token FILE --key FILE --merchant-id ID [OPTION…]",
            purpose:
                "opens a payment token: what is inside, its number masked, or the one check that failed",
            options: [
                ("--token", "paymentData as JSON, also inside its token or payment, or as Base64"),
                ("--key", "the private key of the payment processing certificate, in PEM"),
                ("--merchant-id", "as Apple knows the merchant, such as merchant.com.example"),
                ("--root", "Apple Root CA - G3 in PEM (AppleRootCA-G3.pem of this folder)"),
                ("--at", "the time of receipt, as 2026-05-04T10:06:00Z (now)"),
                ("--times", "opens it so often, and says what one takes of CPU instead"),
            ]),
        Entry(
            word: "pass",
            arguments: " sign FOLDER --certificate FILE --intermediate FILE -o OUT [OPTION…]",
            purpose:
                "makes the .pkpass or .order of a folder's files, or says all that is wrong with them",
            options: [
                (
                    "--certificate",
                    "Apple's certificate of the pass or order type: PEM or DER, or with its key"
                ),
                ("", "as PKCS #12, such as a Mac's keychain exports"),
                ("--key", "its private key in PEM; none beside PKCS #12"),
                ("--intermediate", "Apple's certificate that has issued it, as AppleWWDRCAG4.cer"),
                ("--password-file", "the password of the key or of PKCS #12; without it"),
                ("", "PAYSHEET_PASS_PASSWORD, or it is asked for"),
                ("--root", "Apple Root CA: whether it has issued the intermediate"),
                ("--times", "signs it so often, writes nothing, and says what one takes of CPU"),
            ]),
        Entry(
            word: "pass", arguments: " verify FILE [--root FILE]",
            purpose:
                "says every reason for which a phone refuses a .pkpass or .order: status 1 if there is one",
            options: [("--root", "Apple Root CA: whether it has issued the intermediate")]),
        Entry(
            word: "pass", arguments: " bundle FILE… -o OUT",
            purpose: "packs up to ten passes into one .pkpasses, which Safari offers together"),
        Entry(
            word: "pass", arguments: " notify TYPE SERIAL",
            purpose: "tells the phones that have a pass to ask for it, as after a change"),
        Entry(
            word: "device", arguments: " PASS [OPTION…]",
            purpose:
                "phones that add a pass or an order, follow it, and say where the server breaks Apple's contract",
            options: [
                ("PASS", "a pass's address, or a file .pkpass or .order"),
                (
                    "--server",
                    "the web service, as http://127.0.0.1:8080/passkit or …/orders (its own)"
                ),
                ("--root", "Apple Root CA: whether it has issued the pass's certificate"),
                ("--count", "so many phones (1)"),
                ("--polls", "asks so many times what has changed"),
                ("--every", "seconds between two of them (5)"),
                ("--pushes", "asks at each line of the input: the push token that was told, or"),
                ("", "an empty line for all"),
                ("--stay", "does not unregister at the end"),
            ]),
        Entry(word: "routes", purpose: "lists the routes: METHOD and path"),
        Entry(word: "version", purpose: "says which version this is"),
    ]

    /// Where a test merchant is, and who says so.
    private static let shopOptions = [
        ("--key", "a file with its secret key, such as seed-demo makes; without it PAYSHEET_KEY"),
        ("--url", "where the server is found; without it what FILE says, or as for seed-demo"),
    ]

    /// All commands, or the one that was named.
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

    /// How a command is called, for whoever called it otherwise.
    static func misused(_ word: String) -> CommandFailure {
        let usages = entries.filter { $0.word == word }.map(\.usage)
        return .usage("call it so: \(usages.joined(separator: ", or "))")
    }

    static func run(_ arguments: [String]) async throws {
        if arguments.contains("--help") || arguments.contains("-h") || arguments.first == "help" {
            say(help(arguments.first { $0 != "help" }))
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
            say("paysheet \(Config.version)")
        case nil: throw CommandFailure.usage("say what to do; see paysheet --help")
        case let word?:
            throw CommandFailure.usage("there is no command '\(word)'; see paysheet --help")
        }
    }
}

/// Why a command ended, in one line.
struct CommandFailure: Error, CustomStringConvertible {
    let description: String
    /// 2 for a wrong call, 1 for the rest.
    let status: Int32

    static func usage(_ text: String) -> CommandFailure {
        CommandFailure(description: text, status: 2)
    }

    static func failed(_ text: String) -> CommandFailure {
        CommandFailure(description: text, status: 1)
    }

    /// A command that takes no arguments got some.
    static func refuse(_ arguments: [String]) throws {
        guard let first = arguments.first else { return }
        throw usage("'\(first)' is not expected here; see paysheet --help")
    }
}
