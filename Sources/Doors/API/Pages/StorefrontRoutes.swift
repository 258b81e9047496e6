import Assets
import HTTP

/// Routes for storefronts: one script without dependencies, its types, and the payment page.
extension Services {
    package static var storefrontRoutes: [Route] {
        [
            PageFile(script, type: "text/javascript; charset=utf-8", headers: forAnyPage)?
                .route("/paysheet.js"),
            PageFile(
                Assets.bytes(of: "pages/paysheet/paysheet.d.ts"),
                type: "text/plain; charset=utf-8", headers: forAnyPage)?.route("/paysheet.d.ts"),
        ].compactMap(\.self) + paymentPageRoutes
    }

    /// Any storefront may include the script, and verify what it includes.
    private static let forAnyPage = [
        ("Access-Control-Allow-Origin", "*"), ("Cross-Origin-Resource-Policy", "cross-origin"),
    ]

    /// The parts of `pages/paysheet`, in the order of their names, wrapped so that they define only
    /// one global name.
    static var script: [UInt8]? {
        let parts = Assets.names.filter { $0.hasPrefix("pages/paysheet/") && $0.hasSuffix(".js") }
        guard !parts.isEmpty else { return nil }
        return Array("(() => {\n'use strict'\n".utf8)
            + parts.sorted().flatMap { withoutComments(Assets.bytes(of: $0) ?? []) }
            + Array("})()\n".utf8)
    }

    /// Removes lines that contain only a comment, which a buyer's browser need not load.
    /// `pages/paysheet` has the readable script.
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
