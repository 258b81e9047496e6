/// What is asked of somebody else.
package struct Request: Sendable {
    package enum Method: String, Sendable {
        case get = "GET"
        case post = "POST"
        case delete = "DELETE"
    }

    package var method: Method
    /// Absolute, http or https.
    package var url: String
    package var headers: [(name: String, value: String)]
    package var body: [UInt8]
    /// Shown to the server if it asks; the connection serves this request and no other.
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

    /// As lines of curl; nothing when one of them would be another line as well.
    var headerLines: [String]? {
        var lines: [String] = []
        for (name, value) in headers {
            guard !name.isEmpty, name.utf8.allSatisfy(Self.isNameByte),
                value.utf8.allSatisfy({ ($0 >= 0x20 && $0 != 0x7F) || $0 == 9 })
            else { return nil }
            // With a colon and nothing behind it curl would leave the header out.
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

/// What came back, of whatever status: a redirect too is an answer, and is not followed.
package struct Answer: Sendable {
    package let status: Int
    package let headers: [(name: String, value: String)]
    /// Not more than the limit; the rest was not read.
    package let body: [UInt8]
    package let isCut: Bool
    /// From the first step of the connection to the last byte that was read.
    package let milliseconds: Int

    /// The first header of a name, in whatever case.
    package subscript(name: String) -> String? {
        headers.first { $0.name.lowercased() == name.lowercased() }?.value
    }
}
