import CThreads
import Glibc
import TestSupport
import Testing
import Threads

@Suite(.timeLimit(.minutes(1))) struct ThreadTests {
    @Test func `a thread has its name, of which Linux keeps 15 bytes`() async throws {
        let names = Journal<String>()
        for name in ["short", "longer than fifteen"] {
            startThread(name) {
                var bytes = [CChar](repeating: 0, count: 16)
                pthread_getname_np(pthread_self(), &bytes, bytes.count)
                names.add(bytes.withUnsafeBufferPointer { String(cString: $0.baseAddress!) })
            }
        }
        let seen = try await names.wait(for: 2)
        #expect(Set(seen) == ["short", "longer than fif"])
    }
}
