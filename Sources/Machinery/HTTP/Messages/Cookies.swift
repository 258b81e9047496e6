extension Headers {
    /// The values of all cookies of a name (RFC 6265, 4.2); names are case-sensitive.
    package func cookies(_ name: String) -> [String] {
        all("Cookie").flatMap { $0.split(separator: ";") }.compactMap { pair in
            let pair = pair.drop { $0 == " " || $0 == "\t" }
            guard pair.hasPrefix(name), pair.dropFirst(name.count).first == "=" else { return nil }
            var value = pair.dropFirst(name.count + 1)
            while value.last == " " || value.last == "\t" { value.removeLast() }
            return String(value)
        }
    }
}
