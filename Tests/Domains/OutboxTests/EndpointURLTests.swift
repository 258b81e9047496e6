import HTTPClient
import Testing

@testable import Outbox

/// The URLs to which webhooks may be delivered.
@Suite struct EndpointURLTests {
    @Test(
        "only a test merchant's http endpoint may be on this machine",
        arguments: [
            ("http://localhost:3000/hooks", false, Policy.loopbackAllowed),
            ("http://127.0.0.1:3000/hooks", false, .loopbackAllowed),
            ("http://[::1]:3000/hooks", false, .loopbackAllowed),
            // A public name may resolve to loopback, which shows only on connecting.
            ("https://hooks.example.com/", false, .publicOnly),
            ("https://hooks.example.com/", true, .publicOnly),
            ("http://localhost:3000/hooks", true, .publicOnly),
        ])
    func policy(_ url: String, _ live: Bool, _ expected: Policy) {
        #expect(EndpointURL.policy(for: url, live: live) == expected)
    }

    @Test(
        "an endpoint's URL is public, or a test merchant's own machine",
        arguments: [
            ("https://hooks.example.com/", false, EndpointURL.Validity.valid),
            ("https://hooks.example.com/", true, .valid),
            ("http://localhost:3000/hooks", false, .valid),
            ("http://[::1]:3000/hooks", false, .valid),
            ("http://localhost:3000/hooks", true, .invalidURL),
            // An endpoint on the test merchant's own machine needs http and a port.
            ("http://localhost/hooks", false, .invalidURL),
            ("https://localhost:3000/hooks", false, .privateAddress),
            ("https://shop.localhost/hooks", false, .privateAddress),
            ("https://127.0.0.1/hooks", false, .privateAddress),
            ("https://0x7f.1/hooks", true, .privateAddress),
            ("https://10.0.0.1/hooks", true, .privateAddress),
            ("https://[::1]/hooks", false, .privateAddress),
            ("http://10.0.0.1:3000/hooks", false, .invalidURL),
            ("https://hooks.example.com/#part", true, .invalidURL),
        ])
    func validation(_ url: String, _ live: Bool, _ expected: EndpointURL.Validity) {
        #expect(EndpointURL.validate(url, live: live) == expected)
    }
}
