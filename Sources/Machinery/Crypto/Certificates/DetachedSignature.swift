import CCrypto

/// A detached signature in the Cryptographic Message Syntax (RFC 5652), in DER or BER, with the
/// certificates of its message.
package struct DetachedSignature {
    /// In the order of the message. The caller decides whether to trust them.
    package let certificates: [Certificate]
    /// The signed signing time, in seconds since 1970; nil unless it occurs exactly once.
    package let signingTime: Int64?
    /// Identifies a set of certificates with the same encoding, for `recall`.
    package let certificatesDigest: [UInt8]?
    private let message: Message

    /// Parses a message. Returns nil unless all bytes form one message with a single SHA-256
    /// signature and detached content. The parts that the signature does not cover must have their
    /// standard form, so that no byte can be changed.
    ///
    /// - Parameters:
    ///   - isLenient: also accepts other encodings and other digests of the SHA family, as other
    ///     programs write them: for inspection only, not for trusting the signature.
    ///   - recall: returns certificates parsed earlier, by their digest: parsing them is the most
    ///     expensive step.
    package init?(
        _ bytes: [UInt8], isLenient: Bool = false,
        recall: ([UInt8]) -> [Certificate]? = { _ in nil }
    ) {
        defer { ERR_clear_error() }
        guard isLenient || BER.isStrict(bytes) else { return nil }
        var known: [Certificate]?
        var toRead = bytes
        var digest: [UInt8]?
        if !isLenient, let parts = BER.signedData(bytes) {
            let found = SHA256.hash(Array(parts.certificates))
            digest = found
            known = recall(found)
            if known != nil { toRead = parts.bare }
        }
        guard let message = Message(toRead),
            CMS_is_detached(message.handle) == 1,
            OBJ_obj2nid(CMS_get0_eContentType(message.handle)) == NID_pkcs7_data,
            let signer = ps_cms_only_signer(message.handle),
            isLenient
                ? ps_cms_uses_sha(signer) == 1
                : ps_cms_has_plain_frame(message.handle, known == nil ? 1 : 0) == 1
                    && ps_cms_uses_sha256(signer) == 1,
            let certificates = known ?? message.certificates
        else { return nil }
        self.message = message
        self.certificates = certificates
        certificatesDigest = digest
        var seconds = Int64(0)
        signingTime = ps_cms_signing_time(signer, &seconds) == 1 ? seconds : nil
    }

    /// Returns whether the signer refers to this certificate, in either of the two ways of RFC
    /// 5652, 5.3.
    package func names(_ certificate: Certificate) -> Bool {
        guard let signer = ps_cms_only_signer(message.handle) else { return false }
        return ps_cms_names(signer, certificate.handle) == 1
    }

    /// Returns whether the signer signed this content. Does not verify the chain of the signer's
    /// certificate.
    ///
    /// - Parameter signer: the certificate that the signer refers to; if nil, one of the message's
    ///   own.
    package func isValid(over content: [UInt8], by signer: Certificate? = nil) -> Bool {
        defer { ERR_clear_error() }
        guard let input = BIO_new_mem_buf(content, Int32(clamping: content.count)) else {
            return false
        }
        defer { BIO_free(input) }
        let flags = UInt32(CMS_DETACHED | CMS_BINARY | CMS_NO_SIGNER_CERT_VERIFY)
        return ps_cms_verify(message.handle, signer?.handle, input, flags) == 1
    }

    private final class Message {
        let handle: OpaquePointer

        init?(_ bytes: [UInt8]) {
            let handle: OpaquePointer? = bytes.withUnsafeBufferPointer { bytes in
                var at = bytes.baseAddress
                guard let parsed = d2i_CMS_ContentInfo(nil, &at, bytes.count) else { return nil }
                // The signature does not cover bytes after the message.
                guard at == bytes.baseAddress.map({ $0 + bytes.count }) else {
                    CMS_ContentInfo_free(parsed)
                    return nil
                }
                return parsed
            }
            guard let handle else { return nil }
            self.handle = handle
        }

        deinit { CMS_ContentInfo_free(handle) }

        var certificates: [Certificate]? {
            guard let list = CMS_get1_certs(handle) else { return nil }
            defer { ps_certificates_free(list) }
            return (0..<ps_certificate_count(list)).compactMap { index in
                guard let certificate = ps_certificate_at(list, index) else { return nil }
                X509_up_ref(certificate)
                return Certificate(owning: certificate)
            }
        }
    }
}
