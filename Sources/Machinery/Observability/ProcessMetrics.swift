import Glibc

/// Metrics of this process from the kernel: processor time, memory, files, threads.
package enum ProcessMetrics {
    package static func register(in metrics: Metrics) {
        metrics.counter("process_cpu_seconds_total", "User and system CPU time.") { cpuSeconds() }
        metrics.gauge("process_resident_memory_bytes", "Resident memory.") { residentBytes() }
        metrics.gauge("process_open_fds", "Open file descriptors.") { openFiles() }
        metrics.gauge("process_max_fds", "Limit of open file descriptors.") { openFilesMax() }
        metrics.gauge("process_threads", "Threads.") { status("Threads:") }
    }

    static func cpuSeconds() -> Double? {
        var usage = rusage()
        guard getrusage(RUSAGE_SELF.rawValue, &usage) == 0 else { return nil }
        let seconds = usage.ru_utime.tv_sec + usage.ru_stime.tv_sec
        let micros = usage.ru_utime.tv_usec + usage.ru_stime.tv_usec
        return Double(seconds) + Double(micros) / 1_000_000
    }

    /// The kernel writes kB and means KiB.
    static func residentBytes() -> Double? { status("VmRSS:").map { $0 * 1024 } }

    static func openFiles() -> Double? {
        guard let directory = opendir("/proc/self/fd") else { return nil }
        defer { closedir(directory) }
        var count = 0
        while readdir(directory) != nil { count += 1 }
        // Without `.`, `..` and the directory that is being read.
        return Double(count - 3)
    }

    static func openFilesMax() -> Double? {
        var limit = rlimit()
        guard getrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit) == 0 else {
            return nil
        }
        return Double(limit.rlim_cur)
    }

    /// Returns the number after a name in /proc/self/status.
    private static func status(_ name: String) -> Double? {
        guard let text = read("/proc/self/status") else { return nil }
        for line in text.split(separator: "\n") where line.hasPrefix(name) {
            let words = line.dropFirst(name.count).split { $0 == " " || $0 == "\t" }
            return words.first.flatMap { Double($0) }
        }
        return nil
    }

    private static func read(_ path: String) -> String? {
        let descriptor = open(path, O_RDONLY | O_CLOEXEC)
        guard descriptor >= 0 else { return nil }
        defer { close(descriptor) }
        var bytes = [UInt8](repeating: 0, count: 8192)
        let count = Glibc.read(descriptor, &bytes, bytes.count)
        return count > 0 ? String(decoding: bytes[..<count], as: UTF8.self) : nil
    }
}
