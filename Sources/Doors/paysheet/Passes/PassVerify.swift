import Crypto
import JSON
import Passes
import Vocabulary

/// Checks a package as a phone does, and prints every reason to refuse it.
struct PassVerify {
    private let path: String
    private let root: String?

    init(_ arguments: [String]) throws {
        let words = try CommandOptions(arguments, of: "pass", known: ["--root"])
        guard words.others.count == 1 else { throw Command.misused("pass") }
        path = words.others[0]
        root = words["--root"]
    }

    func callAsFunction() throws {
        let seconds = World.now().microseconds / 1_000_000
        let bytes = try InputFile(path: path).read(bytesMax: Self.bytesMax)
        let root = try root.map(SignerFiles.root)
        let verify = VerifyPackage(bytes, under: root, at: seconds)
        let finding = verify(bytes)
        for warning in finding.warnings {
            printError("warning: \(verify.kind.document)\(warning.pointer): \(warning.detail)")
        }
        guard finding.faults.isEmpty else {
            for fault in finding.faults { printLine(fault.explanation(of: verify.kind).printable) }
            let count = finding.faults.count == 1 ? "one reason" : "\(finding.faults.count) reasons"
            throw CommandFailure.failed("\(path): a phone rejects it for \(count)")
        }
        let name = [finding.typeIdentifier, finding.serialNumber].compactMap(\.self)
            .joined(separator: " ").printable
        // A document that is not checked has no name.
        let shown = name.isEmpty ? path : "\(path): \(name)"
        printLine(
            finding.unchecked != nil
                ? "\(shown): the signature is valid; the document was not checked"
                : root == nil
                    ? "\(shown): no fault found; --root also checks the certificate chain"
                    : "\(shown): a phone accepts it")
    }

    /// The size of a signed package with everything that it may have.
    private static let bytesMax = PackageFiles.bytesMax + (1 << 20)
}
