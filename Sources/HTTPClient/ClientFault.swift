/// Why there is no answer. Its text names no address and no URL, so it may reach anyone.
package enum ClientFault: String, Error, Hashable, Sendable, CaseIterable {
    /// Not an absolute URL of http or https, or one with a user's name in it.
    case badURL = "bad_url"
    /// A header that would end its line.
    case badHeader = "bad_header"
    /// http where https is demanded.
    case insecure
    /// The name leads only to addresses that may not be reached.
    case addressNotAllowed = "address_not_allowed"
    case nameNotFound = "name_not_found"
    /// Nobody takes the connection.
    case unreachable
    /// The certificate is not trusted, or of another name, or there was no TLS at all.
    case tls
    /// The certificate that the server is to be shown, or its private key, cannot be used.
    case badIdentity = "bad_identity"
    case timedOut = "timed_out"
    /// The connection broke, or what came was no HTTP.
    case broken
    case canceled
    /// The client was stopped.
    case stopped
}
