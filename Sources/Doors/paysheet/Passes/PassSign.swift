import Archive
import Credentials
import Crypto
import JSON
import Passes
import Vocabulary

/// Signs the files of a folder and writes the package that a phone accepts; or prints every fault,
/// and writes nothing.
struct PassSign {
    private let folder: String
    private let output: String
    private let files: SignerFiles
    private let times: Int?

    init(_ arguments: [String]) throws {
        let words = try CommandOptions(
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
        try OutputFile(path: output).requireNew(besides: files.paths, outside: folder)
        let seconds = World.now().microseconds / 1_000_000
        let package = try files(in: folder)
        let kind = package.kind
        let identity = try files.identity(for: kind.signer, at: seconds)
        let finding = VerifyPackage(kind, under: nil, at: seconds).document(
            of: package.files, by: (identity.typeIdentifier, identity.teamIdentifier))
        try CommandFailure.refuse(finding.faults.map { $0.explanation(of: kind) }, of: folder)
        for warning in finding.warnings + package.warnings {
            printError("warning: \(kind.document)\(warning.pointer): \(warning.detail)")
        }
        let sign = SignPackage(by: identity)
        if let times {
            let cost = CPUTime.microseconds(times) { _ = sign(package, at: seconds) }
            return printJSON { $0.object { $0.member("signMicroseconds", Int64(cost)) } }
        }
        let signed = sign(package, at: seconds)
        try OutputFile(path: output).write(signed)
        let days = (identity.expiresAt - seconds) / 86_400
        printLine(
            "\(output): \(signed.count) bytes, \(package.files.count) files; the certificate "
                + "expires in \(days) days"
        )
    }

    private func files(in path: String) throws -> PackageFiles {
        let found = try Folder(path: path).files()
        let kind = PackageKind(of: found) ?? .pass
        do {
            return try PackageFiles(found, of: kind)
        } catch {
            let faults = error.all.map { $0.explanation(of: kind) }
            try CommandFailure.refuse(faults, of: path)
            throw error
        }
    }
}

extension CommandFailure {
    /// Prints a line for each fault, then throws their number; does nothing without faults.
    static func refuse(_ faults: [String], of path: String) throws {
        guard !faults.isEmpty else { return }
        for fault in faults { printError(fault) }
        let count = faults.count == 1 ? "one thing is" : "\(faults.count) things are"
        throw failed("\(path): \(count) wrong; nothing was written")
    }
}
