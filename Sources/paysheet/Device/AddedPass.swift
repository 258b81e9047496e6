import API
import Archive
import HTTP
import JSON
import Passes

/// What a phone keeps of a pass or an order that was added to its Wallet.
struct AddedPass: Sendable {
    let kind: PackageKind
    let typeIdentifier: String
    let serialNumber: String
    /// Shown to the web service, and to nobody else.
    let token: String
    /// Without `/v1`, which the phone writes behind it.
    let service: String
    let fields: [ShownField]
    /// As the server wrote it, to be given back word for word.
    var modified: String?

    /// - Throws: `CommandFailure` when a phone could not follow it.
    init(_ package: [UInt8], modified: String?) throws {
        guard let files = try? Zip.read(package, VerifyPackage.limits),
            let kind = PackageKind(of: files),
            let bytes = files.first(where: { $0.path == kind.document })?.bytes,
            let document = try? Document.parse(bytes)
        else {
            throw CommandFailure.failed(
                "this is no package of a pass or an order: see paysheet pass verify")
        }
        self.kind = kind
        let pass = document.root
        guard let type = pass[kind.typeMember]?.string,
            let serial = pass[kind.serialParameter]?.string,
            let token = pass["authenticationToken"]?.string,
            let service = pass["webServiceURL"]?.string
        else {
            throw CommandFailure.failed(
                "it names no web service: webServiceURL and authenticationToken")
        }
        typeIdentifier = type
        serialNumber = serial
        self.token = token
        self.service = service
        self.modified = modified
        fields = kind == .pass ? ShownField.all(of: pass) : ShownField.all(ofOrder: pass)
    }

    /// No change makes another pass of it.
    func isSame(as other: AddedPass) -> Bool {
        (typeIdentifier, serialNumber, token)
            == (other.typeIdentifier, other.serialNumber, other.token)
    }

    /// Since 1970; nothing when it is no date of HTTP.
    static func seconds(_ modified: String?) -> Int64? { modified.flatMap(HTTPDate.read) }
}
