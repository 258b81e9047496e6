import CHTTPServer
import Glibc

/// The content of a request's head, and the first fault found in it.
///
/// The library accepts heads that two parsers can read differently, so that one request can hide in
/// another. So this type checks again each rule of RFC 9112 that keeps parsers in agreement.
struct Head {
    var headers = Headers()
    var contentLength: UInt64?
    var chunked = false
    var expectsContinue = false
    /// The body has chunks and another coding, which the server does not know.
    private(set) var hasUnknownCoding = false
    /// False if the client ends the connection after the answer, or may do so.
    private(set) var keepsConnection = true
    var fault: Refusal.Fault?

    /// Number of cookies; the library copies each and keeps a record of it.
    private(set) var cookies = 0
    private(set) var cookieBytes = 0

    private var hosts = 0
    private var lengths = 0
    private var transferEncodings = 0
    private var transferEncodingIsChunked = true
    /// The place where the next header line must begin if every line so far ended with CRLF.
    private var expectedPlace: UnsafePointer<CChar>

    /// Reads the header lines of a connection whose request line has been read.
    init(
        _ connection: OpaquePointer, method: UnsafePointer<CChar>,
        target: UnsafePointer<CChar>?, targetLength: Int, version: UnsafePointer<CChar>
    ) {
        expectedPlace = version + 10
        // The library cuts the target at a NUL; the version comes one space after its true end.
        if let target, target + targetLength + 1 != version { fault = .controlCharacter }
        // It cuts the method at a NUL, too; the target comes one space after its true end.
        if let target {
            let end = method + strlen(method) + 1
            let isSpace = end < target && end.pointee == CChar(UInt8(ascii: " "))
            if end != target { note(isSpace ? .target : .controlCharacter) }
        }
        withUnsafeMutablePointer(to: &self) { head in
            _ = MHD_get_connection_values_n(connection, .HEADER_KIND, readHeaderLine, head)
        }
        // The library cuts values at a NUL, joins folded lines and skips lines without a name. In
        // each case the lines that it reports do not fill the head from end to end.
        if expectedPlace + 2 != method + chttp_head_size(connection) {
            note(.controlCharacter)
        }
        examineFraming(oneDotOne: version[7] != CChar(UInt8(ascii: "0")))
    }

    private mutating func note(_ fault: Refusal.Fault) {
        if self.fault == nil { self.fault = fault }
    }

    private mutating func examineFraming(oneDotOne: Bool) {
        if transferEncodings > 0, lengths > 0 { note(.lengthWithTransferEncoding) }
        if lengths > 1 { note(.repeatedLength) }
        if hosts > 1 { note(.repeatedHost) }
        if hosts == 0, oneDotOne { note(.missingHost) }
        if transferEncodings > 1 || !transferEncodingIsChunked { note(.transferEncoding) }
        if transferEncodings > 0, !oneDotOne { note(.transferEncoding) }
        chunked = transferEncodings > 0
        if !oneDotOne { keepsConnection = false }
    }

    /// RFC 9112, 6.1 and 6.3: a body that does not end with `chunked` has no known length. A coding
    /// before it is only unknown.
    private mutating func readTransferEncoding(_ value: String) {
        let codings = value.lowercased().split(separator: ",", omittingEmptySubsequences: false)
            .map { $0.filter { $0 != " " && $0 != "\t" } }
        guard codings.last == "chunked", codings.count(where: { $0 == "chunked" }) == 1,
            !codings.contains("")
        else {
            transferEncodingIsChunked = false
            return
        }
        if codings.count > 1 { hasUnknownCoding = true }
    }

    /// - Parameter place: where the name begins in the head.
    fileprivate mutating func read(
        _ name: UnsafeBufferPointer<UInt8>, _ rawValue: UnsafeBufferPointer<UInt8>,
        at place: UnsafePointer<CChar>
    ) {
        if place != expectedPlace { note(.controlCharacter) }
        if let start = rawValue.baseAddress {
            expectedPlace = UnsafeRawPointer(start + rawValue.count + 2)
                .assumingMemoryBound(to: CChar.self)
        }
        if !isToken(name) { note(.headerName) }
        var value = rawValue
        while let last = value.last, last == 32 || last == 9 {
            value = UnsafeBufferPointer(rebasing: value.dropLast())
        }
        if !isText(value) { note(.headerValue) }
        headers.append(name, value)
        switch name.count {
        case 4 where equalIgnoringCase(name, "Host"): hosts += 1
        case 6 where equalIgnoringCase(name, "Expect"): expectsContinue = true
        case 6 where equalIgnoringCase(name, "Cookie"):
            cookies += 1 + value.count { $0 == UInt8(ascii: ";") }
            cookieBytes += value.count
        case 14 where equalIgnoringCase(name, "Content-Length"):
            lengths += 1
            contentLength = UInt64(String(decoding: value, as: UTF8.self))
        case 17 where equalIgnoringCase(name, "Transfer-Encoding"):
            transferEncodings += 1
            readTransferEncoding(String(decoding: value, as: UTF8.self))
        case 10 where equalIgnoringCase(name, "Connection"):
            if !equalIgnoringCase(value, "keep-alive") { keepsConnection = false }
        default: break
        }
    }
}

private func readHeaderLine(
    _ context: UnsafeMutableRawPointer?, _ kind: MHD_ValueKind, _ name: UnsafePointer<CChar>?,
    _ nameLength: Int, _ value: UnsafePointer<CChar>?, _ valueLength: Int
) -> MHD_Result {
    guard let context, let name else { return .YES }
    let head = context.assumingMemoryBound(to: Head.self)
    withBytes(name, nameLength) { nameBytes in
        withBytes(value, valueLength) { head.pointee.read(nameBytes, $0, at: name) }
    }
    return .YES
}

/// Compares ASCII without regard to case with a literal.
private func equalIgnoringCase(_ text: UnsafeBufferPointer<UInt8>, _ literal: StaticString) -> Bool
{
    equalIgnoringCase(
        text, UnsafeBufferPointer(start: literal.utf8Start, count: literal.utf8CodeUnitCount))
}

/// A header's name is a token (RFC 9110, 5.6.2).
private func isToken(_ name: UnsafeBufferPointer<UInt8>) -> Bool {
    !name.isEmpty && name.allSatisfy { tokenCharacters[Int($0)] }
}

private let tokenCharacters: [Bool] = {
    var table = [Bool](repeating: false, count: 256)
    for byte in "!#$%&'*+-.^_`|~0123456789".utf8 { table[Int(byte)] = true }
    for letter in UInt8(ascii: "a")...UInt8(ascii: "z") {
        table[Int(letter)] = true
        table[Int(letter) - 32] = true
    }
    return table
}()

/// Visible characters, spaces and tabs; beyond ASCII only whole UTF-8.
private func isText(_ value: UnsafeBufferPointer<UInt8>) -> Bool {
    var plain = true
    for byte in value {
        if byte < 32 && byte != 9 || byte == 127 { return false }
        if byte >= 0x80 { plain = false }
    }
    return plain || String(validating: value, as: UTF8.self) != nil
}
