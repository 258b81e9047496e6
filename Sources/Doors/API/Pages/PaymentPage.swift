import Assets
import HTTP

/// The payment page at `/pay/…`, for merchants that have no storefront.
extension Services {
    /// The page, under the Content Security Policy (CSP) of all pages, and its files.
    ///
    /// The token is a checkout's client secret. The page's script reads it; the page is the same
    /// for all.
    static var paymentPageRoutes: [Route] {
        let page = PageFile(
            Assets.bytes(of: "pages/pay/index.html"), type: "text/html; charset=utf-8",
            headers: PageFile.contentSecurityPolicy)
        return [page?.route("/pay/{token}")].compactMap(\.self)
            + PageFile.folder("pages/pay", at: "/pages/pay")
    }
}
