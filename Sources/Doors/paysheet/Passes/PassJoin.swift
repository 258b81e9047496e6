import Passes
import Vocabulary

/// Packs several passes into one file for Safari. A phone must accept each; if one occurs twice,
/// the command prints a warning.
struct PassJoin {
    private let paths: [String]
    private let output: String

    init(_ arguments: [String]) throws {
        let words = try CommandOptions(arguments, of: "pass", known: ["-o"])
        guard !words.others.isEmpty, let output = words["-o"] else {
            throw Command.misused("pass")
        }
        paths = words.others
        self.output = output
    }

    func callAsFunction() throws {
        try OutputFile(path: output).requireNew(besides: paths)
        let seconds = World.now().microseconds / 1_000_000
        guard paths.count <= PassBundle.passesMax else {
            throw CommandFailure.failed("a bundle can have at most \(PassBundle.passesMax) passes")
        }
        let passes = try paths.map { try InputFile(path: $0).read(bytesMax: PassBundle.bytesMax) }
        var first: [[String?]: String] = [:]
        for (path, bytes) in zip(paths, passes) {
            let finding = VerifyPackage(.pass, under: nil, at: seconds)(bytes)
            try CommandFailure.refuse(
                finding.faults.map { $0.explanation(of: .pass) }, of: path)
            let name = [finding.typeIdentifier, finding.serialNumber]
            if let other = first.updateValue(path, forKey: name) {
                printError(
                    "warning: \(path): the same pass type and serial number as \(other): Wallet "
                        + "keeps only one of them"
                )
            }
        }
        guard let bundle = PassBundle.write(passes, at: seconds) else {
            throw CommandFailure.failed(
                "a bundle can have at most \(PassBundle.bytesMax / 1_000_000) MB")
        }
        try OutputFile(path: output).write(bundle)
        let count = passes.count == 1 ? "one pass" : "\(passes.count) passes"
        printLine("\(output): \(count), \(bundle.count) bytes")
    }
}
