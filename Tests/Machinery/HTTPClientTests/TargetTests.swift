import HTTPClient
import Testing

@Suite struct TargetTests {
    @Test(arguments: [
        "https://example.com", "https://example.com:8443/a/b?c=d#e", "HTTPS://EXAMPLE.COM/",
        "https://8.8.8.8/", "https://[2606:4700:4700::1111]/",
    ])
    func `an https URL at a public address is allowed`(_ url: String) throws {
        _ = try Target(url, under: .publicOnly)
    }

    @Test(arguments: [
        // Disguised spellings of the same address.
        "https://127.0.0.1/", "https://127.1/", "https://0x7f.1/", "https://0x7f000001/",
        "https://2130706433/", "https://017700000001/",
        "https://[::1]/", "https://[::ffff:127.0.0.1]/", "https://[::ffff:7f00:1]/",
        "https://[0:0:0:0:0:0:0:1]/", "https://0/", "https://0.0.0.0/", "https://[::]/",
        "https://10.0.0.1/", "https://192.168.1.1:8443/a", "https://169.254.169.254/latest",
        "https://[fe80::1%25lo]/", "https://[fd00:ec2::254]/", "https://[64:ff9b::7f00:1]/",
        "https://%31%32%37.0.0.1/",
    ])
    func `an address that is not public is refused by its text`(_ url: String) {
        #expect(throws: ClientFault.self) { try Target(url, under: .publicOnly) }
    }

    @Test(arguments: ["http://example.com/", "http://127.0.0.1/", "http://8.8.8.8/"])
    func `http is refused where only public addresses are allowed`(_ url: String) {
        for policy in [Policy.publicOnly, .publicOrOverride] {
            #expect(throws: ClientFault.insecure) { try Target(url, under: policy) }
        }
    }

    @Test(arguments: [
        "http://127.0.0.1:8080/hooks", "http://[::1]:1/", "http://localhost/", "https://127.0.0.1/",
        "https://example.com/",
    ])
    func `loopbackAllowed allows this machine`(_ url: String) throws {
        _ = try Target(url, under: .loopbackAllowed)
    }

    @Test(arguments: ["http://10.0.0.1/", "https://10.0.0.1/", "http://8.8.8.8/", "http://0/"])
    func `allowing this machine allows no other address`(_ url: String) {
        #expect(throws: ClientFault.addressNotAllowed) {
            try Target(url, under: .loopbackAllowed)
        }
    }

    @Test(arguments: [
        "", "example.com", "/a", "//example.com/", "https://", "ftp://example.com/",
        "file:///etc/passwd", "gopher://127.0.0.1/", "javascript:1", "https://a b/", "https://[::1",
        "https://user@example.com/", "https://user:secret@example.com/",
        "https://example.com:0x50/",
        "https://example.com:65536/", "https://exa\u{0}mple.com/",
        "https://example.com/\r\nHost: b",
    ])
    func `a target that is no absolute http or https URL is refused`(_ url: String) {
        for policy in Policy.allCases {
            #expect(throws: ClientFault.badURL) { try Target(url, under: policy) }
        }
    }

    @Test func `a URL has a maximum length`() throws {
        let start = "https://example.com/"
        let longest = start + String(repeating: "a", count: Target.lengthMax - start.utf8.count)
        _ = try Target(longest, under: .publicOnly)
        #expect(throws: ClientFault.badURL) { try Target(longest + "a", under: .publicOnly) }
    }
}
