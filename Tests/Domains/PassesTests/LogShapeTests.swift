import Testing

@testable import Passes

/// The part of a Wallet log line that the server stores. Any client may send such lines.
@Suite struct LogShapeTests {
    @Test func `Wallet log lines that differ only in names and numbers have one shape`() {
        let line = { (serial: String, device: String, date: String) in
            "[\(date) +0000] Get serial #\(serial) task (for device \(device), pass type pass.com.example.gift, "
                + "last updated (null); with web service url https://pay.example/passkit) "
                + "encountered error: Unexpected response code 401"
        }
        let one = LogShape(of: line("A-17", "8d2f0c7e5b1a", "2026-05-04 10:06:00"))
        let other = LogShape(of: line("B-18", "77aa0c7e5b1a", "2026-06-05 11:07:01"))
        #expect(one == other)
        #expect(one.typeIdentifiers == ["pass.com.example.gift"])
        #expect(one.text.hasSuffix("encountered error: Unexpected response code 401"))
    }

    @Test(arguments: [
        "token 5k0v8c9k4h10190f3d3s07c80m", "Ada Byron", "ada@example.com", "+1 408 996 1010",
        "4111 1111 1111 1111", "https://example.com/secret", "Übelacker",
        "abcdefghijklmnopqrstuvwxyzabcdefgh",
    ])
    func `personal data and secrets are not kept`(line: String) {
        let text = LogShape(of: line).text
        for word in line.split(separator: " ") where word.count > 3 && word != "token" {
            #expect(!text.contains(word), "\(text)")
        }
    }

    @Test func `a line of any bytes has a short shape without control characters`() {
        let long = String(repeating: "word ", count: 10_000) + "\u{1B}[2J\u{202E}"
        let shape = LogShape(of: long)
        #expect(shape.text.count <= 500)
        #expect(LogShape(of: "a\u{1B}[2J b\nc").text.unicodeScalars.allSatisfy { $0.value >= 32 })
        #expect(LogShape(of: "").text == "")
    }
}
