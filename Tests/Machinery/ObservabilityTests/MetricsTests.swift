import Observability
import TestSupport
import Testing

@Suite struct MetricsTests {
    private func text(_ metrics: Metrics) -> String {
        String(decoding: metrics.exposition(), as: UTF8.self)
    }

    @Test func `a counter is written with its labels`() {
        let metrics = Metrics()
        let counter = metrics.counter("jobs_total", "Jobs done.", labels: ["kind", "outcome"])
        counter.series("mail", "ok").add()
        counter.series("mail", "ok").add(2)
        counter.series("odd\"\\\n", "no").add()
        #expect(
            text(metrics) == """
                # HELP jobs_total Jobs done.
                # TYPE jobs_total counter
                jobs_total{kind="mail",outcome="ok"} 3
                jobs_total{kind="odd\\"\\\\\\n",outcome="no"} 1

                """)
    }

    @Test func `a gauge is read when the text is rendered`() {
        let metrics = Metrics()
        let idle = Journal<Int>()
        metrics.gauge("pool_idle", "Idle connections.") { idle.all.last.map { Double($0) } }
        metrics.gauge("absent", "Not known.") { nil }
        idle.add(3)
        idle.add(7)
        #expect(
            text(metrics) == """
                # HELP pool_idle Idle connections.
                # TYPE pool_idle gauge
                pool_idle 7

                """)
    }

    @Test func `a histogram's buckets are cumulative`() {
        let metrics = Metrics()
        let histogram = metrics.histogram(
            "wait_seconds", "Waits.", bounds: [0.001, 0.5], unitsEach: 1_000_000)
        for micros: Int64 in [10, 1000, 1001, 500_000, 2_000_000] { histogram.observe(micros) }
        #expect(
            text(metrics) == """
                # HELP wait_seconds Waits.
                # TYPE wait_seconds histogram
                wait_seconds_bucket{le="0.001"} 2
                wait_seconds_bucket{le="0.5"} 4
                wait_seconds_bucket{le="+Inf"} 5
                wait_seconds_sum 2.502011
                wait_seconds_count 5

                """)
    }

    @Test func `requests are counted by method, route and status`() {
        let metrics = Metrics()
        let requests = RequestMetrics(metrics)
        requests.record(method: "GET", route: "/healthz", status: 200, microseconds: 700)
        requests.record(method: "GET", route: "/healthz", status: 200, microseconds: 800)
        requests.record(method: nil, route: nil, status: 404, microseconds: 10)
        let lines = text(metrics).split(separator: "\n")
        #expect(
            lines.contains(#"http_requests_total{method="GET",route="/healthz",status="200"} 2"#))
        #expect(lines.contains(#"http_requests_total{method="other",route="none",status="404"} 1"#))
        #expect(
            lines.contains(
                #"http_request_duration_seconds_bucket{method="GET",route="/healthz",le="0.001"} 2"#
            ))
        #expect(
            lines.contains(
                #"http_request_duration_seconds_sum{method="GET",route="/healthz"} 0.0015"#))
    }

    @Test func `concurrent counting loses no increment`() async {
        let metrics = Metrics()
        let requests = RequestMetrics(metrics)
        await withTaskGroup { group in
            for _ in 0..<8 {
                group.addTask {
                    for _ in 0..<1000 {
                        requests.record(method: "GET", route: "/x", status: 200, microseconds: 1)
                    }
                }
            }
        }
        #expect(text(metrics).contains(#"{method="GET",route="/x",status="200"} 8000"#))
        #expect(text(metrics).contains(#"_count{method="GET",route="/x"} 8000"#))
    }

    @Test func `a label with too many values ends in one series named other`() {
        let metrics = Metrics()
        let counter = metrics.counter("wild_total", "Wild.", labels: ["value"])
        for number in 0..<2500 { counter.series(String(number)).add() }
        let lines = text(metrics).split(separator: "\n")
        #expect(lines.count == 2 + 2000 + 1)
        #expect(lines.last == #"wild_total{value="other"} 500"#)
    }

    @Test func `the process reports its own numbers`() throws {
        let metrics = Metrics()
        ProcessMetrics.register(in: metrics)
        let samples = text(metrics).split(separator: "\n").filter { !$0.hasPrefix("#") }
        let values = try samples.map { line in
            try #require(Double(line.split(separator: " ")[1]))
        }
        #expect(
            samples.map { $0.split(separator: " ")[0] } == [
                "process_cpu_seconds_total", "process_resident_memory_bytes", "process_open_fds",
                "process_max_fds", "process_threads",
            ])
        #expect(values.allSatisfy { $0 > 0 })
        #expect(values[1] > 1_000_000)
    }
}
