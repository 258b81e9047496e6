import HTTP
import Testing

@testable import API

@Suite struct DocsTests {
    @Test func `the docs page without its viewer says how to install it`() {
        let page = String(decoding: Services.docs(hasReader: false).body, as: UTF8.self)
        #expect(page.contains("<code>bin/setup</code>"))
        #expect(page.contains("/openapi.yaml"))
        let whole = String(decoding: Services.docs(hasReader: true).body, as: UTF8.self)
        #expect(whole.contains("swagger-ui-bundle.js"))
        #expect(!whole.contains("bin/setup"))
    }
}
