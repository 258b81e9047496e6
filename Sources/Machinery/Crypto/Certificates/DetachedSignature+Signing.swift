import CCrypto

extension DetachedSignature {
    /// Signs content that is stored separately, with SHA-256, in DER. The signed attributes include
    /// the signing time.
    ///
    /// - Parameters:
    ///   - certificate: the signer's; the message includes it.
    ///   - key: the private key of that certificate.
    ///   - others: further certificates that the message includes.
    ///   - seconds: the signing time, since 1970.
    /// - Returns: nil if the key does not belong to the certificate.
    package static func sign(
        _ content: [UInt8], by certificate: Certificate, _ key: PrivateKey,
        with others: [Certificate], at seconds: Int64
    ) -> [UInt8]? {
        defer { ERR_clear_error() }
        guard let input = BIO_new_mem_buf(content, Int32(clamping: content.count)) else {
            return nil
        }
        defer { BIO_free(input) }
        let flags = UInt32(CMS_PARTIAL | CMS_DETACHED | CMS_BINARY)
        guard let message = CMS_sign(nil, nil, nil, nil, flags) else { return nil }
        defer { CMS_ContentInfo_free(message) }
        for other in others {
            guard CMS_add1_cert(message, other.handle) == 1 else { return nil }
        }
        guard
            let signer = CMS_add1_signer(
                message, certificate.handle, key.handle, SHA256.algorithm,
                UInt32(CMS_NOSMIMECAP)), ps_cms_set_signing_time(signer, seconds) == 1,
            CMS_final(message, input, nil, flags) == 1
        else { return nil }
        let count = i2d_CMS_ContentInfo(message, nil)
        guard count > 0 else { return nil }
        return [UInt8](unsafeUninitializedCapacity: Int(count)) { bytes, filled in
            var at = bytes.baseAddress
            filled = Int(max(0, i2d_CMS_ContentInfo(message, &at)))
        }
    }
}
