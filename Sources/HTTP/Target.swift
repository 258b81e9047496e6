import CHTTPServer
import Glibc

/// The path and the query of a request line.
struct Target {
    /// Still percent-encoded. For `http://host/path` only the path.
    let path: String
    let query: QueryItems

    /// Nil for a space, a control character, a broken escape, `%00` or bytes that are no UTF-8.
    init?(_ connection: OpaquePointer, _ url: UnsafePointer<CChar>, hasQuery: Bool) {
        let length = strlen(url)
        let bytes = UnsafeBufferPointer(
            start: UnsafeRawPointer(url).assumingMemoryBound(to: UInt8.self), count: length)
        guard bytes.allSatisfy({ $0 > 32 && $0 != 127 }),
            let path = String(validating: bytes, as: UTF8.self)
        else { return nil }
        self.path = path.hasPrefix("/") ? path : Target.pathOfAbsoluteForm(path)
        guard hasQuery else {
            query = QueryItems()
            return
        }
        var reader = QueryReader()
        withUnsafeMutablePointer(to: &reader) { reader in
            _ = MHD_get_connection_values_n(
                connection, .GET_ARGUMENT_KIND, readQueryItem, reader)
        }
        guard reader.wellFormed else { return nil }
        query = reader.items
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

private struct QueryReader {
    var items = QueryItems()
    var wellFormed = true

    mutating func read(_ name: UnsafeBufferPointer<UInt8>, _ value: UnsafeBufferPointer<UInt8>) {
        guard let name = Percent.decoded(name), let value = Percent.decoded(value) else {
            wellFormed = false
            return
        }
        items.append(name, value)
    }
}

private func readQueryItem(
    _ context: UnsafeMutableRawPointer?, _ kind: MHD_ValueKind, _ name: UnsafePointer<CChar>?,
    _ nameLength: Int, _ value: UnsafePointer<CChar>?, _ valueLength: Int
) -> MHD_Result {
    guard let context, let name else { return .YES }
    let reader = context.assumingMemoryBound(to: QueryReader.self)
    withBytes(name, nameLength) { name in
        withBytes(value, valueLength) { value in reader.pointee.read(name, value) }
    }
    return .YES
}
