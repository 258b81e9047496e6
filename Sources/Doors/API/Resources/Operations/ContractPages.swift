import Assets
import HTTP

/// Pages of the rendered contract: Swagger UI's own files, and nothing from elsewhere.
extension Services {
    private static let docsFiles = [
        "swagger-ui.css": "text/css", "swagger-ui-bundle.js": "text/javascript",
        "start.js": "text/javascript", "favicon-32x32.png": "image/png",
    ]

    /// Content Security Policy (CSP) of these pages: Swagger UI sets styles of its own.
    private static let docsPolicy = [
        ("Content-Type", "text/html; charset=utf-8"),
        (
            "Content-Security-Policy",
            "default-src 'none'; script-src 'self'; style-src 'self' 'unsafe-inline'; "
                + "img-src 'self' data:; connect-src 'self'; frame-ancestors 'none'; base-uri 'none'"
        ), ("X-Content-Type-Options", "nosniff"),
    ]

    static func docs(_ request: Request) -> Response {
        docs(hasReader: Assets.bytes(of: "swagger-ui/swagger-ui.css") != nil)
    }

    static func docs(hasReader: Bool) -> Response {
        Response(
            status: 200, headers: docsPolicy, body: Array((hasReader ? page : plainPage).utf8))
    }

    func docsFile(_ name: String, _ request: Request) -> Response {
        if name == "start.js" {
            return Response(
                status: 200, headers: [("Content-Type", "text/javascript")],
                body: Array(Self.startScript.utf8))
        }
        guard let type = Self.docsFiles[name] else {
            return Problem.notFound.response(requestID: request.id)
        }
        return asset("swagger-ui/\(name)", type: type, request)
    }

    private static func html(_ body: String) -> String {
        """
        <!doctype html>
        <html lang="en">
        <meta charset="utf-8">
        <meta name="viewport" content="width=device-width, initial-scale=1">
        <title>Paysheet API</title>
        \(body)
        </html>
        """
    }

    private static let page = html(
        """
        <link rel="stylesheet" href="/docs/swagger-ui.css">
        <div id="contract"></div>
        <noscript>The contract is at <a href="/openapi.yaml">/openapi.yaml</a>.</noscript>
        <script src="/docs/swagger-ui-bundle.js"></script>
        <script src="/docs/start.js"></script>
        """)

    /// Swagger UI's style sheet has dark colors, under a class that this script sets.
    private static let startScript = """
        const dark = matchMedia('(prefers-color-scheme: dark)');
        const follow = () => document.documentElement.classList.toggle('dark-mode', dark.matches);
        dark.addEventListener('change', follow);
        follow();
        SwaggerUIBundle({
          url: '/openapi.yaml', dom_id: '#contract', deepLinking: true, docExpansion: 'list',
          defaultModelsExpandDepth: 0, tryItOutEnabled: false, validatorUrl: null,
        });
        """

    /// The page of a server that was built without Swagger UI.
    private static let plainPage = html(
        """
        <p>The contract is at <a href="/openapi.yaml">/openapi.yaml</a>.</p>
        <p>To read it here, run <code>bin/setup</code>, which fetches Swagger UI from the package
        index, then build and start the server again. This one was built without it.</p>
        """)
}
