/// `paysheet pass …`: makes and checks Wallet's files without a server, and sends a push by hand.
struct PassCommand {
    private let arguments: [String]

    init(_ arguments: [String]) { self.arguments = arguments }

    func callAsFunction() async throws {
        let rest = Array(arguments.dropFirst())
        switch arguments.first {
        case "sign": try PassSign(rest)()
        case "verify": try PassVerify(rest)()
        case "bundle": try PassJoin(rest)()
        case "notify": try await PassNotify(config: try Config.read(), rest)()
        default: throw Command.misused("pass")
        }
    }
}
