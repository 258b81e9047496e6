import CCurl
import Glibc

/// One request in progress, with the part of its answer received so far.
///
/// Unchecked because only the engine's thread touches it once it has started.
final class Transfer: @unchecked Sendable {
    let request: Request
    let lines: [String]
    let target: Target
    let limits: Limits
    let policy: Policy
    let connectOverride: ConnectOverride?
    /// True if all requests of its identity share the connection.
    let isOnLine: Bool
    /// Set before the start and cleared at the end, so that it is resumed once.
    var continuation: CheckedContinuation<Result<Answer, ClientFault>, Never>?

    private var headers: [(name: String, value: String)] = []
    private var headerBytes = 0
    private var body: [UInt8] = []
    private var isCut = false
    /// The policy forbade an address; another address of the same name may have been allowed.
    private var isRefused = false
    private var isOpened = false
    /// Guarded by the engine's lock: the caller may cancel before the engine starts the transfer.
    var isCanceled = false

    init(
        _ request: Request, _ lines: [String], to target: Target, _ limits: Limits,
        _ policy: Policy, by connectOverride: ConnectOverride?, isOnLine: Bool = false
    ) {
        self.request = request
        self.lines = lines
        self.target = target
        self.limits = limits
        self.policy = policy
        self.connectOverride = connectOverride
        self.isOnLine = isOnLine
    }

    func end(_ result: Result<Answer, ClientFault>) {
        continuation?.resume(returning: result)
        continuation = nil
    }

    // MARK: Callbacks from curl

    /// Returns false to end the transfer.
    func receive(header line: UnsafeRawBufferPointer) -> Bool {
        headerBytes += line.count
        guard headerBytes <= Limits.headerBytesMax else { return false }
        // A new status line starts another answer: the one before it was an interim response.
        if line.starts(with: "HTTP/".utf8) {
            headers = []
        } else if let colon = line.firstIndex(of: UInt8(ascii: ":")), headers.count < 256 {
            let value = line[(colon + 1)...].filter { $0 != 13 && $0 != 10 }
            headers.append(
                (
                    String(decoding: line[..<colon], as: UTF8.self),
                    String(String(decoding: value, as: UTF8.self).trimmed)
                ))
        }
        return true
    }

    /// Returns false once the body has reached its limit.
    func receive(body bytes: UnsafeRawBufferPointer) -> Bool {
        let room = limits.answerBytesMax - body.count
        body += bytes.prefix(room)
        isCut = bytes.count > room
        return !isCut
    }

    /// Opens the socket for an address before curl connects; returns a bad socket for a forbidden
    /// address.
    func open(_ address: UnsafePointer<curl_sockaddr>) -> curl_socket_t {
        let bytes = [UInt8](unsafeUninitializedCapacity: 16) { buffer, count in
            count = ccurl_ip(address, buffer.baseAddress)
        }
        guard connectOverride != nil || policy.allows(address: bytes, isPlain: target.isPlain)
        else {
            isRefused = true
            return CURL_SOCKET_BAD
        }
        isOpened = true
        return socket(
            address.pointee.family, address.pointee.socktype | Int32(SOCK_CLOEXEC.rawValue),
            address.pointee.protocol)
    }

    /// Converts curl's result of the transfer.
    func result(_ code: CURLcode, _ handle: UnsafeMutableRawPointer) -> Result<Answer, ClientFault>
    {
        let status = Int(ccurl_status(handle))
        guard code == CURLE_OK || (isCut && code == CURLE_WRITE_ERROR), status > 0 else {
            return .failure(fault(code))
        }
        return .success(
            Answer(
                status: status, headers: headers, body: body, isCut: isCut,
                milliseconds: Int(ccurl_microseconds(handle) / 1000)))
    }

    private func fault(_ code: CURLcode) -> ClientFault {
        switch code {
        case CURLE_URL_MALFORMAT: .badURL
        case CURLE_COULDNT_RESOLVE_HOST: .nameNotFound
        case CURLE_COULDNT_CONNECT: isRefused && !isOpened ? .addressNotAllowed : .unreachable
        case CURLE_OPERATION_TIMEDOUT: .timedOut
        case CURLE_SSL_CERTPROBLEM: .badIdentity
        case CURLE_SSL_CONNECT_ERROR, CURLE_PEER_FAILED_VERIFICATION, CURLE_SSL_CLIENTCERT,
            CURLE_SSL_CIPHER, CURLE_SSL_ISSUER_ERROR, CURLE_SSL_INVALIDCERTSTATUS:
            .tls
        default: .broken
        }
    }
}

extension String {
    fileprivate var trimmed: Substring {
        var text = self[...]
        while text.first == " " || text.first == "\t" { text.removeFirst() }
        while text.last == " " || text.last == "\t" { text.removeLast() }
        return text
    }
}
