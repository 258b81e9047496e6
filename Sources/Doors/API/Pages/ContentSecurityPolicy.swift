extension PageFile {
    /// Content Security Policy (CSP) of the pages for buyers and merchants: a page may load only
    /// this server's scripts and styles, and no other page may frame it. The page of the API's
    /// contract has another one, because its viewer writes styles into the page.
    static let contentSecurityPolicy = [
        (
            "Content-Security-Policy",
            "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; "
                + "connect-src 'self'; form-action 'self'; frame-ancestors 'none'; base-uri 'none'"
        ),
        ("Referrer-Policy", "no-referrer"), ("X-Frame-Options", "DENY"),
    ]
}
