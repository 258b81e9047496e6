import Observability
import Testing

@Suite struct TraceTests {
    static let good = "00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01"

    @Test func `a traceparent is read and written back`() throws {
        let trace = try #require(Trace(traceparent: TraceTests.good))
        #expect(trace.traceID == "0af7651916cd43dd8448eb211c80319c")
        #expect(trace.isSampled)
        #expect(trace.traceparent == TraceTests.good)
    }

    @Test func `a traceparent passes on the sampled flag only`() throws {
        let trace = try #require(
            Trace(traceparent: "00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-fe"))
        #expect(!trace.isSampled)
        #expect(trace.traceparent.hasSuffix("-00"))
    }

    @Test(arguments: [
        "", "00", "garbage",
        "00-0AF7651916CD43DD8448EB211C80319C-b7ad6b7169203331-01",
        "00-00000000000000000000000000000000-b7ad6b7169203331-01",
        "00-0af7651916cd43dd8448eb211c80319c-0000000000000000-01",
        "ff-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01",
        "00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01-more",
        "00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01 ",
        "00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-1",
        "00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-0x",
        "00_0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01",
        "0g-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01",
        "01-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01more",
    ])
    func `an invalid traceparent is ignored`(header: String) {
        #expect(Trace(traceparent: header) == nil)
    }

    @Test(arguments: [
        "01-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01",
        "cc-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01-what-the-future-brings",
    ])
    func `a traceparent of a later version is read as far as it is known`(header: String) {
        #expect(Trace(traceparent: header)?.traceparent == TraceTests.good)
    }

    @Test func `a caller's trace continues with a span of our own`() throws {
        var random = FixedRandom(state: 7)
        let trace = Trace.continuing(TraceTests.good, using: &random)
        #expect(trace.traceID == "0af7651916cd43dd8448eb211c80319c")
        #expect(trace.isSampled)
        #expect(trace.span != 0xb7ad_6b71_6920_3331)
    }

    @Test func `a request without a traceparent begins a new trace`() {
        let one = Trace.continuing(nil)
        let other = Trace.continuing("nonsense")
        #expect(one.traceID != other.traceID)
        #expect(Trace(traceparent: one.traceparent) == one)
    }

    private struct FixedRandom: RandomNumberGenerator {
        var state: UInt64
        mutating func next() -> UInt64 {
            state &+= 0x9e37_79b9_7f4a_7c15
            return state
        }
    }
}
