/// A first-in, first-out queue that can also prepend; a ring that grows.
struct Queue<Element> {
    private var ring: [Element?] = Array(repeating: nil, count: 16)
    private var head = 0
    private(set) var count = 0

    var isEmpty: Bool { count == 0 }
    var first: Element? { isEmpty ? nil : ring[head] }

    mutating func append(_ element: Element) {
        growIfFull()
        ring[(head + count) & (ring.count - 1)] = element
        count += 1
    }

    mutating func prepend(_ element: Element) {
        growIfFull()
        head = (head - 1) & (ring.count - 1)
        ring[head] = element
        count += 1
    }

    mutating func popFirst() -> Element? {
        guard count > 0 else { return nil }
        let element = ring[head]
        ring[head] = nil
        head = (head + 1) & (ring.count - 1)
        count -= 1
        return element
    }

    private mutating func growIfFull() {
        guard count == ring.count else { return }
        ring = Array(ring[head...]) + Array(ring[..<head]) + Array(repeating: nil, count: count)
        head = 0
    }
}
