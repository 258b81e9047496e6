import HTTP
import Vocabulary

/// The frame of each page of a shared order: its head, which link previews read, and its headers.
///
/// The head contains nothing of the order: a service that previews the link need not know what
/// friends eat.
struct SharedFrame {
    let words: PageTexts
    /// The full URL of the preview's picture, which is the same for all orders.
    let picture: String?

    static let picture = "/pages/shared/preview.png"

    init(_ words: PageTexts, picture: String? = nil) {
        self.words = words
        self.picture = picture
    }

    /// - Parameter isAlive: true if the page's script has something to do.
    func response(_ status: Int, _ body: Markup, isAlive: Bool) -> Response {
        let scripts: Markup = """
            <script src="/paysheet.js" defer></script>
            <script src="/pages/shared/shared.js" type="module"></script>

            """
        let head: Markup = """
            <!doctype html>
            <html lang="\(words.language.rawValue)" dir="ltr">
            <head>
            <meta charset="utf-8">
            <meta name="viewport" content="width=device-width, initial-scale=1">
            <meta name="robots" content="noindex, nofollow">
            <title>\(words["page.title"])</title>
            \(isAlive ? preview : "")<link rel="icon" href="/pages/shared/icon.svg" type="image/svg+xml">
            <link rel="stylesheet" href="/pages/shared/shared.css">
            \(isAlive ? scripts : "")</head>
            """
        let page: Markup = "\(head)\n<body>\n\(body)\n</body>\n</html>\n"
        return Response(
            status: status,
            headers: [
                ("Content-Type", "text/html; charset=utf-8"), ("Content-Language", language),
                ("Cache-Control", "no-store"), ("Vary", "Accept-Language"),
                ("X-Content-Type-Options", "nosniff"), ("X-Robots-Tag", "noindex, nofollow"),
            ] + PageFile.contentSecurityPolicy, body: Array(page.text.utf8))
    }

    private var language: String { words.language.rawValue }

    private var preview: Markup {
        let image: Markup =
            if let picture {
                """
                <meta property="og:image" content="\(picture)">
                <meta property="og:image:width" content="1200">
                <meta property="og:image:height" content="630">

                """
            } else { "" }
        return """
            <meta name="description" content="\(words["page.preview"])">
            <meta property="og:type" content="website">
            <meta property="og:title" content="\(words["page.title"])">
            <meta property="og:description" content="\(words["page.preview"])">
            \(image)
            """
    }

    /// A page without the order, with the reason and the next step: `missing` is the same for every
    /// link without an order, `busy` follows an error.
    func notice(_ name: String, status: Int) -> Response {
        response(
            status,
            """
            <main class="notice">
            <h1>\(words[name + ".title"])</h1>
            <p>\(words[name + ".text"])</p>
            </main>
            """, isAlive: false)
    }
}
