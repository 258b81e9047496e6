extension Sequence<UInt8> {
    /// FNV-1a of 64 bits: quick, the same on every machine and in every run, and no secret's guard.
    var fnv1a: UInt64 {
        var hash: UInt64 = 0xCBF2_9CE4_8422_2325
        for byte in self { hash = (hash ^ UInt64(byte)) &* 0x100_0000_01B3 }
        return hash
    }
}
