import Glibc
import HTTPClient
import Testing

@Suite struct PublicAddressTests {
    @Test(arguments: [
        "1.1.1.1", "8.8.8.8", "9.255.255.255", "11.0.0.0", "93.184.216.34",
        "100.63.255.255", "100.128.0.0", "126.255.255.255", "128.0.0.0",
        "168.63.129.15", "168.63.129.17", "169.253.255.255", "169.255.0.0",
        "172.15.255.255", "172.32.0.0", "191.255.255.255", "192.0.1.0", "192.0.3.0",
        "192.88.98.255", "192.88.100.0", "192.167.255.255", "192.169.0.0",
        "198.17.255.255", "198.20.0.0", "198.51.99.255", "198.51.101.0",
        "203.0.112.255", "203.0.114.0", "223.255.255.255",
        "2000::", "2001:200::1", "2001:4860:4860::8888", "2001:db7:ffff::", "2001:db9::",
        "2003::1", "2606:4700:4700::1111", "2a00:1450::1", "3ffe::1", "3fff:1000::1",
        "3fff:ffff::1",
        "::ffff:8.8.8.8", "64:ff9b::8.8.8.8", "2002:808:808::1",
    ])
    func `a public Internet address is public`(_ text: String) throws {
        #expect(PublicAddress.isPublic(try bytes(text)))
        #expect(!PublicAddress.isLoopback(try bytes(text)))
    }

    @Test(arguments: [
        // this network, private, carrier-grade NAT, loopback
        "0.0.0.0", "0.255.255.255", "10.0.0.0", "10.255.255.255", "100.64.0.0", "100.100.100.200",
        "100.127.255.255", "127.0.0.1", "127.255.255.255", "172.16.0.0", "172.31.255.255",
        "192.168.0.0", "192.168.255.255",
        // link-local with cloud metadata, a cloud host
        "169.254.0.0", "169.254.169.254", "169.254.255.255", "168.63.129.16",
        // protocol assignments, documentation, 6to4 relays, benchmarking
        "192.0.0.0", "192.0.0.192", "192.0.0.255", "192.0.2.0", "192.0.2.255", "192.88.99.1",
        "198.18.0.0", "198.19.255.255", "198.51.100.0", "198.51.100.255", "203.0.113.0",
        "203.0.113.255",
        // multicast, reserved, broadcast
        "224.0.0.1", "239.255.255.255", "240.0.0.0", "255.255.255.254", "255.255.255.255",
        // unspecified, loopback, the deprecated IPv4-compatible range
        "::", "::1", "::2", "::8.8.8.8", "::7f00:1",
        // one address family embedded in the other
        "::ffff:127.0.0.1", "::ffff:10.0.0.1", "::ffff:169.254.169.254", "::ffff:0.0.0.0",
        "64:ff9b::127.0.0.1", "64:ff9b::10.1.2.3", "64:ff9b::169.254.169.254",
        "64:ff9b:1::1", "64:ff9b:1::8.8.8.8", "64:ff9a::8.8.8.8",
        "2002:7f00:1::1", "2002:a00:1::1", "2002:a9fe:a9fe::1", "2002:c0a8:101::",
        // Teredo, benchmarking, ORCHID, the rest of the protocol assignments
        "2001::1", "2001:2::1", "2001:10::1", "2001:20::1", "2001:1ff:ffff::",
        // documentation
        "2001:db8::1", "2001:db8:ffff::", "3fff::1", "3fff:fff:ffff::",
        // discard-only, segment routing, private, link-local, site-local, multicast, unassigned
        "100::1", "1fff:ffff::1", "4000::1", "5f00::1", "fc00::1", "fd00:ec2::254", "fdff::1",
        "fe80::1", "febf::1", "fec0::1", "ff02::1", "ff0e::1", "e000::1",
    ])
    func `a private, unroutable or multicast address is not public`(_ text: String) throws {
        #expect(!PublicAddress.isPublic(try bytes(text)))
    }

    @Test(arguments: [
        "127.0.0.1", "127.255.255.255", "::1", "::ffff:127.0.0.1", "::ffff:127.9.9.9",
    ])
    func `loopback addresses are recognized as this machine`(_ text: String) throws {
        #expect(PublicAddress.isLoopback(try bytes(text)))
    }

    @Test(arguments: [
        "0.0.0.0", "10.0.0.1", "126.255.255.255", "128.0.0.1", "::", "::2", "::127.0.0.1",
        "fe80::1", "::ffff:10.0.0.1", "64:ff9b::127.0.0.1",
    ])
    func `a private address is not this machine`(_ text: String) throws {
        #expect(!PublicAddress.isLoopback(try bytes(text)))
    }

    @Test(arguments: [0, 1, 3, 5, 15, 17])
    func `bytes that are neither 4 nor 16 are not an address`(
        _ count: Int
    ) {
        let bytes = [UInt8](repeating: 8, count: count)
        #expect(!PublicAddress.isPublic(bytes))
        #expect(!PublicAddress.isLoopback(bytes))
    }

    /// The bytes of an address, from the system's own parser.
    private func bytes(_ text: String) throws -> [UInt8] {
        var bytes = [UInt8](repeating: 0, count: text.contains(":") ? 16 : 4)
        try #require(inet_pton(text.contains(":") ? AF_INET6 : AF_INET, text, &bytes) == 1)
        return bytes
    }
}
