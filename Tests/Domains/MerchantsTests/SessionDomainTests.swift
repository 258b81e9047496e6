import Testing
import Vocabulary

@testable import Merchants

@Suite struct SessionDomainTests {
    private func merchant(live: Bool, _ domains: [String]) -> Merchant {
        var settings = MerchantSettings()
        settings.domains = domains
        return Merchant(
            number: MerchantNumber(7), name: "Toast", live: live, settings: settings,
            settingsVersion: 1, createdAt: Instant(seconds: 0))
    }

    private func answer(_ origin: String, _ merchant: Merchant) -> Result<String, SessionRefusal> {
        Result { () throws(SessionRefusal) in try merchant.sessionDomain(of: origin) }
    }

    @Test(arguments: [true, false])
    func `a page uses the registered domain that it is on`(live: Bool) {
        let merchant = merchant(live: live, ["shop.example", "toast.example"])
        #expect(answer("https://toast.example", merchant) == .success("toast.example"))
        #expect(answer("https://Toast.Example", merchant) == .success("toast.example"))
        #expect(answer("https://toast.example:8443", merchant) == .success("toast.example"))
        for origin in [
            "http://toast.example", "https://www.toast.example", "https://toast.example.",
            "https://toast.example:", "https://toast.example:a", "https://toast.example:1:2",
            "https://toast.example/", "https://a@toast.example", "https://", "null", "",
            "https://localhost", "toast.example", "https://oast.example", "https://[::1]",
        ] {
            #expect(answer(origin, merchant) == .failure(.domainNotRegistered))
        }
    }

    @Test(arguments: [
        "http://localhost", "http://localhost:3000", "http://127.0.0.1:8080", "http://127.0.0.1",
    ])
    func `a test merchant's page on this machine uses the first domain`(_ origin: String) {
        let domains = ["shop.example", "toast.example"]
        #expect(answer(origin, merchant(live: false, domains)) == .success("shop.example"))
        #expect(answer(origin, merchant(live: false, [])) == .failure(.noDomain))
        #expect(answer(origin, merchant(live: true, domains)) == .failure(.domainNotRegistered))
    }
}
