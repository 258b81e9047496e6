import JSON
import Merchants
import Postgres
import Vocabulary

/// Issues, lists and revokes keys of the server's operator; a key is shown only when it is issued.
struct OperatorKeys {
    private enum Action {
        case create
        case list
        case revoke(OperatorKey.ID)
    }

    let config: Config
    private let action: Action
    private let json: Bool

    init(config: Config, _ arguments: [String]) throws {
        self.config = config
        let words = arguments.filter { $0 != "--json" }
        json = words.count < arguments.count
        switch (words.first, words.count) {
        case ("create", 1): action = .create
        case ("list", 1): action = .list
        case ("revoke", 2):
            // The error does not repeat the word, because it may be the key itself.
            guard let id = OperatorKey.ID(words[1]) else {
                throw CommandFailure.usage(
                    "the id of an operator key is opk_ and 16 hexadecimal digits; "
                        + "see paysheet operator list")
            }
            action = .revoke(id)
        default: throw Command.misused("operator")
        }
    }

    func callAsFunction() async throws {
        var settings = try await World.readySettings(config)
        settings.connections = 1
        let database = Database(settings)
        switch action {
        case .create: try await create(in: database)
        case .list: try await list(in: database)
        case .revoke(let id): try await revoke(id, in: database)
        }
        await database.close()
    }

    private func create(in database: Database) async throws {
        let text = try await IssueOperatorKey(now: World.now())(on: database)
        guard json else {
            printLine(text.text)
            return
        }
        printJSON { writer in
            writer.object {
                $0.member("id", OperatorKey.ID(of: text).text)
                $0.member("key", text.text)
            }
        }
    }

    private func list(in database: Database) async throws {
        let keys = try await ListOperatorKeys()(on: database)
        guard json else {
            for key in keys { printLine(key.line) }
            if keys.isEmpty { printLine("there is no operator key; see paysheet operator create") }
            return
        }
        printJSON { writer in
            writer.object { $0.array("data", keys) { key, entry in key.write(to: &entry) } }
        }
    }

    private func revoke(_ id: OperatorKey.ID, in database: Database) async throws {
        let revoke = RevokeOperatorKey(key: id, now: World.now())
        guard let key = try await revoke(on: database) else {
            throw CommandFailure.failed(
                "there is no operator key \(id.text); see paysheet operator list")
        }
        if json { printJSON { key.write(to: &$0) } } else { printLine(key.line) }
    }
}

extension OperatorKey {
    fileprivate var line: String {
        let state = revokedAt.map { "revoked \($0.rfc3339)" } ?? "works"
        return "\(id.text)  created \(createdAt.rfc3339)  \(state)"
    }

    fileprivate func write(to writer: inout Writer) {
        writer.object {
            $0.member("id", id.text)
            $0.member("createdAt", createdAt.rfc3339)
            $0.member("revokedAt", ifPresent: revokedAt?.rfc3339)
        }
    }
}
