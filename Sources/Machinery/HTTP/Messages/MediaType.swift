/// Checks `Content-Type` and `Content-Encoding` of a request.
enum MediaType {
    /// True if the headers name JSON in UTF-8, uncompressed (RFC 8259, 8.1 and 11).
    static func isJSON(_ headers: Headers) -> Bool {
        guard !headers.has("Content-Encoding") else { return false }
        let types = headers.all("Content-Type")
        guard types.count == 1 else { return false }
        if types[0] == "application/json" { return true }
        let parts = types[0].split(separator: ";", omittingEmptySubsequences: false)
        guard equalIgnoringCase(trimmed(parts[0]), "application/json") else { return false }
        return parts.dropFirst().allSatisfy { part in
            let pair = part.split(separator: "=", maxSplits: 1)
            guard pair.count == 2, equalIgnoringCase(trimmed(pair[0]), "charset") else {
                return false
            }
            let value = trimmed(pair[1])
            return equalIgnoringCase(value, "utf-8") || equalIgnoringCase(value, "\"utf-8\"")
        }
    }

    static func trimmed(_ text: Substring) -> String {
        var rest = text.utf8
        while let first = rest.first, first == 32 || first == 9 { rest.removeFirst() }
        while let last = rest.last, last == 32 || last == 9 { rest.removeLast() }
        return String(Substring(rest))
    }
}
