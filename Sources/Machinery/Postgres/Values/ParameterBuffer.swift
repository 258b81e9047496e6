import Glibc

/// The values of one execution in the form that libpq needs; each connection reuses one buffer.
final class ParameterBuffer {
    private var bytes = UnsafeMutablePointer<UInt8>.allocate(capacity: 1024)
    private var capacity = 1024
    private var used = 0
    private var places: [Int] = []
    private(set) var values: [UnsafePointer<CChar>?] = []
    private(set) var lengths: [Int32] = []
    private(set) var formats: [Int32] = []

    /// A larger buffer, from one large request, is not kept.
    private static let keptMax = 256 * 1024

    deinit { bytes.deallocate() }

    /// Writes each value: in binary if its type was declared, otherwise as NUL-terminated text.
    func load(_ binds: [Bind]) {
        used = 0
        if capacity > ParameterBuffer.keptMax { grow(to: 1024) }
        places.removeAll(keepingCapacity: true)
        values.removeAll(keepingCapacity: true)
        lengths.removeAll(keepingCapacity: true)
        formats.removeAll(keepingCapacity: true)
        for bind in binds { add(bind) }
        // The pointers are valid only now, because the bytes no longer move.
        for place in places {
            values.append(
                place < 0
                    ? nil : UnsafeRawPointer(bytes + place).assumingMemoryBound(to: CChar.self))
        }
    }

    private func add(_ bind: Bind) {
        let start = used
        var format: Int32 = 1
        switch bind {
        case .null, .nullOf:
            places.append(-1)
            lengths.append(0)
            formats.append(1)
            return
        case .array(let array): write(array)
        case .text, .json:
            write(bind)
            write(0)
            format = 0
        default: write(bind)
        }
        places.append(start)
        lengths.append(Int32(used - start))
        formats.append(format)
        // A value without bytes needs an address of its own as well.
        if used == start { write(0) }
    }

    /// Writes a value in its binary format; that of a text or a document is its bytes.
    private func write(_ value: Bind) {
        switch value {
        case .null, .nullOf, .array: preconditionFailure("has no value of its own")
        case .int64(let value): writeNumber(value)
        case .int32(let value): writeNumber(value)
        case .bool(let value): write(value ? 1 : 0)
        case .double(let value): writeNumber(value.bitPattern)
        case .uuid(let high, let low):
            writeNumber(high)
            writeNumber(low)
        case .timestamp(let microseconds):
            writeNumber(RawTimestamp(microseconds: microseconds).postgresMicroseconds)
        case .date(let days): writeNumber(days &- RawDate.epoch)
        case .text(var text): text.withUTF8(write)
        case .bytes(let value), .json(let value): value.withUnsafeBufferPointer(write)
        }
    }

    /// Writes the dimensions, and each element after its length, which is -1 for null.
    private func write(_ array: ArrayBind) {
        let values = array.values
        writeNumber(Int32(values.isEmpty ? 0 : 1))
        writeNumber(Int32(values.contains(where: \.isNull) ? 1 : 0))
        writeNumber(array.element.oid)
        guard !values.isEmpty else { return }
        writeNumber(Int32(values.count))
        writeNumber(Int32(1))
        for value in values {
            let place = used
            writeNumber(Int32(-1))
            guard !value.isNull else { continue }
            write(value)
            let end = used
            used = place
            writeNumber(Int32(end - place - 4))
            used = end
        }
    }

    private func write(_ byte: UInt8) {
        reserve(1)
        bytes[used] = byte
        used += 1
    }

    private func write(_ run: UnsafeBufferPointer<UInt8>) {
        guard let start = run.baseAddress else { return }
        reserve(run.count)
        memcpy(bytes + used, start, run.count)
        used += run.count
    }

    private func writeNumber(_ number: some FixedWidthInteger) {
        withUnsafeBytes(of: number.bigEndian) { write($0.assumingMemoryBound(to: UInt8.self)) }
    }

    private func reserve(_ count: Int) {
        if used + count > capacity { grow(to: max(capacity * 2, used + count)) }
    }

    private func grow(to count: Int) {
        let wider = UnsafeMutablePointer<UInt8>.allocate(capacity: count)
        memcpy(wider, bytes, used)
        bytes.deallocate()
        bytes = wider
        capacity = count
    }
}
