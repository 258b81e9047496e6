extension PageFile {
    /// Content Security Policy (CSP) of every page: it may load only this server's scripts and
    /// styles, and no other page may frame it.
    static let contentSecurityPolicy = [
        (
            "Content-Security-Policy",
            "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; "
                + "connect-src 'self'; form-action 'self'; frame-ancestors 'none'; base-uri 'none'"
        ),
        ("Referrer-Policy", "no-referrer"), ("X-Frame-Options", "DENY"),
    ]
}
