import CCurl

extension Transfer {
    /// The headers as curl's list; the engine frees it after the transfer.
    func headerList() -> UnsafeMutablePointer<curl_slist>? {
        var list: UnsafeMutablePointer<curl_slist>?
        // Removes headers that curl adds by default: `Expect` before a large body, and a form's
        // type.
        var all = lines + ["Expect:"]
        if !request.headers.contains(where: { $0.name.lowercased() == "content-type" }) {
            all.append("Content-Type:")
        }
        for line in all { list = curl_slist_append(list, line) ?? list }
        return list
    }

    /// The connect override as curl's list; the engine frees it after the transfer.
    func connectOverrideList() -> UnsafeMutablePointer<curl_slist>? {
        connectOverride.flatMap { curl_slist_append(nil, $0.line) }
    }

    /// Sets all options of the transfer; returns false if curl refuses one.
    func prepare(
        _ handle: UnsafeMutableRawPointer, _ headers: UnsafeMutablePointer<curl_slist>?,
        _ connectOverride: UnsafeMutablePointer<curl_slist>?, _ authorities: String?
    ) -> Bool {
        let texts: [(CURLoption, String?)] = [
            (CURLOPT_URL, target.url),
            (CURLOPT_CUSTOMREQUEST, request.method.rawValue),
            (CURLOPT_PROTOCOLS_STR, target.isPlain ? "http" : "https"),
            // An empty proxy means none, even if the environment sets one.
            (CURLOPT_PROXY, ""),
            (CURLOPT_CAINFO, authorities),
        ]
        let numbers: [(CURLoption, Int)] = [
            (CURLOPT_FOLLOWLOCATION, 0),
            (CURLOPT_NETRC, 0),
            (CURLOPT_DISALLOW_USERNAME_IN_URL, 1),
            (CURLOPT_CONNECTTIMEOUT_MS, limits.connectMilliseconds),
            (CURLOPT_TIMEOUT_MS, limits.totalMilliseconds),
            (CURLOPT_SSL_VERIFYPEER, 1),
            (CURLOPT_SSL_VERIFYHOST, 2),
            (CURLOPT_SSLVERSION, sslVersionMin),
            (
                CURLOPT_HTTP_VERSION,
                request.identity == nil || isOnLine ? httpVersion : oneAtATime
            ),
            // Waits for a connection in progress, to share it with other requests.
            (CURLOPT_PIPEWAIT, isOnLine ? 1 : 0),
            // A connection that stays open must not outlive a DNS change for long.
            (CURLOPT_MAXLIFETIME_CONN, 300),
            (CURLOPT_NOSIGNAL, 1),
            // At its end, a transfer leaves an unfinished name lookup to the lookup's own thread:
            // otherwise curl would wait for the resolver and block all other transfers.
            (CURLOPT_QUICK_EXIT, 1),
        ]
        for (option, text) in texts {
            guard let text else { continue }
            guard ccurl_set_text(handle, option, text) == CURLE_OK else { return false }
        }
        // Otherwise curl would also trust the certificates in the system's folder.
        guard authorities == nil || ccurl_set_text(handle, CURLOPT_CAPATH, nil) == CURLE_OK else {
            return false
        }
        for (option, number) in numbers
        where ccurl_set_number(handle, option, number) != CURLE_OK { return false }
        if request.method == .post || !request.body.isEmpty {
            guard ccurl_set_body(handle, request.body, request.body.count) == CURLE_OK else {
                return false
            }
        }
        guard identify(handle) else { return false }
        let context = Unmanaged.passUnretained(self).toOpaque()
        return ccurl_set_lines(handle, headers) == CURLE_OK
            && ccurl_set_connect_override(handle, connectOverride) == CURLE_OK
            && ccurl_set_callbacks(handle, context, receiveHeader, receiveBody, openSocket)
                == CURLE_OK
    }

    /// Sets the client certificate.
    ///
    /// Unless all requests of the engine have the same identity, the request gets a connection that
    /// no other request uses before or after it: another request on it would act under this
    /// identity. curl separates connections by their certificate too, but this code does not rely
    /// on it. The transfer keeps the bytes, because curl makes no copy.
    private func identify(_ handle: UnsafeMutableRawPointer) -> Bool {
        guard let identity = request.identity else { return true }
        let (certificates, key) = (identity.certificates, identity.privateKey)
        let alone: [(CURLoption, Int)] = [
            (CURLOPT_FRESH_CONNECT, 1), (CURLOPT_FORBID_REUSE, 1),
            // TLS sessions remember the certificate, so they are not resumed either.
            (CURLOPT_SSL_SESSIONID_CACHE, 0),
        ]
        return (isOnLine ? [] : alone).allSatisfy { ccurl_set_number(handle, $0, $1) == CURLE_OK }
            // Without a password, curl 7.88 dereferences a null pointer if the key is encrypted.
            && ccurl_set_text(handle, CURLOPT_KEYPASSWD, "") == CURLE_OK
            && ccurl_set_bytes(
                handle, CURLOPT_SSLCERT_BLOB, certificates.baseAddress, certificates.count)
                == CURLE_OK
            && ccurl_set_bytes(handle, CURLOPT_SSLKEY_BLOB, key.baseAddress, key.count) == CURLE_OK
    }
}

/// TLS 1.2, RFC 9325.
private let sslVersionMin = Int(CURL_SSLVERSION_TLSv1_2)
/// HTTP/2 if TLS negotiates it.
private let httpVersion = Int(CURL_HTTP_VERSION_2TLS)
/// HTTP/2 would let other requests share the connection.
private let oneAtATime = Int(CURL_HTTP_VERSION_1_1)

// The engine keeps the transfer alive as long as curl has the pointer.
private func transfer(_ context: UnsafeMutableRawPointer?) -> Transfer {
    guard let context else { preconditionFailure("curl lost a callback's transfer") }
    return Unmanaged<Transfer>.fromOpaque(context).takeUnretainedValue()
}

private let receiveHeader: ccurl_receive = { bytes, size, count, context in
    let line = UnsafeRawBufferPointer(start: bytes, count: size * count)
    return transfer(context).receive(header: line) ? size * count : 0
}

private let receiveBody: ccurl_receive = { bytes, size, count, context in
    let part = UnsafeRawBufferPointer(start: bytes, count: size * count)
    return transfer(context).receive(body: part) ? size * count : 0
}

private let openSocket: ccurl_open = { context, _, address in
    guard let address else { return CURL_SOCKET_BAD }
    return transfer(context).open(address)
}
