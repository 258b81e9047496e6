import Assets
import HTTP

/// What a storefront includes: one script without dependencies, and its types.
extension Services {
    package static var storefrontRoutes: [Route] {
        [
            PageFile(script, type: "text/javascript; charset=utf-8", headers: forAnyPage)?
                .route("/paysheet.js"),
            PageFile(
                Assets.bytes(of: "pages/paysheet/paysheet.d.ts"),
                type: "text/plain; charset=utf-8", headers: forAnyPage)?.route("/paysheet.d.ts"),
        ].compactMap(\.self)
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
            + parts.sorted().flatMap { Assets.bytes(of: $0) ?? [] } + Array("})()\n".utf8)
    }
}
