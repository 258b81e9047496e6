import Testing

@testable import Vocabulary

/// The three date formats of HTTP.
@Suite struct HTTPDateTests {
    @Test(
        arguments: [
            ("Sun, 06 Nov 1994 08:49:37 GMT", 784_111_777),
            ("Sunday, 06-Nov-94 08:49:37 GMT", 784_111_777),
            ("Sun Nov  6 08:49:37 1994", 784_111_777), ("Thu, 01 Jan 1970 00:00:00 GMT", 0),
            ("Tue, 29 Feb 2028 23:59:59 GMT", 1_835_481_599),
        ] as [(String, Int64)])
    func `an HTTP date in each of the three formats is read`(text: String, seconds: Int64) {
        #expect(HTTPDate.read(text) == seconds)
    }

    @Test(arguments: [
        "", "1700000000", "yesterday", "Sun, 06 Nov 1994 08:49:37 UTC",
        "Sun, 06 Nov 1994 24:49:37 GMT",
        "Sun, 32 Nov 1994 08:49:37 GMT", "Thu, 31 Feb 2028 08:49:37 GMT",
        "Sun, 06 Nov 1994 08:49 GMT",
        "Sun, 06 Now 1994 08:49:37 GMT",
        "Sun, 06 Nov 99999 08:49:37 GMT", "Sun, +6 Nov 1994 08:49:37 GMT",
        "Sun, 06 Nov 1994 08:49:37 GMT and then some", "Sun, 06 Nov 1894 08:49:37 GMT",
    ])
    func `a text in no HTTP date format is nil`(text: String) {
        #expect(HTTPDate.read(text) == nil)
    }

    @Test func `an HTTP date that was written is read back`() {
        #expect(HTTPDate.text(784_111_777) == "Sun, 06 Nov 1994 08:49:37 GMT")
        for index in 0..<Int64(2_000) {
            let seconds = index * 125_000_037_111 % 250_000_000_000
            #expect(HTTPDate.read(HTTPDate.text(seconds)) == seconds)
        }
    }
}
