import Glibc
import Observability
import TestSupport
import Testing

@Suite struct LogTests {
    /// 2026-11-21T14:03:09.000042Z.
    static let moment: Int64 = 1_795_269_789_000_042

    private func logged(
        _ level: LogLevel = .debug, _ write: (Log) -> Void
    ) -> [String] {
        let journal = Journal<[UInt8]>()
        let log = Log(level: level, sink: { journal.add($0) }, clock: { LogTests.moment })
        write(log)
        log.stop()
        let text = String(decoding: journal.all.flatMap { $0 }, as: UTF8.self)
        return text.split(separator: "\n").map(String.init)
    }

    @Test func `a line is one JSON object with its fields in order`() {
        let lines = logged { log in
            log.info(
                "http_request", .requestID("abc234"), .method("POST"),
                .route("/v1/checkouts/{checkout}"), .status(201), .microseconds(1234),
                .count("bytesOut", -7), .word("phase", "finish"), .sqlState("40001"),
                .constraint("captured_at_most_what_was_authorised"),
                .traceID("0af7651916cd43dd8448eb211c80319c"), .text("detail", "fine"))
        }
        #expect(
            lines == [
                #"{"time":"2026-11-21T14:03:09.000042Z","level":"info","event":"http_request","#
                    + #""requestId":"abc234","method":"POST","route":"/v1/checkouts/{checkout}","#
                    + #""status":201,"microseconds":1234,"bytesOut":-7,"phase":"finish","#
                    + #""sqlState":"40001","constraint":"captured_at_most_what_was_authorised","#
                    + #""traceId":"0af7651916cd43dd8448eb211c80319c","detail":"fine"}"#
            ])
    }

    @Test func `lines below the level are not written`() {
        let lines = logged(.warning) { log in
            log.debug("one")
            log.info("two")
            log.warning("three")
            log.error("four")
        }
        #expect(lines.map { $0.contains("three") || $0.contains("four") } == [true, true])
    }

    @Test func `quotes, backslashes and control characters are escaped`() {
        let lines = logged { $0.info("odd", .text("detail", "a\"b\\c\nd\u{7f}é")) }
        #expect(lines.count == 1)
        #expect(lines[0].hasSuffix(#""detail":"a\"b\\c\u000ad\u007fé"}"#))
    }

    @Test func `an invalid request id is masked`() {
        let lines = logged { $0.info("odd", .requestID("jane@example.com"), .sqlState("1234567")) }
        #expect(lines[0].hasSuffix(#""requestId":"[masked]","sqlState":"[masked]"}"#))
    }

    @Test func `free text in the log is redacted`() {
        let lines = logged { $0.info("odd", .text("detail", "key sk_live_abc of a@b.example")) }
        #expect(lines[0].hasSuffix(#""detail":"key [key] of [email]"}"#))
    }

    @Test func `an error is written before the call returns`() {
        let journal = Journal<[UInt8]>()
        let log = Log(sink: { journal.add($0) })
        log.info("first")
        log.error("second")
        let text = String(decoding: journal.all.flatMap { $0 }, as: UTF8.self)
        #expect(text.contains("first") && text.contains("second"))
        log.stop()
    }

    @Test func `the log's own thread writes queued lines`() async throws {
        let journal = Journal<[UInt8]>()
        let log = Log(sink: { journal.add($0) })
        log.info("alone")
        #expect(try await journal.wait(for: 1).count == 1)
        log.stop()
    }

    @Test func `a log line after the stop is written at once`() {
        let journal = Journal<[UInt8]>()
        let log = Log(sink: { journal.add($0) })
        log.stop()
        log.info("late")
        #expect(journal.all.count == 1)
    }

    @Test func `lines beyond the limit are counted, not kept`() async throws {
        let journal = Journal<[UInt8]>()
        let released = Journal<Bool>()
        let log = Log(sink: { lines in
            journal.add(lines)
            while released.all.isEmpty { usleep(1000) }
        })
        log.info("first")
        _ = try await journal.wait(for: 1)
        // The log's thread now blocks in its sink, as on a full pipe.
        let long = String(repeating: "x", count: 2000)
        for _ in 0..<2500 { log.info("much", .text("detail", long)) }
        released.add(true)
        log.stop()
        let text = String(decoding: journal.all.flatMap { $0 }, as: UTF8.self)
        let lines = text.split(separator: "\n")
        let kept = lines.count { $0.contains("\"much\"") }
        #expect((1900..<2100).contains(kept))
        let lost = #""event":"log_lines_dropped","lines":\#(2500 - kept)}"#
        #expect(lines.contains { $0.hasSuffix(lost) })
    }

    @Test func `lines of many threads arrive complete`() async {
        let journal = Journal<[UInt8]>()
        let log = Log(sink: { journal.add($0) })
        await withTaskGroup { group in
            for task in 0..<8 {
                group.addTask {
                    for number in 0..<500 { log.info("many", .count("n", task * 500 + number)) }
                }
            }
        }
        log.stop()
        let text = String(decoding: journal.all.flatMap { $0 }, as: UTF8.self)
        let numbers = text.split(separator: "\n").compactMap { line in
            line.split(separator: "\"n\":").last.flatMap { Int($0.dropLast()) }
        }
        #expect(Set(numbers) == Set(0..<4000))
    }

    @Test(arguments: [
        ("debug", LogLevel.debug), ("info", .info), ("warning", .warning), ("error", .error),
    ])
    func `a log level is read by its name`(name: String, level: LogLevel) {
        #expect(LogLevel(name: name) == level)
    }

    @Test func `an unknown word is not a log level`() {
        #expect(LogLevel(name: "verbose") == nil)
    }
}
