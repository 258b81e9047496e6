import Vocabulary

/// An address at which Apple issues merchant sessions. It is always one of Apple's own, never
/// another address from a page.
///
/// The server presents the merchant's certificate to this host. So it does not check and then call
/// the page's text: it parses the text into these fields and builds the URL from them.
package struct GatewayAddress: Hashable, Sendable {
    package let host: Host
    package let service: Service

    package init(host: Host, service: Service = .paymentSession) {
        self.host = host
        self.service = service
    }

    /// Apple's hosts, from its published list.
    package enum Host: Hashable, Sendable {
        case world, china, sandbox, chinaSandbox, stage
        /// One host of a numbered family.
        case pod(Pod, number: Int)
    }

    package enum Pod: String, Sendable, CaseIterable {
        case nc, pr
    }

    package enum Service: String, Sendable, CaseIterable {
        /// The older service, which browsers still name.
        case startSession, paymentSession
    }

    /// Longest text accepted from a browser; Apple's addresses have less than half of it.
    package static let lengthMax = 256
    /// Apple's numbers have one digit.
    static let podMax = 999

    /// The address for a merchant's sessions if the page does not give one.
    package static func standard(for merchant: Merchant) -> GatewayAddress {
        GatewayAddress(host: merchant.live ? .world : .sandbox)
    }

    /// Refuses test environments for live merchants: such a sheet would only accept test cards
    /// (Apple, "Requesting an Apple Pay payment session").
    package func serves(_ merchant: Merchant) -> Bool { !merchant.live || host.isProduction }

    /// The URL to call.
    package var url: String { "https://\(host.name)\(Self.folder)\(service.rawValue)" }

    private static let scheme = "https://"
    private static let folder = "/paymentservices/"
}

extension GatewayAddress {
    /// Parses the `validationURL` of a browser; returns nil unless it is exactly one of Apple's
    /// addresses.
    ///
    /// Accepts no user, port, query, fragment or escape, so that every byte has one meaning.
    package init?(_ text: String) {
        let bytes = text.utf8
        guard bytes.count <= Self.lengthMax, bytes.allSatisfy({ (0x21...0x7E).contains($0) }),
            let address = bytes.dropping(Self.scheme.utf8, lowered: true),
            let slash = address.firstIndex(of: UInt8(ascii: "/")),
            let host = Host(
                lowered: String(decoding: address[..<slash].map(lowered), as: UTF8.self)),
            let service = address[slash...].dropping(Self.folder.utf8, lowered: false)
                .flatMap({ Service(rawValue: String(decoding: $0, as: UTF8.self)) })
        else { return nil }
        self.init(host: host, service: service)
    }
}

extension GatewayAddress.Host {
    package var name: String {
        switch self {
        case .world: "apple-pay-gateway.apple.com"
        case .china: "cn-apple-pay-gateway.apple.com"
        case .sandbox: "apple-pay-gateway-cert.apple.com"
        case .chinaSandbox: "cn-apple-pay-gateway-cert.apple.com"
        case .stage: "apple-pay-gateway-stage.apple.com"
        case .pod(let pod, let number): "apple-pay-gateway-\(pod.rawValue)-pod\(number).apple.com"
        }
    }

    fileprivate var isProduction: Bool {
        switch self {
        case .world, .china, .pod: true
        case .sandbox, .chinaSandbox, .stage: false
        }
    }

    private static let single: [Self] = [.world, .china, .sandbox, .chinaSandbox, .stage]

    fileprivate init?(lowered text: String) {
        let pods = GatewayAddress.Pod.allCases.lazy.compactMap { Self(text, of: $0) }
        guard let host = Self.single.first(where: { $0.name == text }) ?? pods.first else {
            return nil
        }
        self = host
    }

    /// Takes only the number from the text, and only if formatting it gives the same text.
    private init?(_ text: String, of pod: GatewayAddress.Pod) {
        let digits = text.utf8.filter(\.isASCIIDigit)
        guard digits.count <= 3, let number = Int(String(decoding: digits, as: UTF8.self)),
            (1...GatewayAddress.podMax).contains(number)
        else { return nil }
        self = .pod(pod, number: number)
        guard name == text else { return nil }
    }
}

private func lowered(_ byte: UInt8) -> UInt8 {
    byte.isASCIIUppercase ? byte | 0x20 : byte
}

extension Collection<UInt8> {
    fileprivate func dropping(_ prefix: some Collection<UInt8>, lowered isLowered: Bool)
        -> SubSequence?
    {
        let start = self.prefix(prefix.count)
        let isThere = start.elementsEqual(prefix) { (isLowered ? lowered($0) : $0) == $1 }
        return isThere ? dropFirst(prefix.count) : nil
    }
}
