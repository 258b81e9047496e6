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

    /// Says everything about the transfer to its handle; false when something was refused.
    func prepare(
        _ handle: UnsafeMutableRawPointer, _ headers: UnsafeMutablePointer<curl_slist>?,
        _ authorities: String?
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
            (CURLOPT_HTTP_VERSION, httpVersion),
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
        let context = Unmanaged.passUnretained(self).toOpaque()
        return ccurl_set_lines(handle, headers) == CURLE_OK
            && ccurl_set_callbacks(handle, context, receiveHeader, receiveBody, openSocket)
                == CURLE_OK
    }
}

/// TLS 1.2, RFC 9325.
private let sslVersionMin = Int(CURL_SSLVERSION_TLSv1_2)
/// Version 2 where TLS agrees on it.
private let httpVersion = Int(CURL_HTTP_VERSION_2TLS)

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
