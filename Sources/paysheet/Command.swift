/// What the executable does.
enum Command {
    static let help = """
        paysheet: the merchant backend behind the payment sheet

          paysheet serve                           answers HTTP, and runs the workers
          paysheet work                            runs the workers alone
          paysheet migrate                         brings the database to this version
          paysheet merchants create NAME [--live] [--json]
                                                   opens a merchant and shows its keys, once
          paysheet operator create                 makes an operator's key and shows it, once
          paysheet seed-demo --env-file FILE       makes the demo merchant, once
          paysheet routes                          lists the routes: METHOD and path
          paysheet version                         says which version this is

        Environment:
        \(Config.help)
        """

    static func run(_ arguments: [String]) async throws {
        if arguments.contains("--help") || arguments.contains("-h") || arguments.first == "help" {
            say(help)
            return
        }
        let rest = Array(arguments.dropFirst())
        switch arguments.first {
        case "serve": try await Serve(config: try Config.read(), rest)()
        case "work": try await Work(config: try Config.read(), rest)()
        case "migrate": try await Migrate(config: try Config.read(), rest)()
        case "merchants": try await CreateMerchant(config: try Config.read(), rest)()
        case "operator": try await CreateOperator(config: try Config.read(), rest)()
        case "seed-demo": try await SeedDemo(config: try Config.read(), rest)()
        case "routes": ListRoutes()()
        case "version": say("paysheet \(Config.version)")
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
