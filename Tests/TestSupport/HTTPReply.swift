/// An answer as a test reads it.
package struct HTTPReply: Sendable {
    package var status: Int
    package var headers: [(name: String, value: String)]
    package var body: [UInt8] = []

    package var text: String { String(decoding: body, as: UTF8.self) }

    /// The first header of that name, without regard to case.
    package subscript(name: String) -> String? {
        headers.first { $0.name.lowercased() == name.lowercased() }?.value
    }

    package func all(_ name: String) -> [String] {
        headers.filter { $0.name.lowercased() == name.lowercased() }.map(\.value)
    }

    init(head: String) throws {
        let lines = head.split(separator: "\r\n", omittingEmptySubsequences: false)
        let first = lines[0].split(separator: " ", maxSplits: 2)
        guard first.count >= 2, first[0] == "HTTP/1.1", let status = Int(first[1]) else {
            throw RawSocket.Failure.notHTTP(head)
        }
        self.status = status
        headers = try lines.dropFirst().map { line in
            guard let colon = line.firstIndex(of: ":") else {
                throw RawSocket.Failure.notHTTP(head)
            }
            let value = line[line.index(after: colon)...].drop { $0 == " " }
            return (String(line[..<colon]), String(value))
        }
    }
}
