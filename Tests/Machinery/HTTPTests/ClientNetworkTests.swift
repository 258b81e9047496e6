import HTTP
import Testing

@Suite struct ClientNetworkTests {
    @Test(
        arguments: [
            ("203.0.113.9", "203.0.113.9", nil), ("203.0.113.9:443", "203.0.113.9", nil),
            ("::ffff:203.0.113.9", "203.0.113.9", nil), ("::FFFF:cb00:7109", "203.0.113.9", nil),
            ("[::ffff:203.0.113.9]:99", "203.0.113.9", nil),
            ("2001:db8:1:2:3:4:5:6", "2001:db8:1:0::/56", "2001:db8:1::/48"),
            ("2001:db8:1:2ff::9", "2001:db8:1:200::/56", "2001:db8:1::/48"),
            ("2001:db8:1:3ff::9", "2001:db8:1:300::/56", "2001:db8:1::/48"),
            ("[2001:db8:1:2ff::9]:443", "2001:db8:1:200::/56", "2001:db8:1::/48"),
            ("fe80::1%eth0", "fe80:0:0:0::/56", "fe80:0:0::/48"),
            ("unix:", "unix:", nil), ("", "", nil),
        ] as [(String, String, String?)])
    func `an IPv6 address counts as its network /56`(
        address: String, network: String, site: String?
    ) {
        #expect(ClientNetwork(address).text == network)
        #expect(ClientNetwork(address).site == site)
    }

    @Test(arguments: [
        ("127.0.0.1", true), ("::1", true), ("::ffff:127.0.0.1", true), ("127.0.0.2", false),
        ("127.1.2.3", false), ("192.0.2.1", false), ("::2", false), ("", false),
    ])
    func `only 127.0.0.1 and ::1 stand for this machine`(
        address: String, isLoopback: Bool
    ) {
        #expect(ClientNetwork.isLoopback(address) == isLoopback)
    }
}
