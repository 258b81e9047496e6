/// Something that happens at a set moment unless it is disarmed; it stores its own index in the
/// heap.
class Deadline {
    /// Microseconds of the monotonic clock.
    fileprivate(set) var at: Int64 = 0
    /// The index in the heap; nil while the deadline is not armed.
    fileprivate var place: Int?

    var isArmed: Bool { place != nil }

    /// Called once, by the code that removed the deadline from the heap because its moment came.
    func fire() {}
}

/// Deadlines in a binary heap, the earliest first.
///
/// Each deadline stores its index, so that disarming it, which happens to nearly all, needs no
/// search. Deadlines of equal length are pushed in order, which costs one step.
struct DeadlineHeap {
    private var heap: [Deadline] = []

    var earliest: Int64? { heap.first?.at }
    var count: Int { heap.count }

    mutating func push(_ deadline: Deadline, at moment: Int64) {
        deadline.at = moment
        heap.append(deadline)
        rise(deadline, from: heap.count - 1)
    }

    /// Removes a deadline; returns false if it was already fired.
    mutating func remove(_ deadline: Deadline) -> Bool {
        guard let place = deadline.place else { return false }
        deadline.place = nil
        let last = heap.removeLast()
        guard place < heap.count else { return true }
        if place > 0, last.at < heap[(place - 1) / 2].at {
            rise(last, from: place)
        } else {
            sink(last, from: place)
        }
        return true
    }

    /// Removes and returns the earliest deadline if its moment has come.
    mutating func pop(dueAt now: Int64) -> Deadline? {
        guard let first = heap.first, first.at <= now, remove(first) else { return nil }
        return first
    }

    /// Puts a deadline at the free index, or at one nearer to the root.
    private mutating func rise(_ deadline: Deadline, from free: Int) {
        var free = free
        while free > 0 {
            let parent = heap[(free - 1) / 2]
            if parent.at <= deadline.at { break }
            heap[free] = parent
            parent.place = free
            free = (free - 1) / 2
        }
        heap[free] = deadline
        deadline.place = free
    }

    /// Puts a deadline at the free index, or at one farther from the root.
    private mutating func sink(_ deadline: Deadline, from free: Int) {
        var free = free
        while true {
            var child = 2 * free + 1
            guard child < heap.count else { break }
            if child + 1 < heap.count, heap[child + 1].at < heap[child].at { child += 1 }
            let next = heap[child]
            if deadline.at <= next.at { break }
            heap[free] = next
            next.place = free
            free = child
        }
        heap[free] = deadline
        deadline.place = free
    }
}
