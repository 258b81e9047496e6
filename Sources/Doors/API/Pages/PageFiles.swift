import Assets
import HTTP

/// A file of `pages/`, as browsers receive it.
struct PageFile: Sendable {
    private let response: Response

    /// - Parameter bytes: the file; nil if the binary was built without it.
    init?(_ bytes: [UInt8]?, type: String, headers: [(String, String)] = []) {
        guard let bytes else { return nil }
        response = Response(
            status: 200,
            headers: [
                ("Content-Type", type), ("X-Content-Type-Options", "nosniff"),
                // Short, because a page and its script must be of the same version.
                ("Cache-Control", "public, max-age=60"),
            ] + headers, body: bytes)
    }

    /// Routes for the files of a folder, below a path; its `index.html` is at the path itself.
    static func folder(_ folder: String, at path: String) -> [Route] {
        Assets.names.filter { $0.hasPrefix(folder + "/") }.compactMap { name in
            let file = name.dropFirst(folder.count + 1)
            guard let ending = file.split(separator: ".").last, let type = types[String(ending)]
            else { return nil }
            let isPage = type.hasPrefix("text/html")
            let headers = isPage ? contentSecurityPolicy : []
            return PageFile(Assets.bytes(of: name), type: type, headers: headers)?
                .route(file == "index.html" ? path : "\(path)/\(file)")
        }
    }

    private static let types = [
        "html": "text/html; charset=utf-8", "css": "text/css; charset=utf-8",
        "js": "text/javascript; charset=utf-8", "svg": "image/svg+xml", "png": "image/png",
        "json": "application/json", "strings": "text/plain; charset=utf-8",
    ]

    func route(_ path: String) -> Route { Route.immediate(.get, path) { _, _ in response } }
}
