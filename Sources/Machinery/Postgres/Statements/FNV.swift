extension Sequence<UInt8> {
    /// 64-bit FNV-1a: fast, the same on every machine and in every run, and not for secrets.
    var fnv1a: UInt64 {
        var hash: UInt64 = 0xCBF2_9CE4_8422_2325
        for byte in self { hash = (hash ^ UInt64(byte)) &* 0x100_0000_01B3 }
        return hash
    }
}
