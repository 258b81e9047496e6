import Carts
import Glibc
import HTTPClient
import Processors
import Vocabulary

/// The configuration from the environment; an error in it becomes one clear line.
struct Config: Sendable {
    var database = ""
    var masterKeyFile = ""
    var masterKey: String?
    var address = "127.0.0.1"
    var port: UInt16 = 8080
    var publicURL: String?
    var appleCertificates: String?
    var testCertificates: String?
    var proxies: [String] = []
    var loops = 1
    var connections = 8
    /// A carrier's gateway has many buyers behind it; a browser opens six connections.
    var connectionsPerAddress = 256
    var callsPerSecond = 2_000
    var attemptsPerMinute = 600
    var wrongCodesPerMinute = 30
    var phoneCallsPerSecond = 200
    var processorMilliseconds = 20_000
    var gateway: ConnectOverride?
    var stripe = StripeAccount.liveBase
    var gatewayAuthorities: String?
    var push: ConnectOverride?
    var pushAuthorities: String?
    var runsWorkers = true
    var showsDemo = false

    static let version = "0.1.0"

    static let help = """
          DATABASE_URL                    a libpq connection string or URI
          PAYSHEET_MASTER_KEY_FILE        the master keys, mode 600; created if missing
                                          and the database has no sealed data
          PAYSHEET_MASTER_KEY             the file's content instead, with commas for line ends;
                                          a file is safer; live merchants require one of the two
          PORT, PAYSHEET_ADDRESS          where to listen (8080 on 127.0.0.1)
          PAYSHEET_PUBLIC_URL             the server's public URL, for seed-demo's file
          PAYSHEET_APPLE_CERTIFICATES     a PEM file with Apple's Root CA - G3, Root CA and the
                                          intermediates (WWDR G2, G3); without it, live
                                          merchants cannot take payments
          PAYSHEET_TEST_CERTIFICATES      a PEM file of your own authorities, which are also
                                          trusted for test merchants
          PAYSHEET_PROXIES                addresses of reverse proxies, separated by commas: limits
                                          apply to the client in their X-Forwarded-For instead
          PAYSHEET_LOOPS                  threads that serve HTTP (1)
          PAYSHEET_CONNECTIONS            connections to the database (8); from 6 on,
                                          two carry statements that share commits
          PAYSHEET_CONNECTIONS_PER_ADDRESS open connections of each non-proxy address (256)
          PAYSHEET_CALLS_PER_SECOND       requests with each key (2000)
          PAYSHEET_ATTEMPTS_PER_MINUTE    payment attempts of each merchant (600)
          PAYSHEET_WRONG_CODES_PER_MINUTE wrong balance codes tried for each merchant (30)
          PAYSHEET_PHONE_CALLS_PER_SECOND requests of phones with passes, from each address (200)
          PAYSHEET_PROCESSOR_MILLISECONDS timeout of the processor (20000, at most 22000)
          PAYSHEET_GATEWAY                HOST:PORT that receives all connections to Apple's
                                          gateways (by default Apple itself)
          PAYSHEET_GATEWAY_AUTHORITIES    a PEM file of authorities to trust for it
                                          instead of the system's
          PAYSHEET_PUSH                   the same for Apple's push service
          PAYSHEET_PUSH_AUTHORITIES       a PEM file of authorities to trust for it
          PAYSHEET_STRIPE                 a URL to use instead of api.stripe.com, for tests;
                                          http is only allowed on this machine
          PAYSHEET_WORKERS                'off' leaves the workers to paysheet work (on)
          PAYSHEET_DEMO                   'on' serves the demo merchant's shop at /demo (off)
          PAYSHEET_KEY                    a test merchant's secret key, for listen and trigger
          PAYSHEET_WEBHOOK_SECRET         the secret that listen signs with; by default a new one
          PAYSHEET_LOG                    debug, info, warning or error (info)
        """

    /// The part of a payment's time that is left for the statements before and after the
    /// processor's call.
    private static let statementMilliseconds = 3_000
    /// 22,000: the rest of a payment's time (docs/rules/money.md#9).
    static let processorMillisecondsMax =
        Int(PaymentSheetLimits.paymentSecondsMax) * 1_000 - statementMilliseconds

