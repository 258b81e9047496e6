import Assets
import HTTP

/// What a storefront includes: one script without dependencies, and its types; and a page for merchants who
/// have none.
extension Services {
    package static var storefrontRoutes: [Route] {
        [
            PageFile(script, type: "text/javascript; charset=utf-8", headers: forAnyPage)?
                .route("/paysheet.js"),
            PageFile(
                Assets.bytes(of: "pages/paysheet/paysheet.d.ts"),
                type: "text/plain; charset=utf-8", headers: forAnyPage)?.route("/paysheet.d.ts"),
            // The token is a checkout's client secret: the page reads it, and is the same for all.
            PageFile(
                Assets.bytes(of: "pages/pay/index.html"), type: "text/html; charset=utf-8",
                headers: PageFile.policy)?.route("/pay/{token}"),
        ].compactMap(\.self) + PageFile.folder("pages/pay", at: "/pages/pay")
    }

    /// Any storefront may include it, and check what it includes.
    private static let forAnyPage = [
        ("Access-Control-Allow-Origin", "*"), ("Cross-Origin-Resource-Policy", "cross-origin"),
    ]

    /// The parts of `pages/paysheet`, in the order of their names, as one that leaves nothing behind but its
    /// one global name.
    static var script: [UInt8]? {
        let parts = Assets.names.filter { $0.hasPrefix("pages/paysheet/") && $0.hasSuffix(".js") }
        guard !parts.isEmpty else { return nil }
        return Array("(() => {\n'use strict'\n".utf8)
            + parts.sorted().flatMap { withoutComments(Assets.bytes(of: $0) ?? []) }
            + Array("})()\n".utf8)
    }

    /// Without the lines that are nothing but a comment: a buyer's browser need not load them. Whoever wants to
    /// read the script reads `pages/paysheet`.
    private static func withoutComments(_ script: [UInt8]) -> [UInt8] {
        script.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
            .filter { line in
                let text = line.drop { $0 == UInt8(ascii: " ") }
                return !text.starts(with: "//".utf8)
                    && !(text.starts(with: "/**".utf8) && text.suffix(2).elementsEqual("*/".utf8))
            }
            .joined(separator: [UInt8(ascii: "\n")]).map { $0 }
    }
}
