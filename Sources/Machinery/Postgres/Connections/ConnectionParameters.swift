import CPostgres

/// The keywords and values of a connection, from the connection string, defaults and limits.
struct ConnectionParameters {
    private(set) var pairs: [(keyword: String, value: String)]

    init(_ settings: Database.Settings, limits: Bool = true) throws(PostgresError) {
        let given = try ConnectionParameters.parse(settings.connection)
        var options = ConnectionParameters.options(settings, limits: limits)
        if let more = given["options"] { options += " " + more }
        // Later pairs win: the connection string replaces the defaults before it.
        pairs = [
            ("connect_timeout", String(settings.connectTimeoutSeconds)),
            // Detects a dead peer in about 10 s, not after the kernel's two hours.
            ("keepalives_idle", "5"), ("keepalives_interval", "2"), ("keepalives_count", "3"),
            ("tcp_user_timeout", "10000"),
            // Saves a round trip; Kerberos is not used.
            ("gssencmode", "disable"),
            ("application_name", settings.applicationName),
            ("dbname", settings.connection),
            ("client_encoding", "UTF8"),
            ("options", options),
        ]
        if given["dbname"] == nil && !settings.connection.contains("=") {
            // For an empty string libpq uses its environment, not a database of that name.
            pairs.removeAll { $0.keyword == "dbname" && $0.value.isEmpty }
        }
    }

    private static func options(_ settings: Database.Settings, limits: Bool) -> String {
        var parameters = [
            // The program relies on these values, so they override the server's own configuration.
            "default_transaction_isolation": "read\\ committed",
            "timezone": "UTC",
            "client_min_messages": "warning",
            // JIT compilation pays off in reports; here it only adds delay.
            "jit": "off",
        ]
        if limits {
            parameters["statement_timeout"] = String(settings.statementTimeoutMilliseconds)
            parameters["lock_timeout"] = String(settings.lockTimeoutMilliseconds)
            parameters["idle_in_transaction_session_timeout"] =
                String(settings.idleInTransactionTimeoutMilliseconds)
        }
        for (name, value) in settings.parameters {
            parameters[name] = value.replacing("\\", with: "\\\\").replacing(" ", with: "\\ ")
        }
        return parameters.sorted { $0.key < $1.key }
            .map { "-c \($0.key)=\($0.value)" }.joined(separator: " ")
    }

    private static func parse(_ text: String) throws(PostgresError) -> [String: String] {
        var message: UnsafeMutablePointer<CChar>?
        guard let options = PQconninfoParse(text, &message) else {
            defer { PQfreemem(message) }
            throw unreadable(message.map { mistake(String(cString: $0)) } ?? "out of memory")
        }
        defer { PQconninfoFree(options) }
        var found: [String: String] = [:]
        var option = options
        while let keyword = option.pointee.keyword {
            if let value = option.pointee.val {
                found[String(cString: keyword)] = String(cString: value)
            }
            option += 1
        }
        // libpq would quote these in its error, and they may be the rest of a password.
        if found["host"]?.contains("@") == true {
            throw unreadable("the host contains an @: in the password of a URI, write @ as %40")
        }
        if found["port"]?.contains(where: { !"0123456789, ".contains($0) }) == true {
            throw unreadable("the port is not a number: in the password of a URI, write / as %2F")
        }
        return found
    }

    private static func unreadable(_ mistake: String) -> PostgresError {
        .unavailable("the connection string cannot be read: " + mistake)
    }

    /// The kind of error, without libpq's quotations: any part of the string may belong to a
    /// password.
    private static func mistake(_ message: String) -> String {
        let mistakes = [
            ("missing \"=\"", "a word without ="),
            ("invalid connection option", "an option that libpq does not know"),
            ("invalid URI query parameter", "an option that libpq does not know"),
            ("unterminated quoted string", "a quote that is not closed"),
            ("invalid percent-encoded", "a % without two hexadecimal digits"),
            ("forbidden value %00", "a %00"),
        ]
        return mistakes.first { message.hasPrefix($0.0) }?.1
            ?? "write host=… dbname=… user=… or postgresql://USER:PASSWORD@HOST/NAME"
    }

    /// Calls libpq with the pairs in the form that it needs: two null-terminated lists of C
    /// strings.
    func withCStrings<Value>(
        _ body: (UnsafePointer<UnsafePointer<CChar>?>, UnsafePointer<UnsafePointer<CChar>?>) ->
            Value
    ) -> Value {
        var keywords: [UnsafePointer<CChar>?] = pairs.map { copy($0.keyword) }
        var values: [UnsafePointer<CChar>?] = pairs.map { copy($0.value) }
        defer { for text in keywords + values { text?.deallocate() } }
        keywords.append(nil)
        values.append(nil)
        return body(keywords, values)
    }

    private func copy(_ text: String) -> UnsafePointer<CChar> {
        let bytes = text.utf8CString
        let copy = UnsafeMutablePointer<CChar>.allocate(capacity: bytes.count)
        for (index, byte) in bytes.enumerated() { copy[index] = byte }
        return UnsafePointer(copy)
    }
}
