import CCrypto

/// A trusted issuing certificate: a pinned root, or one verified under a root.
package final class Issuer: Sendable {
    package let certificate: Certificate
    // Created once and only read afterwards.
    nonisolated(unsafe) private let store: OpaquePointer

    package init(_ certificate: Certificate) {
        guard let store = X509_STORE_new(), X509_STORE_add_cert(store, certificate.handle) == 1
        else { preconditionFailure("OpenSSL cannot create a certificate store") }
        self.certificate = certificate
        self.store = store
    }

    deinit { X509_STORE_free(store) }

    /// Returns whether this certificate issued the other and both are valid at a time: checks the
    /// signature, the validity and the permissions of each (RFC 5280, 6).
    ///
    /// - Parameter seconds: since 1970; nil skips the check of validity.
    package func hasIssued(_ other: Certificate, at seconds: Int64?) -> Bool {
        defer { ERR_clear_error() }
        guard let context = X509_STORE_CTX_new() else { return false }
        defer { X509_STORE_CTX_free(context) }
        guard X509_STORE_CTX_init(context, store, other.handle, nil) == 1,
            let parameters = X509_STORE_CTX_get0_param(context)
        else { return false }
        // This certificate is a trust anchor, even if it is not self-signed.
        var flags = UInt(X509_V_FLAG_PARTIAL_CHAIN)
        if let seconds {
            X509_VERIFY_PARAM_set_time(parameters, time_t(seconds))
        } else {
            flags |= UInt(X509_V_FLAG_NO_CHECK_TIME)
        }
        X509_VERIFY_PARAM_set_flags(parameters, flags)
        X509_VERIFY_PARAM_set_depth(parameters, 0)
        return X509_verify_cert(context) == 1
    }
}
