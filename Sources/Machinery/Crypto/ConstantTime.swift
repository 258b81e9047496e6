import CCrypto

/// Compares in a time that depends only on the lengths.
package func constantTimeEquals(_ one: [UInt8], _ other: [UInt8]) -> Bool {
    one.count == other.count && CRYPTO_memcmp(one, other, one.count) == 0
}

func constantTimeEquals(_ one: UnsafeRawBufferPointer, _ other: UnsafeRawBufferPointer) -> Bool {
    one.count == other.count && CRYPTO_memcmp(one.baseAddress, other.baseAddress, one.count) == 0
}
