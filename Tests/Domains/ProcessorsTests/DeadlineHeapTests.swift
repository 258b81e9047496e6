import Testing

@testable import Processors

@Suite struct DeadlineHeapTests {
    @Test func `deadlines come out in order, and canceled ones never`() {
        var random = Numbers(seed: 7)
        for _ in 0..<50 {
            var heap = DeadlineHeap()
            var waiting: [Deadline] = []
            for _ in 0..<200 {
                if random.next() % 3 > 0 || waiting.isEmpty {
                    let deadline = Deadline()
                    heap.push(deadline, at: Int64(random.next() % 100))
                    waiting.append(deadline)
                } else {
                    let taken = waiting.remove(at: Int(random.next() % UInt64(waiting.count)))
                    let removals = [heap.remove(taken), heap.remove(taken)]
                    #expect(removals == [true, false])
                    #expect(!taken.isArmed)
                }
                #expect(heap.count == waiting.count)
                #expect(heap.earliest == waiting.map(\.at).min())
            }
            var out: [Int64] = []
            while let due = heap.pop(dueAt: .max) { out.append(due.at) }
            #expect(out == waiting.map(\.at).sorted())
        }
    }

    @Test func `a deadline in the future stays in the heap`() {
        var heap = DeadlineHeap()
        let deadline = Deadline()
        heap.push(deadline, at: 10)
        let popped = [heap.pop(dueAt: 9), heap.pop(dueAt: 10), heap.pop(dueAt: 10)]
        #expect(popped.map { $0 === deadline } == [false, true, false])
    }
}

/// A fixed sequence (SplitMix64).
struct Numbers: RandomNumberGenerator {
    private var state: UInt64

    init(seed: UInt64) { state = seed }

    mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var word = (state ^ state >> 30) &* 0xBF58_476D_1CE4_E5B9
        word = (word ^ word >> 27) &* 0x94D0_49BB_1331_11EB
        return word ^ word >> 31
    }
}
