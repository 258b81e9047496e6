import Crypto
import HTTPClient
import Passes
import Vocabulary

/// `paysheet device PASS`: simulates phones that have a pass or an order in Wallet and follow it,
/// against any server that implements Apple's contract.
struct Device {
    private let source: String
    private let server: String?
    private let root: String?
    private let count: Int
    private let polls: Int
    private let seconds: Int
    private let isPushed: Bool
    private let stays: Bool

    /// More phones would show nothing new about a server.
    private static let countMax = 10_000
    /// Almost six days at the default pause; a pause of hours between two polls tests nothing.
    private static let pollsMax = 100_000
    private static let secondsMax = 3_600
    /// Our own server reads this many lines of one call, and this many characters of a line.
    private static let logLinesMax = 100
    private static let logLineLengthMax = 2_000

    init(_ arguments: [String]) throws {
        let flags = ["--pushes", "--stay"]
        let words = try CommandOptions(
            arguments.filter { !flags.contains($0) }, of: "device",
            known: ["--server", "--root", "--count", "--polls", "--every"])
        guard words.others.count == 1 else { throw Command.misused("device") }
        source = words.others[0]
        server = try words["--server"].map { try Config.url($0, from: "--server") }
        root = words["--root"]
        count = try Self.number(words, "--count", 1...Self.countMax) ?? 1
        polls = try Self.number(words, "--polls", 1...Self.pollsMax) ?? 0
        seconds = try Self.number(words, "--every", 1...Self.secondsMax) ?? 5
        isPushed = arguments.contains("--pushes")
        stays = arguments.contains("--stay")
        guard !isPushed || polls == 0 else {
            throw CommandFailure.usage("use either --polls or --pushes")
        }
    }

    private static func number(
        _ words: CommandOptions, _ name: String, _ range: ClosedRange<Int>
    ) throws -> Int? {
        guard let text = words[name] else { return nil }
        guard let number = Int(text), range.contains(number) else {
            throw CommandFailure.usage(
                "\(name) must be a number from \(range.lowerBound) to \(range.upperBound)")
        }
        return number
    }

    func callAsFunction() async throws {
        let client = Client()
        defer { client.stop() }
        let pass = try await add(client)
        let journal = WalletJournal()
        let service = server ?? pass.service
        let calls = WalletCalls(
            client: client, service: service.hasSuffix("/") ? String(service.dropLast()) : service,
            journal: journal, root: try root.map(SignerFiles.root))
        var fleet = DeviceFleet(phones: (0..<count).map { _ in Phone(pass, calls) })
        let stopRequest = StopRequest()
        let wakes: UpdateTriggers? =
            isPushed ? .pushes() : polls > 0 ? .polls(polls, every: seconds) : nil
        let watch = stopRequest.watch { wakes?.stop() }
        defer { watch.cancel() }
        await fleet.each(until: stopRequest) { await $0.add() }
        if !stopRequest.isRequested { await fleet.phones[0].probe() }
        printLine(
            "\(count == 1 ? "a phone has" : "\(count) phones have") "
                + (pass.kind == .pass ? "the pass " : "the order ") + pass.serialNumber.printable)
        if let wakes { await follow(wakes, &fleet, until: stopRequest) }
        if !stays { await fleet.each { await $0.remove() } }
        try await end(pass, calls)
    }

    /// Adds the package as a phone does, or refuses it.
    private func add(_ client: Client) async throws -> AddedPass {
        let (bytes, modified) = try await package(client)
        let root = try root.map(SignerFiles.root)
        let now = World.now().microseconds / 1_000_000
        let verify = VerifyPackage(bytes, under: root, at: now)
        let faults = verify(bytes).faults
        guard faults.isEmpty else {
            for fault in faults { printLine(fault.explanation(of: verify.kind).printable) }
            throw CommandFailure.failed("a phone would reject this")
        }
        return try AddedPass(bytes, modified: modified)
    }

    private func package(_ client: Client) async throws -> (bytes: [UInt8], modified: String?) {
        let bytesMax = PackageFiles.bytesMax + (1 << 20)
        guard source.hasPrefix("http://") || source.hasPrefix("https://") else {
            return (try InputFile(path: source).read(bytesMax: bytesMax), nil)
        }
        var limits = Limits()
        limits.answerBytesMax = bytesMax
        let answer: Answer
        do {
            answer = try await client.send(
                Request(.get, source), within: limits, under: .loopbackAllowed)
        } catch {
            throw CommandFailure.failed("no response from this URL: \(error.rawValue)")
        }
        guard answer.status == 200 else {
            throw CommandFailure.failed("no pass at this URL: status \(answer.status)")
        }
        return (answer.body, answer["Last-Modified"])
    }

    /// Prints the changes that the first phone sees; of the others, only the number that saw one.
    private func follow(
        _ wakes: UpdateTriggers, _ fleet: inout DeviceFleet, until stopRequest: StopRequest
    ) async {
        for await token in wakes.tokens {
            guard !stopRequest.isRequested else { return }
            let chosen = fleet.phoneIndices(by: token)
            let changed = await fleet.each(of: chosen, until: stopRequest) { await $0.wake() }
            for field in changed[0] ?? [] { printLine(field.changeText.printable) }
            let others = changed.filter { $0.key != 0 && !$0.value.isEmpty }.count
            if others > 0 { printLine("\(others) other phones received the new pass") }
        }
    }

    private func end(_ pass: AddedPass, _ calls: WalletCalls) async throws {
        let lines = calls.journal.breaches.map(\.text)
        if !lines.isEmpty {
            let short = lines.prefix(Self.logLinesMax).map {
                String($0.unicodeScalars.prefix(Self.logLineLengthMax))
            }
            await calls.log(pass, short)
        }
        for line in calls.journal.summary { printLine(line) }
        let breaches = calls.journal.breaches
        for (text, count) in breaches {
            printLine(count == 1 ? text.printable : "\(text.printable) (\(count) times)")
        }
        guard breaches.isEmpty else {
            let count = breaches.count == 1 ? "once" : "in \(breaches.count) ways"
            throw CommandFailure.failed("the server violates the protocol \(count)")
        }
    }
}
