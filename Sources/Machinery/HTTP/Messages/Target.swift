import Glibc

/// The path and the query of a request line.
struct Target {
    /// Still percent-encoded. For `http://host/path` only the path.
    let path: String
    let query: QueryItems

    /// No call takes more than ten; the server decodes each argument.
    static let argumentsMax = 100

    enum Fault: Error {
        /// A space, a control character, a broken escape, `%00` or bytes that are not UTF-8.
        case malformed
        case tooManyArguments
    }

    init(_ url: UnsafePointer<CChar>, query bytesOfQuery: [UInt8]?) throws(Fault) {
        let length = strlen(url)
        let bytes = UnsafeBufferPointer(
            start: UnsafeRawPointer(url).assumingMemoryBound(to: UInt8.self), count: length)
        guard bytes.allSatisfy({ $0 > 32 && $0 != 127 }),
            let path = String(validating: bytes, as: UTF8.self)
        else { throw .malformed }
        self.path = path.hasPrefix("/") ? path : Target.pathOfAbsoluteForm(path)
        query = try Target.items(bytesOfQuery ?? [])
    }

    /// Splits at `&`, then at the first `=`; a plus is a space (WHATWG URL, 5.1).
    private static func items(_ query: [UInt8]) throws(Fault) -> QueryItems {
        var items = QueryItems()
        guard !query.isEmpty else { return items }
        // An empty argument counts, too, because it costs as much to read as any other.
        let signs = query.count { $0 == UInt8(ascii: "&") }
        guard signs < argumentsMax else { throw .tooManyArguments }
        let spaced = query.map { $0 == UInt8(ascii: "+") ? UInt8(ascii: " ") : $0 }
        for part in spaced.split(separator: UInt8(ascii: "&")) {
            let sign = part.firstIndex(of: UInt8(ascii: "="))
            let name = Array(part[..<(sign ?? part.endIndex)])
            let value = sign.map { Array(part[($0 + 1)...]) } ?? []
            guard let name = name.withUnsafeBufferPointer(Percent.decoded),
                let value = value.withUnsafeBufferPointer(Percent.decoded)
            else { throw .malformed }
            items.append(name, value)
        }
        return items
    }

    /// A server must accept the whole URL as a target (RFC 9112, 3.2.2).
    private static func pathOfAbsoluteForm(_ target: String) -> String {
        for scheme in ["http://", "https://"]
        where equalIgnoringCase(String(target.prefix(scheme.count)), scheme) {
            let rest = target.dropFirst(scheme.count)
            guard let slash = rest.firstIndex(of: "/") else { return "/" }
            return String(rest[slash...])
        }
        return target
    }
}
