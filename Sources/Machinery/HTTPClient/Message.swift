/// A request to another server.
package struct Request: Sendable {
    package enum Method: String, Sendable {
        case get = "GET"
        case post = "POST"
        case delete = "DELETE"
    }

    package var method: Method
    /// An absolute URL with http or https.
    package var url: String
    package var headers: [(name: String, value: String)]
    package var body: [UInt8]
    /// Sent to the server if it asks for a certificate. A `Client` then uses a connection for this
    /// request only; a `PersistentConnection` shares one among the requests of its identity.
    package var identity: ClientIdentity?

    package init(
        _ method: Method, _ url: String, headers: [(name: String, value: String)] = [],
        body: [UInt8] = [], as identity: ClientIdentity? = nil
    ) {
        self.method = method
        self.url = url
        self.headers = headers
        self.body = body
        self.identity = identity
    }

    /// The headers as curl's lines; nil if a header is invalid, for example if it contains a line
    /// break.
    var headerLines: [String]? {
        var lines: [String] = []
        for (name, value) in headers {
            guard !name.isEmpty, name.utf8.allSatisfy(Self.isNameByte),
                value.utf8.allSatisfy({ ($0 >= 0x20 && $0 != 0x7F) || $0 == 9 })
            else { return nil }
            // curl omits a header whose line ends with the colon; the semicolon keeps an empty
            // header.
            lines.append(value.isEmpty ? name + ";" : name + ": " + value)
        }
        return lines
    }

    /// RFC 9110, 5.6.2.
    private static func isNameByte(_ byte: UInt8) -> Bool {
        (0x30...0x39).contains(byte) || (0x41...0x5A).contains(byte & 0xDF)
            || "!#$%&'*+-.^_`|~".utf8.contains(byte)
    }
}

/// An answer of any status; a redirect is an answer too and is not followed.
package struct Answer: Sendable {
    package let status: Int
    package let headers: [(name: String, value: String)]
    /// At most as long as the limit; the rest was not read.
    package let body: [UInt8]
    package let isCut: Bool
    /// From the start of the request, with name resolution and connection, to the last byte that
    /// was read.
    package let milliseconds: Int

    /// The first header with this name, in any case.
    package subscript(name: String) -> String? {
        headers.first { $0.name.lowercased() == name.lowercased() }?.value
    }
}
