import TestSupport
import Testing

@testable import Merchants

@Suite struct GatewayAddressTests {
    @Test(arguments: [
        "apple-pay-gateway.apple.com", "cn-apple-pay-gateway.apple.com",
        "apple-pay-gateway-cert.apple.com", "cn-apple-pay-gateway-cert.apple.com",
        "apple-pay-gateway-stage.apple.com", "apple-pay-gateway-nc-pod1.apple.com",
        "apple-pay-gateway-nc-pod5.apple.com", "apple-pay-gateway-pr-pod1.apple.com",
        "apple-pay-gateway-pr-pod12.apple.com", "apple-pay-gateway-pr-pod999.apple.com",
    ])
    func `Apple's own addresses are accepted unchanged`(_ host: String) throws {
        for service in ["startSession", "paymentSession"] {
            let text = "https://\(host)/paymentservices/\(service)"
            let address = try #require(GatewayAddress(text))
            #expect(address.url == text)
            #expect(address.service.rawValue == service)
        }
    }

    @Test func `scheme and host are case-insensitive`() {
        let address = GatewayAddress(
            "HTTPS://Apple-Pay-Gateway-NC-Pod3.APPLE.com/paymentservices/startSession")
        #expect(
            address?.url
                == "https://apple-pay-gateway-nc-pod3.apple.com/paymentservices/startSession")
    }

    @Test(arguments: TrickAddresses.all)
    func `a gateway URL at an address that is not Apple's is refused`(_ text: String) {
        #expect(GatewayAddress(text) == nil)
    }

    @Test func `a changed Apple address is refused or normalized to a valid one`() {
        let known = Set(
            GatewayAddress.Service.allCases.flatMap { service in
                ["apple-pay-gateway-nc-pod7.apple.com", "apple-pay-gateway-pr-pod7.apple.com"].map {
                    "https://\($0)/paymentservices/\(service.rawValue)"
                }
            })
        // Each ASCII byte replaces a byte or is inserted at each position, and each byte is removed
        // once.
        for address in known.sorted() {
            let bytes = Array(address.utf8)
            for place in bytes.indices {
                for byte in UInt8.min...0x7F {
                    for end in [place, place + 1] {
                        var changed = bytes
                        changed.replaceSubrange(place..<end, with: [byte])
                        guard let read = GatewayAddress(String(decoding: changed, as: UTF8.self))
                        else { continue }
                        #expect(read.url.utf8.map(lowered) == changed.map(lowered))
                        #expect(read.url.hasPrefix("https://apple-pay-gateway-"))
                        #expect(read.url.contains(".apple.com/paymentservices/"))
                    }
                }
                var shorter = bytes
                shorter.remove(at: place)
                #expect(GatewayAddress(String(decoding: shorter, as: UTF8.self)) == nil)
            }
        }
    }

    private func lowered(_ byte: UInt8) -> UInt8 {
        (0x41...0x5A).contains(byte) ? byte | 0x20 : byte
    }
}
