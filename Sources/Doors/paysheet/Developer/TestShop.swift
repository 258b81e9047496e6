import Carts
import HTTPClient
import JSON

/// A test merchant at a running server. Commands call it as the merchant's own server does: through
/// the API, with the secret key.
struct TestShop: Sendable {
    let url: String
    private let key: String
    private let client: Client

    /// Takes `--key FILE` and `--url URL` out of a command's arguments and returns the rest.
    static func read(
        _ arguments: [String], _ config: Config, for word: String
    ) throws -> (shop: TestShop, rest: [String]) {
        var (file, url): (String?, String?)
        var rest: [String] = []
        var arguments = arguments[...]
        while let argument = arguments.popFirst() {
            guard ["--key", "--url"].contains(argument) else {
                rest.append(argument)
                continue
            }
            guard let value = arguments.popFirst() else { throw Command.misused(word) }
            if argument == "--key" {
                file = value
            } else {
                url = try Config.url(value, from: argument)
            }
        }
        let kept = try file.map { try TestKey(file: $0) } ?? TestKey()
        guard let url = url ?? kept.url ?? config.shownURL else {
            throw CommandFailure.usage("the server's URL is required: --url URL")
        }
        return (TestShop(url: url, key: kept.key, client: Client()), rest)
    }

    /// Larger than a page of a hundred events.
    private static let answerBytesMax = 16 * 1024 * 1024
    /// A rate limit of a minute has passed by then.
    private static let waitSecondsMax = 90

    /// Returns the server's answer, or throws its refusal; waits and retries as `Retry-After` says.
    func call(
        _ method: Request.Method, _ path: String, _ json: String? = nil,
        as credential: String? = nil
    ) async throws -> Document {
        try Document.parse(try await bytes(method, path, json, as: credential))
    }

    func bytes(
        _ method: Request.Method, _ path: String, _ json: String? = nil,
        as credential: String? = nil
    ) async throws -> [UInt8] {
        var request = Request(method, url + path)
        request.headers = [("Authorization", "Bearer " + (credential ?? key))]
        if let json {
            request.headers.append(("Content-Type", "application/json"))
            request.body = Array(json.utf8)
        }
        var limits = Limits()
        // As long as a payment sheet waits.
        limits.totalMilliseconds = Int(PaymentSheetLimits.answerSecondsMax) * 1_000
        limits.answerBytesMax = Self.answerBytesMax
        var waited = 0
        while true {
            let answer: Answer
            do {
                answer = try await client.send(request, within: limits, under: .loopbackAllowed)
            } catch {
                throw ServerUnreachable(url: url, fault: error)
            }
            if answer.status < 400 { return answer.body }
            guard let pause = answer["Retry-After"].flatMap({ Int($0) }),
                waited + pause <= Self.waitSecondsMax
            else {
                throw Self.refusal(method, path, answer)
            }
            waited += pause
            try await Task.sleep(for: .seconds(pause))
        }
    }

    /// Sends an event to the developer's URL: on this machine, or a public one over https.
    func forward(_ request: Request) async -> Result<Answer, ClientFault> {
        do {
            return .success(try await client.send(request, under: .loopbackAllowed))
        } catch {
            return .failure(error)
        }
    }

    /// Refuses a live merchant: payments of these commands must never take real money.
    func requireTestMerchant() async throws -> String {
        let merchant = try await call(.get, "/v1/merchant").root
        guard merchant["live"]?.bool == false else {
            throw CommandFailure.failed(
                "this command requires a test merchant, but the key belongs to a live merchant")
        }
        return merchant["name"]?.string ?? ""
    }

    private static func refusal(
        _ method: Request.Method, _ path: String, _ answer: Answer
    ) -> CommandFailure {
        let root = (try? Document.parse(answer.body))?.root
        let reason = [root?["code"]?.string, root?["detail"]?.string].compactMap(\.self)
        let place = path.prefix { $0 != "?" }
        return .failed(
            ([
                "the server rejected \(method.rawValue) \(place): \(answer.status)"
            ] + reason).joined(separator: ", "))
    }
}

/// The server does not answer; it may come back.
struct ServerUnreachable: Error, CustomStringConvertible {
    let url: String
    let fault: ClientFault

    var description: String {
        switch fault {
        case .insecure, .addressNotAllowed:
            "\(url) must be an https URL with a public address, or on this machine; see --url"
        default:
            "\(url) does not respond (\(fault.rawValue)); check that the server is running, or set "
                + "--url"
        }
    }
}

/// The secret key of a test merchant, from the environment or from a file.
private struct TestKey {
    let key: String
    var url: String?

    init() throws {
        guard let key = Config.text("PAYSHEET_KEY") else {
            throw CommandFailure.usage(
                "set PAYSHEET_KEY to a test merchant's secret key (sk_…), or use --key FILE"
            )
        }
        try self.init(key: key, from: "PAYSHEET_KEY")
    }

    /// Reads a file made by `seed-demo`, or one that contains only the key.
    init(file: String) throws {
        guard let text = try EnvironmentFile(path: file).read() else {
            throw CommandFailure.failed("\(file): there is no such file")
        }
        let key = EnvironmentFile.value(of: "PAYSHEET_SECRET_KEY", in: text) ?? text.firstLine
        try self.init(key: key, from: file)
        url = EnvironmentFile.value(of: "PAYSHEET_URL", in: text)
    }

    /// The error does not repeat a text that is not a secret key, because it may be another secret.
    private init(key: String, from source: String) throws {
        guard key.hasPrefix("sk_"), key.utf8.allSatisfy({ $0 > 0x20 && $0 < 0x7F }) else {
            throw CommandFailure.usage("\(source) contains no secret key (sk_…)")
        }
        self.key = key
    }
}

extension String {
    fileprivate var firstLine: String { split(separator: "\n").first.map(String.init) ?? "" }
}
