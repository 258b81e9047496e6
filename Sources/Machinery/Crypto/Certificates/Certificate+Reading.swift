import CCrypto

// The contents and encodings of a certificate. Do not trust the contents before verifying the
// chain.
extension Certificate {
    /// From DER, the format of Apple's portal; nil unless all bytes form one certificate.
    package convenience init?(der: [UInt8]) {
        let handle: OpaquePointer? = der.withUnsafeBufferPointer { bytes in
            var at = bytes.baseAddress
            guard let parsed = d2i_X509(nil, &at, bytes.count) else { return nil }
            guard at == bytes.baseAddress.map({ $0 + bytes.count }) else {
                X509_free(parsed)
                return nil
            }
            return parsed
        }
        guard let handle else {
            ERR_clear_error()
            return nil
        }
        self.init(owning: handle)
    }

    /// Reads every certificate in a PEM text, in order, and ignores other content.
    package static func all(pem: [UInt8]) -> [Certificate] {
        guard let input = BIO_new_mem_buf(pem, Int32(clamping: pem.count)) else { return [] }
        defer {
            BIO_free(input)
            ERR_clear_error()
        }
        var found: [Certificate] = []
        while let handle = ps_next_certificate(input) { found.append(Certificate(owning: handle)) }
        return found
    }

    /// The certificate in DER.
    package var der: [UInt8] {
        let count = Int(i2d_X509(handle, nil))
        precondition(count > 0, "a certificate that was read cannot be written")
        return [UInt8](unsafeUninitializedCapacity: count) { bytes, filled in
            var at = bytes.baseAddress
            filled = Int(max(0, i2d_X509(handle, &at)))
        }
    }

    /// The certificate in PEM (RFC 7468).
    package var pem: [UInt8] {
        let text = Array(Base64.standard.encode(der).utf8)
        var lines = Array("-----BEGIN CERTIFICATE-----\n".utf8)
        for start in stride(from: 0, to: text.count, by: 64) {
            lines += text[start..<min(start + 64, text.count)] + [UInt8(ascii: "\n")]
        }
        return lines + Array("-----END CERTIFICATE-----\n".utf8)
    }

    /// An attribute of the certificate's subject.
    package enum Part: Int32, Sendable {
        case commonName = 13
        case organizationalUnit = 18
        case userIdentifier = 458
    }

    /// Returns this attribute of the subject, or nil unless it occurs exactly once and is printable
    /// ASCII.
    package func subject(_ part: Part) -> String? {
        let name = X509_get_subject_name(handle)
        let at = X509_NAME_get_index_by_NID(name, part.rawValue, -1)
        guard at >= 0, X509_NAME_get_index_by_NID(name, part.rawValue, at) < 0 else { return nil }
        let value = X509_NAME_ENTRY_get_data(X509_NAME_get_entry(name, at))
        var bytes: UnsafeMutablePointer<UInt8>?
        let count = ASN1_STRING_to_UTF8(&bytes, value)
        guard count >= 0, let bytes else {
            ERR_clear_error()
            return nil
        }
        defer { ps_free(bytes) }
        let text = String(
            decoding: UnsafeBufferPointer(start: bytes, count: Int(count)), as: UTF8.self)
        return text.utf8.allSatisfy { 0x20...0x7E ~= $0 } ? text : nil
    }

    /// Returns the bytes of an extension's value, or nil if the certificate does not have it.
    package func bytes(ofExtension identifier: String) -> [UInt8]? {
        guard let object = OBJ_txt2obj(identifier, 1) else { return nil }
        defer { ASN1_OBJECT_free(object) }
        let at = X509_get_ext_by_OBJ(handle, object, -1)
        guard at >= 0, let value = X509_EXTENSION_get_data(X509_get_ext(handle, at)) else {
            return nil
        }
        let count = Int(ASN1_STRING_length(value))
        return Array(UnsafeBufferPointer(start: ASN1_STRING_get0_data(value), count: count))
    }

    /// The permitted uses of the key (RFC 5280, 4.2.1.3); all of them if the certificate has no
    /// restriction.
    package struct Usage: OptionSet, Sendable {
        package let rawValue: UInt32
        package init(rawValue: UInt32) { self.rawValue = rawValue }

        package static let signature = Usage(rawValue: 0x80)
        package static let keyEncipherment = Usage(rawValue: 0x20)
        package static let keyAgreement = Usage(rawValue: 0x08)
    }

    package var usage: Usage { Usage(rawValue: X509_get_key_usage(handle)) }

    /// Returns true if the certificate may authenticate a TLS client (RFC 5280, 4.2.1.12).
    package var isForClients: Bool {
        let allowed = X509_get_extended_key_usage(handle)
        return allowed == UInt32.max || allowed & UInt32(XKU_SSL_CLIENT) != 0
    }

    /// Returns true if the key is for this purpose, given as a dotted object identifier.
    package func isFor(_ purpose: String) -> Bool { ps_has_purpose(handle, purpose) == 1 }

    /// The subject, and the issuer below, each in one line for people to read.
    package var subjectText: String { Self.text(of: X509_get_subject_name(handle)) }
    package var issuerText: String { Self.text(of: X509_get_issuer_name(handle)) }

    private static func text(of name: OpaquePointer?) -> String {
        guard let output = BIO_new(BIO_s_mem()) else { return "" }
        defer { BIO_free(output) }
        X509_NAME_print_ex(output, name, 0, UInt(ps_name_style))
        var start: UnsafeMutablePointer<CChar>?
        let count = ps_bio_text(output, &start)
        return String(
            decoding: UnsafeRawBufferPointer(start: start, count: max(0, count)), as: UTF8.self)
    }

    package var isSelfIssued: Bool {
        X509_NAME_cmp(X509_get_subject_name(handle), X509_get_issuer_name(handle)) == 0
    }
}
