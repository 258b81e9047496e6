import API
import Archive
import JSON
import Passes
import Vocabulary

/// A pass or an order, as a phone stores it in Wallet.
struct AddedPass: Sendable {
    let kind: PackageKind
    let typeIdentifier: String
    let serialNumber: String
    /// The phone sends it only to the web service.
    let token: String
    /// Without `/v1`, which the phone appends.
    let service: String
    let fields: [ShownField]
    /// As the server wrote it, because the phone must return it verbatim.
    var modified: String?

    /// - Throws: `CommandFailure` if a phone could not follow the package.
    init(_ package: [UInt8], modified: String?) throws {
        guard let files = try? Zip.read(package, VerifyPackage.limits),
            let kind = PackageKind(of: files),
            let bytes = files.first(where: { $0.path == kind.document })?.bytes,
            let document = try? Document.parse(bytes, takesNUL: true)
        else {
            throw CommandFailure.failed(
                "this is not a pass or order package: see paysheet pass verify")
        }
        self.kind = kind
        let pass = document.root
        guard let type = pass[kind.typeMember]?.string,
            let serial = pass[kind.serialParameter]?.string,
            let token = pass["authenticationToken"]?.string,
            let service = pass["webServiceURL"]?.string
        else {
            throw CommandFailure.failed(
                "it has no web service: webServiceURL and authenticationToken are missing")
        }
        typeIdentifier = type
        serialNumber = serial
        self.token = token
        self.service = service
        self.modified = modified
        fields = kind == .pass ? ShownField.all(of: pass) : ShownField.all(ofOrder: pass)
    }

    /// True for a version of the same pass: changes keep these members.
    func isSame(as other: AddedPass) -> Bool {
        (typeIdentifier, serialNumber, token)
            == (other.typeIdentifier, other.serialNumber, other.token)
    }

    /// Seconds since 1970; nil if the text is not an HTTP date.
    static func seconds(_ modified: String?) -> Int64? { modified.flatMap(HTTPDate.read) }
}
