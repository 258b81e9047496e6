import CCurl

extension Transfer {
    /// The headers as curl keeps them; the engine frees them after the transfer.
    func headerList() -> UnsafeMutablePointer<curl_slist>? {
        var list: UnsafeMutablePointer<curl_slist>?
        // What curl would add by itself: a wait for permission before a large body, and the type of
        // a form.
        var all = lines + ["Expect:"]
        if !request.headers.contains(where: { $0.name.lowercased() == "content-type" }) {
            all.append("Content-Type:")
        }
        for line in all { list = curl_slist_append(list, line) ?? list }
        return list
    }

    /// Where the connection leads instead; the engine frees it after the transfer.
    func detourList() -> UnsafeMutablePointer<curl_slist>? {
        detour.flatMap { curl_slist_append(nil, $0.line) }
    }

    /// Says everything about the transfer to its handle; false when something was refused.
    func prepare(
        _ handle: UnsafeMutableRawPointer, _ headers: UnsafeMutablePointer<curl_slist>?,
        _ detour: UnsafeMutablePointer<curl_slist>?, _ authorities: String?
    ) -> Bool {
        let texts: [(CURLoption, String?)] = [
            (CURLOPT_URL, target.url),
            (CURLOPT_CUSTOMREQUEST, request.method.rawValue),
            (CURLOPT_PROTOCOLS_STR, target.isPlain ? "http" : "https"),
            // Empty is none, whatever the environment says.
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
            // Waits for a connection that is being made, to go over it beside others.
            (CURLOPT_PIPEWAIT, isOnLine ? 1 : 0),
            // A connection that stays open must not outlive a name that has moved for long.
            (CURLOPT_MAXLIFETIME_CONN, 300),
            (CURLOPT_NOSIGNAL, 1),
            // A name that is being looked up at the end of a transfer is left to its own thread:
            // curl would wait for the resolver, and every other transfer with it.
            (CURLOPT_QUICK_EXIT, 1),
        ]
        for (option, text) in texts {
            guard let text else { continue }
            guard ccurl_set_text(handle, option, text) == CURLE_OK else { return false }
        }
        // curl would look into the system's folder besides.
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
            && ccurl_set_detour(handle, detour) == CURLE_OK
            && ccurl_set_callbacks(handle, context, receiveHeader, receiveBody, openSocket)
                == CURLE_OK
    }

    /// Shows a certificate. Unless all requests of its engine are of the same identity, that is on a connection of this request's own, which nobody has had before or has
    /// after: whoever else were to use it would speak in that name.
    ///
    /// curl tells connections apart by their certificate, but that is its rule and not ours. The
    /// transfer holds the bytes, of which curl keeps no copy.
    private func identify(_ handle: UnsafeMutableRawPointer) -> Bool {
        guard let identity = request.identity else { return true }
        let (certificates, key) = (identity.certificates, identity.privateKey)
        let alone: [(CURLoption, Int)] = [
            (CURLOPT_FRESH_CONNECT, 1), (CURLOPT_FORBID_REUSE, 1),
            // Nor is the session of TLS taken up again, in which the certificate is remembered.
            (CURLOPT_SSL_SESSIONID_CACHE, 0),
        ]
        return (isOnLine ? [] : alone).allSatisfy { ccurl_set_number(handle, $0, $1) == CURLE_OK }
            // A key behind a password has curl 7.88 read through a null pointer when there is none.
            && ccurl_set_text(handle, CURLOPT_KEYPASSWD, "") == CURLE_OK
            && ccurl_set_bytes(
                handle, CURLOPT_SSLCERT_BLOB, certificates.baseAddress, certificates.count)
                == CURLE_OK
            && ccurl_set_bytes(handle, CURLOPT_SSLKEY_BLOB, key.baseAddress, key.count) == CURLE_OK
    }
}

/// TLS 1.2, RFC 9325.
private let sslVersionMin = Int(CURL_SSLVERSION_TLSv1_2)
/// Version 2 where TLS agrees on it.
private let httpVersion = Int(CURL_HTTP_VERSION_2TLS)
/// Version 2 would carry other requests beside it.
private let oneAtATime = Int(CURL_HTTP_VERSION_1_1)

// The engine holds the transfer as long as curl knows the pointer.
private func transfer(_ context: UnsafeMutableRawPointer?) -> Transfer {
    Unmanaged<Transfer>.fromOpaque(context!).takeUnretainedValue()
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
