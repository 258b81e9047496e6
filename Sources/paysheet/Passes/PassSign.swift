import Archive
import Credentials
import Crypto
import JSON
import Passes
import Vocabulary

/// Signs what is in a folder, and writes the file that a phone takes; or says all that is wrong, and writes nothing.
struct PassSign {
    private let folder: String
    private let output: String
    private let files: SignerFiles
    private let times: Int?

    init(_ arguments: [String]) throws {
        let words = try CommandWords(
            arguments, of: "pass", known: SignerFiles.options + ["-o", "--root", "--times"])
        guard words.others.count == 1, let output = words["-o"] else {
            throw Command.misused("pass")
        }
        folder = words.others[0]
        self.output = output
        files = try SignerFiles(words)
        times = try words.times()
    }

    func callAsFunction() throws {
        try OutputFile(path: output).demandNew(besides: files.paths, outside: folder)
        let seconds = World.now().microseconds / 1_000_000
        let package = try files(in: folder)
        let check = CheckPass(besides: package.files.map(\.path))
        let identity = try files.identity(for: .passType, at: seconds)
        var faults: [String] = []
        if let document = package["pass.json"].flatMap({ try? Document.parse($0) }) {
            let named = check(document.root)
            faults = check.problems.all.map { "pass.json\($0.pointer): \($0.detail)" }
            if let type = named?.typeIdentifier, type != identity.typeIdentifier {
                faults.append(
                    "pass.json is of \(type), and the certificate of \(identity.typeIdentifier)")
            }
            if let team = named?.teamIdentifier, team != identity.teamIdentifier {
                faults.append(
                    "pass.json is of the team \(team), and the certificate of \(identity.teamIdentifier)"
                )
            }
        } else {
            faults = ["pass.json is no JSON"]
        }
        try CommandFailure.refuse(faults, of: folder)
        for warning in check.warnings.all {
            complain("warning: pass.json\(warning.pointer): \(warning.detail)")
        }
        let sign = SignPackage(by: identity)
        if let times {
            let cost = CPUTime.microseconds(times) { _ = sign(package, at: seconds) }
            return sayJSON { $0.object { $0.member("signMicroseconds", Int64(cost)) } }
        }
        let signed = sign(package, at: seconds)
        try OutputFile(path: output).write(signed)
        let days = (identity.expiresAt - seconds) / 86_400
        say(
            "\(output): \(signed.count) bytes, \(package.files.count) files; the certificate ends in \(days) days"
        )
    }

    private func files(in path: String) throws -> PackageFiles {
        let found = try Folder(path: path).files()
        do {
            return try PackageFiles(found, of: .pass)
        } catch {
            let faults = error.all.map { $0.explanation(of: .pass) }
            try CommandFailure.refuse(faults, of: path)
            throw error
        }
    }
}

extension CommandFailure {
    /// A line for each thing that is wrong, and one that says so.
    static func refuse(_ faults: [String], of path: String) throws {
        guard !faults.isEmpty else { return }
        for fault in faults { complain(fault) }
        let count = faults.count == 1 ? "one thing is" : "\(faults.count) things are"
        throw failed("\(path): \(count) wrong; nothing was written")
    }
}