    static func read() throws -> Config {
        var config = Config()
        config.database = text("DATABASE_URL") ?? ""
        config.masterKeyFile = text("PAYSHEET_MASTER_KEY_FILE") ?? ""
        config.masterKey = text("PAYSHEET_MASTER_KEY")
        config.address = text("PAYSHEET_ADDRESS") ?? config.address
        config.port = UInt16(try number("PORT", 0...65_535) ?? Int(config.port))
        config.publicURL = try text("PAYSHEET_PUBLIC_URL").map {
            try url($0, from: "PAYSHEET_PUBLIC_URL")
        }
        config.appleCertificates = text("PAYSHEET_APPLE_CERTIFICATES")
        config.testCertificates = text("PAYSHEET_TEST_CERTIFICATES")
        config.loops = try number("PAYSHEET_LOOPS", 1...64) ?? config.loops
        config.connections = try number("PAYSHEET_CONNECTIONS", 1...256) ?? config.connections
        config.connectionsPerAddress =
            try number("PAYSHEET_CONNECTIONS_PER_ADDRESS", 1...1_000_000)
            ?? config.connectionsPerAddress
        config.callsPerSecond =
            try number("PAYSHEET_CALLS_PER_SECOND", 1...1_000_000) ?? config.callsPerSecond
        config.attemptsPerMinute =
            try number("PAYSHEET_ATTEMPTS_PER_MINUTE", 1...100_000_000)
            ?? config.attemptsPerMinute
        config.wrongCodesPerMinute =
            try number("PAYSHEET_WRONG_CODES_PER_MINUTE", 1...1_000_000)
            ?? config.wrongCodesPerMinute
        config.phoneCallsPerSecond =
            try number("PAYSHEET_PHONE_CALLS_PER_SECOND", 1...1_000_000)
            ?? config.phoneCallsPerSecond
        config.processorMilliseconds =
            try number("PAYSHEET_PROCESSOR_MILLISECONDS", 10...processorMillisecondsMax)
            ?? config.processorMilliseconds
        try config.readProxies()
        try config.readGateway()
        try config.readStripe()
        config.runsWorkers = try isOn("PAYSHEET_WORKERS") ?? config.runsWorkers
        config.showsDemo = try isOn("PAYSHEET_DEMO") ?? config.showsDemo
        return config
    }

    private mutating func readProxies() throws {
        proxies = (Self.text("PAYSHEET_PROXIES") ?? "").split(separator: ",")
            .map { String($0.filter { $0 != " " }) }
        var bytes = in6_addr()
        for address in proxies
        where inet_pton(AF_INET, address, &bytes) != 1 && inet_pton(AF_INET6, address, &bytes) != 1
        {
            throw CommandFailure.usage(
                "PAYSHEET_PROXIES must be addresses separated by commas: 10.0.0.2,10.0.0.3")
        }
    }

    private mutating func readGateway() throws {
        if let place = Self.text("PAYSHEET_GATEWAY") {
            guard let connectOverride = ConnectOverride(place) else {
                throw CommandFailure.usage("PAYSHEET_GATEWAY must be HOST:PORT")
            }
            gateway = connectOverride
        }
        gatewayAuthorities = Self.text("PAYSHEET_GATEWAY_AUTHORITIES")
        guard gateway != nil || gatewayAuthorities == nil else {
            throw CommandFailure.usage("PAYSHEET_GATEWAY_AUTHORITIES requires PAYSHEET_GATEWAY")
        }
        if let place = Self.text("PAYSHEET_PUSH") {
            guard let connectOverride = ConnectOverride(place) else {
                throw CommandFailure.usage("PAYSHEET_PUSH must be HOST:PORT")
            }
            push = connectOverride
        }
        pushAuthorities = Self.text("PAYSHEET_PUSH_AUTHORITIES")
        guard push != nil || pushAuthorities == nil else {
            throw CommandFailure.usage("PAYSHEET_PUSH_AUTHORITIES requires PAYSHEET_PUSH")
        }
    }

    private mutating func readStripe() throws {
        guard let place = Self.text("PAYSHEET_STRIPE") else { return }
        stripe = try Self.url(place, from: "PAYSHEET_STRIPE")
        guard !stripe.hasSuffix("/") else {
            throw CommandFailure.usage("PAYSHEET_STRIPE must not end with a slash")
        }
        let here = ["http://127.0.0.1:", "http://localhost:", "http://[::1]:"]
        guard stripe.hasPrefix("https://") || here.contains(where: stripe.hasPrefix) else {
            throw CommandFailure.usage(
                "PAYSHEET_STRIPE must be an https URL; http is only allowed on this machine")
        }
    }

    private static func isOn(_ name: String) throws -> Bool? {
        switch text(name) {
        case nil: nil
        case "on": true
        case "off": false
        default: throw CommandFailure.usage("\(name) must be 'on' or 'off'")
        }
    }

    static func text(_ name: String) -> String? {
        guard let value = getenv(name) else { return nil }
        let text = String(cString: value)
        return text.isEmpty ? nil : text
    }

    private static func number(_ name: String, _ range: ClosedRange<Int>) throws -> Int? {
        guard let text = text(name) else { return nil }
        guard let number = Int(text), range.contains(number) else {
            throw CommandFailure.usage(
                "\(name) must be a whole number from \(range.lowerBound) to \(range.upperBound)")
        }
        return number
    }

    /// Reads an http or https URL of characters that a shell leaves as they are.
    static func url(_ text: String, from name: String) throws -> String {
        guard text.hasPrefix("http://") || text.hasPrefix("https://"),
            text.utf8.allSatisfy({ $0.isASCIIAlphanumeric || ":/.-_~[]%".utf8.contains($0) })
        else {
            throw CommandFailure.usage("\(name) must be a URL that begins with http:// or https://")
        }
        return text
    }

    func listeningURL(port: UInt16) -> String {
        "http://" + (address.contains(":") ? "[\(address)]" : address) + ":\(port)"
    }

    /// The URL at which clients will find the server; nil if the kernel chooses the port.
    var shownURL: String? { publicURL ?? (port == 0 ? nil : listeningURL(port: port)) }

    /// The connection string, which every command that uses the database needs.
    func requireDatabase() throws -> String {
        guard !database.isEmpty else {
            throw CommandFailure.usage("set DATABASE_URL to a libpq connection string")
        }
        return database
    }
}
