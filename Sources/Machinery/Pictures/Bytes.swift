/// Reads numbers from a file; returns nil past its end.
struct Bytes {
    let all: [UInt8]

    func byte(_ at: Int) -> Int? { all.indices.contains(at) ? Int(all[at]) : nil }

    func two(_ at: Int, littleEndian: Bool = false) -> Int? {
        guard let first = byte(at), let second = byte(at + 1) else { return nil }
        return littleEndian ? second << 8 | first : first << 8 | second
    }

    func four(_ at: Int, littleEndian: Bool = false) -> Int? {
        guard let first = two(at, littleEndian: littleEndian),
            let second = two(at + 2, littleEndian: littleEndian)
        else { return nil }
        return littleEndian ? second << 16 | first : first << 16 | second
    }

    func has(_ wanted: [UInt8], at: Int) -> Bool {
        at >= 0 && at + wanted.count <= all.count
            && all[at..<(at + wanted.count)].elementsEqual(wanted)
    }
}
