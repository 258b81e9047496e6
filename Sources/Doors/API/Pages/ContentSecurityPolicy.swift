extension PageFile {
    /// Content Security Policy (CSP) of /pay and the other pages: a page may load only this
    /// server's scripts and styles, and no other page may frame it. The page of the API's contract
    /// has another one, because its viewer writes styles into the page.
    static let contentSecurityPolicy = [
        (
            "Content-Security-Policy",
            "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; "
                + "connect-src 'self'; form-action 'self'; frame-ancestors 'none'; base-uri 'none'"
        ),
        ("Referrer-Policy", "no-referrer"), ("X-Frame-Options", "DENY"),
    ]
}
