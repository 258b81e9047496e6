import Passes
import Vocabulary

/// Packs several passes into one file for Safari; each must be one that a phone takes.
struct PassJoin {
    private let paths: [String]
    private let output: String

    init(_ arguments: [String]) throws {
        let words = try CommandWords(arguments, of: "pass", known: ["-o"])
        guard !words.others.isEmpty, let output = words["-o"] else {
            throw Command.misused("pass")
        }
        paths = words.others
        self.output = output
    }

    func callAsFunction() throws {
        try OutputFile(path: output).demandNew(besides: paths)
        let seconds = World.now().microseconds / 1_000_000
        guard paths.count <= PassBundle.passesMax else {
            throw CommandFailure.failed("a bundle has \(PassBundle.passesMax) passes at most")
        }
        let passes = try paths.map { try InputFile(path: $0).read(bytesMax: PassBundle.bytesMax) }
        for (path, bytes) in zip(paths, passes) {
            let faults = VerifyPackage(.pass, under: nil, at: seconds)(bytes).faults
            try CommandFailure.refuse(faults.map { $0.explanation(of: .pass) }, of: path)
        }
        guard let bundle = PassBundle.write(passes, at: seconds) else {
            throw CommandFailure.failed(
                "a bundle has \(PassBundle.bytesMax / 1_000_000) MB at most")
        }
        try OutputFile(path: output).write(bundle)
        say("\(output): \(passes.count) passes, \(bundle.count) bytes")
    }
}
