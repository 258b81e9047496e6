import API
import Credentials
import Crypto
import HTTPClient
import JSON
import Passes
import Vocabulary

/// A phone's calls to a pass's web service, as Apple's contract has them. Violations are recorded
/// in the words that a phone would send to the server's log.
struct WalletCalls: Sendable {
    let client: Client
    let service: String
    let journal: WalletJournal
    /// The root under which packages must be signed; nil skips that check.
    let root: Issuer?

    private var base: String { service + "/v1" }

    /// True if the registration is new to the server; nil if the server's answer does not say.
    func register(_ pass: AddedPass, _ phone: PhoneName) async -> Bool? {
        let body = Writer.write { $0.member("pushToken", phone.pushToken) }
        let answer = await send(
            .register, .post, registration(of: pass, phone), pass, token: pass.token, body: body)
        guard let answer else { return nil }
        guard answer.status == 200 || answer.status == 201 else {
            breach(.register, pass, "Unexpected response code \(answer.status)")
            return nil
        }
        return answer.status == 201
    }

    func unregister(_ pass: AddedPass, _ phone: PhoneName) async {
        let answer = await send(
            .unregister, .delete, registration(of: pass, phone), pass, token: pass.token)
        if let answer, answer.status != 200 {
            breach(.unregister, pass, "Unexpected response code \(answer.status)")
        }
    }

    struct Updates: Sendable {
        var serialNumbers: [String] = []
        /// The phone sends it with the next request.
        var tag: String?
    }

    /// The passes that changed since a tag, or all that the phone has; sent without the token, as
    /// phones do.
    func updates(_ pass: AddedPass, _ phone: PhoneName, since tag: String?) async -> Updates? {
        let since = tag.map { "?\(pass.kind.sinceParameter)=" + Self.escaped($0) } ?? ""
        let type = Self.escaped(pass.typeIdentifier)
        let path = "/devices/\(phone.identifier)/registrations/\(type)\(since)"
        guard let answer = await send(.list, .get, path, pass, token: nil) else { return nil }
        if answer.status == 204 { return Updates(tag: tag) }
        guard answer.status == 200 else {
            breach(.list, pass, "Unexpected response code \(answer.status)")
            return nil
        }
        guard let root = (try? Document.parse(answer.body))?.root, root.kind == .object,
            let serials = root["\(pass.kind.serialsMember)"], serials.kind == .array,
            serials.elements.allSatisfy({ $0.string != nil })
        else {
            breach(
                .list, pass, "Invalid response: \(pass.kind.serialsMember) is not a list of strings"
            )
            return nil
        }
        guard let next = root["\(pass.kind.tagMember)"]?.string else {
            breach(.list, pass, "Invalid response: \(pass.kind.tagMember) is not a string")
            return nil
        }
        if serials.count == 0 {
            breach(.list, pass, "Unexpected response code 200 with an empty list")
        }
        return Updates(serialNumbers: serials.elements.compactMap(\.string), tag: next)
    }

    enum Fetched: Sendable {
        case pass(AddedPass)
        case unchanged
        /// The server accepts no such token for the pass.
        case refused
    }

