/// Classifies IP addresses, against server-side request forgery (SSRF): pure rules without a
/// socket.
///
/// The lists follow IANA's registries of special-purpose addresses (RFC 6890 and its successors).
/// An IPv6 address that embeds an IPv4 address is checked as the latter. An address is refused
/// unless it is known to be public.
package enum PublicAddress {
    /// True if a server on the public Internet could have the address.
    ///
    /// - Parameter bytes: 4 or 16 bytes in network order; any other length is refused.
    package static func isPublic(_ bytes: some Collection<UInt8>) -> Bool {
        let bytes = Array(bytes)
        switch bytes.count {
        case 4: return !notPublic4.contains { $0.contains(bytes) }
        case 16:
            if let inner = embedded(in: bytes) { return isPublic(inner) }
            return globalUnicast.contains(bytes) && !notPublic6.contains { $0.contains(bytes) }
        default: return false
        }
    }

    /// True for this machine itself: 127.0.0.0/8, ::1, or an IPv4-mapped form of 127.0.0.0/8.
    package static func isLoopback(_ bytes: some Collection<UInt8>) -> Bool {
        let bytes = Array(bytes)
        switch bytes.count {
        case 4: return bytes[0] == 127
        case 16:
            if mapped.contains(bytes) { return bytes[12] == 127 }
            return bytes.dropLast().allSatisfy { $0 == 0 } && bytes[15] == 1
        default: return false
        }
    }

    /// The IPv4 address that an IPv6 address embeds; nil for other IPv6 addresses.
    private static func embedded(in bytes: [UInt8]) -> [UInt8]? {
        if mapped.contains(bytes) || translated.contains(bytes) { return Array(bytes[12...]) }
        return sixToFour.contains(bytes) ? Array(bytes[2..<6]) : nil
    }

    private static let mapped = Prefix([0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0xFF, 0xFF], 96)
    /// NAT64, RFC 6052.
    private static let translated = Prefix([0, 0x64, 0xFF, 0x9B, 0, 0, 0, 0, 0, 0, 0, 0], 96)
    /// RFC 3056.
    private static let sixToFour = Prefix([0x20, 0x02], 16)
    /// IPv6 has no other global unicast range (RFC 4291, 2.4): private, link-local, multicast,
    /// unspecified and loopback addresses are outside of it.
    private static let globalUnicast = Prefix([0x20], 3)

    private static let notPublic4 = [
        Prefix([0], 8),  // this network, RFC 791; 0.0.0.0 is this machine
        Prefix([10], 8),  // private, RFC 1918
        Prefix([100, 64], 10),  // carrier-grade NAT, RFC 6598
        Prefix([127], 8),  // this machine
        Prefix([168, 63, 129, 16], 32),  // an Azure machine's host, reachable from inside
        Prefix([169, 254], 16),  // link-local, RFC 3927; includes cloud metadata services
        Prefix([172, 16], 12),  // private
        Prefix([192, 0, 0], 24),  // protocol assignments, RFC 6890
        Prefix([192, 0, 2], 24),  // documentation, RFC 5737
        Prefix([192, 88, 99], 24),  // 6to4 relays, RFC 7526
        Prefix([192, 168], 16),  // private
        Prefix([198, 18], 15),  // benchmarking, RFC 2544
        Prefix([198, 51, 100], 24),  // documentation
        Prefix([203, 0, 113], 24),  // documentation
        Prefix([224], 4),  // multicast
        Prefix([240], 4),  // reserved, and broadcast
    ]

    private static let notPublic6 = [
        Prefix([0x20, 0x01, 0], 23),  // protocols, RFC 2928: Teredo, ORCHID, benchmarking
        Prefix([0x20, 0x01, 0x0D, 0xB8], 32),  // documentation, RFC 3849
        Prefix([0x3F, 0xFF, 0], 20),  // documentation, RFC 9637
    ]

    /// An address prefix: all addresses that begin with these bits.
    private struct Prefix: Sendable {
        let bytes: [UInt8]
        let bits: Int

        init(_ bytes: [UInt8], _ bits: Int) {
            self.bytes = bytes
            self.bits = bits
        }

        func contains(_ address: [UInt8]) -> Bool {
            let whole = bits / 8
            guard address.starts(with: bytes.prefix(whole)) else { return false }
            let rest = bits % 8
            return rest == 0 || (address[whole] ^ bytes[whole]) >> UInt8(8 - rest) == 0
        }
    }
}
