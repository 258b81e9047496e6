/// `paysheet pass …`: Wallet's files by hand, without a server.
struct PassCommand {
    private let arguments: [String]

    init(_ arguments: [String]) { self.arguments = arguments }

    func callAsFunction() throws {
        let rest = Array(arguments.dropFirst())
        switch arguments.first {
        case "sign": try PassSign(rest)()
        case "verify": try PassVerify(rest)()
        case "bundle": try PassJoin(rest)()
        default: throw Command.misused("pass")
        }
    }
}
