import HTTPClient
import JSON

/// A test merchant at a running server, reached as its own server reaches it: by the API, with its
/// secret key.
struct TestShop: Sendable {
    let url: String
    private let key: String
    private let client: Client

    /// Takes `--key FILE` and `--url URL` out of a command's arguments and gives the others.
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
            throw CommandFailure.usage("say where the server is: --url URL")
        }
        return (TestShop(url: url, key: kept.key, client: Client()), rest)
    }

    /// Larger than a page of a hundred events.
    private static let answerBytesMax = 16 * 1024 * 1024
    /// A minute's limit of payments is over by then.
    private static let waitSecondsMax = 90

    /// What the server says, when it says yes; waits where it says when to ask again.
    func ask(
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
        // The sheet's answer to a payment comes within 25 s.
        limits.totalMilliseconds = 30_000
        limits.answerBytesMax = Self.answerBytesMax
        var waited = 0
        while true {
            let answer: Answer
            do {
                answer = try await client.send(request, within: limits, under: .loopbackAllowed)
            } catch {
                throw ServerAway(url: url, fault: error)
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

    /// Takes events to somewhere on this machine.
    func forward(_ request: Request) async -> Result<Answer, ClientFault> {
        do {
            return .success(try await client.send(request, under: .loopbackAllowed))
        } catch {
            return .failure(error)
        }
    }

    /// Stops at a live merchant: no payment of these commands shall take real money.
    func needTestMerchant() async throws -> String {
        let merchant = try await ask(.get, "/v1/merchant").root
        guard merchant["live"]?.bool == false else {
            throw CommandFailure.failed("this is for test merchants, and the key is a live one's")
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
                "the server refused \(method.rawValue) \(place): \(answer.status)"
            ] + reason).joined(separator: ", "))
    }
}

/// The server cannot be asked; it may come back.
struct ServerAway: Error, CustomStringConvertible {
    let url: String
    let fault: ClientFault

    var description: String {
        switch fault {
        case .insecure, .addressNotAllowed:
            "\(url) is neither https at a public address nor on this machine; see --url"
        default: "\(url) does not answer (\(fault.rawValue)); is the server running? See --url"
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
                "set PAYSHEET_KEY to a test merchant's secret key (sk_…), or name a file: --key FILE"
            )
        }
        try self.init(key: key, from: "PAYSHEET_KEY")
    }

    /// A file of `seed-demo`, or one that holds nothing but the key.
    init(file: String) throws {
        guard let text = try EnvironmentFile(path: file).read() else {
            throw CommandFailure.failed("\(file): there is no such file")
        }
        let key = EnvironmentFile.value(of: "PAYSHEET_SECRET_KEY", in: text) ?? text.firstLine
        try self.init(key: key, from: file)
        url = EnvironmentFile.value(of: "PAYSHEET_URL", in: text)
    }

    /// What is no secret key is not repeated: it may be another secret.
    private init(key: String, from source: String) throws {
        guard key.hasPrefix("sk_"), key.utf8.allSatisfy({ $0 > 0x20 && $0 < 0x7F }) else {
            throw CommandFailure.usage("\(source) holds no secret key (sk_…)")
        }
        self.key = key
    }
}

extension String {
    fileprivate var firstLine: String { split(separator: "\n").first.map(String.init) ?? "" }
}
