/// The reason why a request has no answer. The text contains no address or URL, so anyone may see
/// it.
package enum ClientFault: String, Error, Hashable, Sendable, CaseIterable {
    /// Not an absolute URL with http or https, or one with a user name.
    case badURL = "bad_url"
    /// A header that contains a line break or another invalid character.
    case badHeader = "bad_header"
    /// http although the policy or a client certificate requires https.
    case insecure
    /// The host name resolves only to addresses that the policy forbids.
    case addressNotAllowed = "address_not_allowed"
    case nameNotFound = "name_not_found"
    /// No server accepts the connection.
    case unreachable
    /// The certificate is not trusted or is for another name, or the server does not speak TLS.
    case tls
    /// The client certificate or its private key cannot be used.
    case badIdentity = "bad_identity"
    case timedOut = "timed_out"
    /// The connection broke, or the answer is not HTTP.
    case broken
    case canceled
    /// The client was stopped.
    case stopped
}
