extension Request {
    /// True if `If-None-Match` has this entity tag, or `*` (RFC 9110, 13.1.2).
    package func hasCopy(tagged tag: String) -> Bool {
        headers.all("If-None-Match").joined(separator: ",").split(separator: ",").contains { part in
            var part = part.drop { $0 == " " }
            if part.hasPrefix("W/") { part = part.dropFirst(2) }
            part = part.prefix { $0 != " " }
            return part == "*" || part == tag
        }
    }
}