    /// Fetches the pass, if it has changed since the date.
    ///
    /// - Parameter token: the token to send; nil sends no Authorization header.
    func fetch(
        _ pass: AddedPass, as token: String?, since modified: String?, serialNumber: String? = nil
    ) async -> Fetched? {
        let serial = serialNumber ?? pass.serialNumber
        let path =
            "/\(pass.kind.collection)/\(Self.escaped(pass.typeIdentifier))/\(Self.escaped(serial))"
        let answer = await send(
            .fetch, .get, path, pass, token: token,
            headers: modified.map { [("If-Modified-Since", $0)] } ?? [])
        guard let answer else { return nil }
        switch answer.status {
        case 304: return .unchanged
        case 401: return .refused
        case 200: break
        default:
            breach(.fetch, pass, "Unexpected response code \(answer.status)")
            return nil
        }
        if answer["Content-Type"] != pass.kind.mediaType {
            breach(.fetch, pass, "Invalid response: the media type is not \(pass.kind.mediaType)")
        }
        if AddedPass.seconds(answer["Last-Modified"]) == nil {
            breach(.fetch, pass, "Invalid response: Last-Modified is missing or not an HTTP date")
        }
        let seconds = World.now().microseconds / 1_000_000
        for fault in VerifyPackage(pass.kind, under: root, at: seconds)(answer.body).faults {
            breach(.fetch, pass, "Invalid data: \(fault.explanation(of: pass.kind))")
        }
        do {
            return .pass(try AddedPass(answer.body, modified: answer["Last-Modified"]))
        } catch {
            breach(.fetch, pass, "Invalid data: the package cannot be updated")
            return nil
        }
    }

    /// Reports the violations to the server's log, as phones do.
    func log(_ pass: AddedPass, _ lines: [String]) async {
        let body = Writer.write { $0.member("logs", lines) }
        let answer = await send(.log, .post, "/log", pass, token: nil, body: body)
        if let answer, answer.status != 200 {
            breach(.log, pass, "Unexpected response code \(answer.status)")
        }
    }

    /// Records a violation in Wallet's words, without a phone's name or token.
    func breach(_ task: WalletJournal.Task, _ pass: AddedPass, _ what: String) {
        journal.note(
            "\(task.rawValue) task (\(pass.kind == .pass ? "pass" : "order") type \(pass.typeIdentifier), serial number "
                + "\(pass.serialNumber); with web service url \(service)) encountered error: \(what)"
        )
    }

    private func registration(of pass: AddedPass, _ phone: PhoneName) -> String {
        "/devices/\(phone.identifier)/registrations/\(Self.escaped(pass.typeIdentifier))/"
            + Self.escaped(pass.serialNumber)
    }

    /// A longer answer is cut, and then it is not a package.
    private static let answerBytesMax = PackageFiles.bytesMax + (1 << 20)

    /// A hundred seconds in all, if a server asks for pauses of a second.
    private static let waitsMax = 100
    private static let pauseSecondsMax = 60

    private func send(
        _ task: WalletJournal.Task, _ method: Request.Method, _ path: String, _ pass: AddedPass,
        token: String?, headers: [(String, String)] = [], body: [UInt8] = []
    ) async -> Answer? {
        var request = Request(method, base + path, body: body)
        request.headers = headers.map { (name: $0.0, value: $0.1) }
        if let token { request.headers.append(("Authorization", pass.kind.scheme + " " + token)) }
        if !body.isEmpty { request.headers.append(("Content-Type", "application/json")) }
        var limits = Limits()
        limits.answerBytesMax = Self.answerBytesMax
        do {
            for _ in 0..<Self.waitsMax {
                let answer = try await client.send(request, within: limits, under: .loopbackAllowed)
                journal.note(task, took: answer.milliseconds)
                // All phones call from one address, so a server may limit their rate.
                guard answer.status == 429 else { return answer }
                let pause = answer["Retry-After"].flatMap { Int($0) } ?? 1
                try? await Task.sleep(for: .seconds(min(max(pause, 1), Self.pauseSecondsMax)))
            }
            breach(task, pass, "Unexpected response code 429, repeatedly")
            return nil
        } catch {
            breach(task, pass, "No response: \(error.rawValue)")
            return nil
        }
    }

    /// Escapes a text as one part of a path.
    static func escaped(_ text: String) -> String {
        let plain = Set("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-._~".utf8)
        return text.utf8.reduce(into: "") { escaped, byte in
            if plain.contains(byte) {
                escaped.unicodeScalars.append(Unicode.Scalar(byte))
            } else {
                let digits = Array("0123456789ABCDEF")
                escaped += "%\(digits[Int(byte >> 4)])\(digits[Int(byte & 15)])"
            }
        }
    }
}
