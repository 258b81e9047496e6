import CCrypto

/// A certificate that is trusted to sign others: a root that was pinned, or what was verified under one.
package final class Issuer: Sendable {
    package let certificate: Certificate
    // Made once and only read afterwards.
    nonisolated(unsafe) private let store: OpaquePointer

    package init(_ certificate: Certificate) {
        guard let store = X509_STORE_new(), X509_STORE_add_cert(store, certificate.handle) == 1
        else { preconditionFailure("OpenSSL gives no store") }
        self.certificate = certificate
        self.store = store
    }

    deinit { X509_STORE_free(store) }

    /// Whether a certificate was signed by this one, and both may be used at a time: signature, validity,
    /// and what each is allowed to do (RFC 5280, 6).
    ///
    /// - Parameter seconds: since 1970; nothing leaves out whether both are valid.
    package func hasIssued(_ other: Certificate, at seconds: Int64?) -> Bool {
        defer { ERR_clear_error() }
        guard let context = X509_STORE_CTX_new() else { return false }
        defer { X509_STORE_CTX_free(context) }
        guard X509_STORE_CTX_init(context, store, other.handle, nil) == 1,
            let parameters = X509_STORE_CTX_get0_param(context)
        else { return false }
        // It is trusted by itself, whoever has signed it.
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
