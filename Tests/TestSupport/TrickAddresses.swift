/// Forged addresses of Apple's gateway, by which an attacker could receive a merchant's request or
/// answer in Apple's place. None of them is valid.
package enum TrickAddresses {
    private static let path = "/paymentservices/paymentSession"

    /// Hosts, each with the right scheme and path around it.
    private static let hosts = [
        // another host, and Apple's name before, behind and in the middle
        "evil.example", "apple.com", "www.apple.com", "gateway.apple.com",
        "apple-pay-gateway.apple.com.evil.example", "evil-apple-pay-gateway.apple.com",
        "x.apple-pay-gateway.apple.com", "apple-pay-gateway.apple.com.",
        "apple-pay-gateway.apple.com..",
        ".apple-pay-gateway.apple.com", "apple-pay-gateway..apple.com",
        "apple-pay-gateway-fooxapple.com", "apple-pay-gateway-foo.apple.com",
        "apple-pay-gatewayxapple.com", "apple-pay-gateway.applexcom", "apple-pay-gateway.apple.co",
        "apple-pay-gateway.apple.com.cn", "us-apple-pay-gateway.apple.com",
        "cn-apple-pay-gateway-stage.apple.com", "apple-pay-gateway-prod.apple.com",
        // names of similar families
        "apple-pay-gateway-nc-pod.apple.com", "apple-pay-gateway-nc-pod0.apple.com",
        "apple-pay-gateway-nc-pod01.apple.com", "apple-pay-gateway-nc-pod1000.apple.com",
        "apple-pay-gateway-nc-pod-1.apple.com", "apple-pay-gateway-nc-pod1a.apple.com",
        "apple-pay-gateway-nc-pod1.evil.example", "apple-pay-gateway-nc-pod1-evil.apple.com",
        "apple-pay-gateway-1nc-pod.apple.com", "apple-pay-gateway-xx-pod1.apple.com",
        "apple-pay-gateway-nc-pod1.2.apple.com", "apple-pay-gateway-nc-pod１.apple.com",
        "cn-apple-pay-gateway-nc-pod1.apple.com",
        // users, ports
        "apple-pay-gateway.apple.com@evil.example", "user@apple-pay-gateway.apple.com",
        "user:secret@apple-pay-gateway.apple.com", "apple-pay-gateway.apple.com:443@evil.example",
        "@apple-pay-gateway.apple.com", "apple-pay-gateway.apple.com:443",
        "apple-pay-gateway.apple.com:", "apple-pay-gateway.apple.com:8443",
        "apple-pay-gateway.apple.com:0", "apple-pay-gateway.apple.com:443:443",
        // characters that one parser takes for an end, and another does not
        #"apple-pay-gateway.apple.com\.evil.example"#, #"evil.example\apple-pay-gateway.apple.com"#,
        #"evil.example\@apple-pay-gateway.apple.com"#, "evil.example#apple-pay-gateway.apple.com",
        "evil.example#@apple-pay-gateway.apple.com", "evil.example?apple-pay-gateway.apple.com",
        "evil.example;apple-pay-gateway.apple.com", "evil.example&@apple-pay-gateway.apple.com",
        "apple-pay-gateway.apple.com%2eevil.example", "apple-pay-gateway%2Eapple.com",
        "apple-pay-gateway.apple.com%00.evil.example",
        "apple-pay-gateway.apple.com\u{0}.evil.example",
        "apple-pay-gateway.apple.com\u{0}", "apple-pay-gateway.apple.com\t",
        "\tapple-pay-gateway.apple.com",
        "apple-pay-\tgateway.apple.com", "apple-pay-gateway.apple.com\r\n",
        "apple-pay-\ngateway.apple.com",
        "apple-pay-gateway.apple.com\r\nHost: evil.example", " apple-pay-gateway.apple.com",
        "apple-pay-gateway.apple.com ", "apple-pay-gateway.apple.com\u{7F}",
        "%61pple-pay-gateway.apple.com",
        // letters and dots that look alike, or become alike
        "ａpple-pay-gateway.apple.com", "apple-pay-gateway。apple。com", "apple-pay-gateway．apple．com",
        "apple-pay-gateway｡apple｡com", "аpple-pay-gateway.apple.com", "apple-pay-gateway.apple.сom",
        "apple‐pay‐gateway.apple.com", "apple-pay-gateway.apple.com\u{200B}",
        "apple-pay-gateway.ﬁ.com",
        "xn--pple-pay-gateway-cgk.apple.com", "apple-pay-gateway.xn--pple-43d.com",
        "APPLE-PAY-GATEWAY.ſtage.com", "apple-pay-gateway-\u{17F}tage.apple.com",
        "apple-pay-gateway.apple.com\u{301}",
        // addresses
        "127.0.0.1", "127.1", "2130706433", "0x7f000001", "0x7f.1", "017700000001", "0", "0.0.0.0",
        "[::1]", "[::ffff:127.0.0.1]", "[::]", "169.254.169.254", "[fd00:ec2::254]", "10.0.0.1",
        "17.171.78.7", "localhost", "metadata.google.internal", "[apple-pay-gateway.apple.com]",
        "",
    ]

    /// Other changes around the right host.
    private static let whole = [
        "", "apple-pay-gateway.apple.com", "//apple-pay-gateway.apple.com\(path)", path,
        "http://apple-pay-gateway.apple.com\(path)", "https:/apple-pay-gateway.apple.com\(path)",
        "https:apple-pay-gateway.apple.com\(path)", "https:///apple-pay-gateway.apple.com\(path)",
        #"https:\\apple-pay-gateway.apple.com"# + path, "https://\(path)", "https://",
        "ftp://apple-pay-gateway.apple.com\(path)", "file:///etc/passwd",
        "gopher://127.0.0.1:6379/_x",
        "javascript:alert(1)", "httpsx://apple-pay-gateway.apple.com\(path)",
        " https://apple-pay-gateway.apple.com\(path)",
        "\u{FEFF}https://apple-pay-gateway.apple.com\(path)",
        "https://apple-pay-gateway.apple.com", "https://apple-pay-gateway.apple.com/",
        "https://apple-pay-gateway.apple.com/paymentservices/",
        "https://apple-pay-gateway.apple.com/paymentservices/PaymentSession",
        "https://apple-pay-gateway.apple.com/paymentservices/paymentSession/",
        "https://apple-pay-gateway.apple.com/paymentservices/paymentSession?",
        "https://apple-pay-gateway.apple.com/paymentservices/paymentSession?a=b",
        "https://apple-pay-gateway.apple.com/paymentservices/paymentSession#",
        "https://apple-pay-gateway.apple.com/paymentservices/paymentSession;a",
        "https://apple-pay-gateway.apple.com/paymentservices/../paymentservices/paymentSession",
        "https://apple-pay-gateway.apple.com/./paymentservices/paymentSession",
        "https://apple-pay-gateway.apple.com//paymentservices/paymentSession",
        "https://apple-pay-gateway.apple.com/paymentservices/payment%53ession",
        "https://apple-pay-gateway.apple.com/paymentservices/registerMerchant",
        "https://apple-pay-gateway.apple.com/paymentservices/v1/merchantId/a/merchantToken/unlink",
        "https://apple-pay-gateway.apple.com\(path)\u{0}",
        "https://apple-pay-gateway.apple.com\(path)\n",
        "https://apple-pay-gateway.apple.com\(path)@evil.example/",
        "https://evil.example/https://apple-pay-gateway.apple.com\(path)",
        "https://apple-pay-gateway.apple.com\(path)" + String(repeating: "a", count: 5_000),
        "https://" + String(repeating: "a.", count: 2_000) + "apple.com\(path)",
    ]

    package static let all = hosts.map { "https://\($0)\(path)" } + whole
}
