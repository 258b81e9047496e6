/// An append-only byte buffer, without an array's checks for each byte.
struct Buffer: ~Copyable {
    private var start: UnsafeMutablePointer<UInt8>
    private var capacity: Int
    private(set) var count = 0

    init(capacity: Int) {
        self.capacity = max(capacity, 64)
        start = .allocate(capacity: self.capacity)
    }

    deinit { start.deallocate() }

    var bytes: [UInt8] { [UInt8](UnsafeBufferPointer(start: start, count: count)) }

    mutating func append(_ byte: UInt8) {
        reserve(1)
        start[count] = byte
        count += 1
    }

    mutating func append(_ text: UnsafeBufferPointer<UInt8>) {
        guard let first = text.baseAddress else { return }
        reserve(text.count)
        (start + count).update(from: first, count: text.count)
        count += text.count
    }

    /// Reserves `room` bytes for `write`, which returns the number of bytes that it wrote.
    mutating func append(atMost room: Int, _ write: (UnsafeMutablePointer<UInt8>) -> Int) {
        reserve(room)
        count += write(start + count)
    }

    private mutating func reserve(_ room: Int) {
        guard count + room > capacity else { return }
        capacity = max(2 * capacity, count + room)
        let wider = UnsafeMutablePointer<UInt8>.allocate(capacity: capacity)
        wider.update(from: start, count: count)
        start.deallocate()
        start = wider
    }
}
