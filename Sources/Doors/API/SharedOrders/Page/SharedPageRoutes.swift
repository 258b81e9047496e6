import HTTP
import Merchants
import Passes
import Pictures
import SharedOrders
import Vocabulary

/// The page that a shared order's link opens in a browser; a script keeps it up to date.
extension Services {
    package var sharedPageRoutes: [Route] {
        [
            Route(.get, "/s/{token}") { await self.sharedPage($0, $1) },
            Route(.get, "/s/{token}/pictures/{picture}") { await self.sharedPicture($0, $1) },
            route(SharedMessageEndpoints.picture),
        ] + PageFile.folder("pages/shared", at: "/pages/shared")
    }

    /// Only reads, because link previews and several devices request it.
    private func sharedPage(_ request: Request, _ parameters: Parameters) async -> Response {
        let words = PageTexts.of(Language(acceptLanguage: request.headers["Accept-Language"]))
        do {
            let (token, merchant) = try await openLink(request, parameters)
            let view = try await FindSharedOrder(token.order, now: now())(on: sharedOrders)
            let page = SharedPage(
                token: token.text, view: view, bill: view.bill(merchant.settings.taxRounding),
                isLive: merchant.live, words: words)
            return SharedFrame(words, picture: urls().url(ofFile: SharedFrame.picture))
                .response(200, page.body, isAlive: true)
        } catch SharedOrderRefusal.notFound {
            return SharedFrame(words).notice("missing", status: 404)
        } catch {
            let problem = problem(for: error, request.id)
            var response = SharedFrame(words).notice("busy", status: problem.status)
            if let seconds = problem.retryAfterSeconds {
                response.headers.append(("Retry-After", String(seconds)))
            }
            return response
        }
    }

    /// Serves a merchant's picture to holders of the link of an order whose menu has it.
    private func sharedPicture(_ request: Request, _ parameters: Parameters) async -> Response {
        do {
            let (token, merchant) = try await openLink(request, parameters)
            let terms = try await sharedOrders.terms(of: token.order)
            guard let name = PictureName(parameters["picture"]),
                terms.menu.items.contains(where: { $0.picture == name.text })
            else { throw Problem.notFound }
            let (picture, bytes) = try await FindPicture(name, of: merchant.number)(on: database)
            return Response(
                status: 200,
                headers: [
                    ("Content-Type", picture.kind.mediaType), ("X-Content-Type-Options", "nosniff"),
                    // Another picture may take this name tomorrow.
                    ("Cache-Control", "private, max-age=600"),
                ], body: bytes)
        } catch {
            return problem(for: error, request.id).response(requestID: request.id)
        }
    }
}
