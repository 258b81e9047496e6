import Glibc
import Threads

/// The requests that were stored or read last, by their stored form, so that a sheet's next call
/// does not parse its request again.
///
/// Each form has one slot: a later request takes it from an earlier one. So a request that is not
/// here costs little, however many checkouts are open.
final class ParsedRequests: Sendable {
    private final class Entry: Sendable {
        let form: StoredForm
        let request: CheckoutRequest

        init(_ form: StoredForm, _ request: CheckoutRequest) {
            self.form = form
            self.request = request
        }
    }

    private let slots = Locked([Entry?](repeating: nil, count: slotCount))

    /// The checkouts of a busy minute. With their requests of a kilobyte they take ten megabytes.
    private static let slotCount = 2_048
    /// A longer form is parsed each time, so that large carts do not fill the memory.
    private static let bytesMax = 4_096

    subscript(form: StoredForm) -> CheckoutRequest? {
        guard let entry = slots.withLock({ $0[form.slot(of: Self.slotCount)] }), entry.form == form
        else { return nil }
        return entry.request
    }

    func store(_ request: CheckoutRequest, as form: StoredForm) {
        guard form.bytes.count <= Self.bytesMax else { return }
        let entry = Entry(form, request)
        slots.withLock { $0[form.slot(of: Self.slotCount)] = entry }
    }
}

/// The stored form of a request, hashed once as a whole: an array hashes and compares each byte.
struct StoredForm: Equatable, Sendable {
    let bytes: [UInt8]
    private let digest: Int

    init(_ bytes: [UInt8]) {
        self.bytes = bytes
        var hasher = Hasher()
        bytes.withUnsafeBytes { hasher.combine(bytes: $0) }
        digest = hasher.finalize()
    }

    func slot(of count: Int) -> Int { Int(UInt(bitPattern: digest) % UInt(count)) }

    static func == (first: StoredForm, second: StoredForm) -> Bool {
        guard first.digest == second.digest, first.bytes.count == second.bytes.count else {
            return false
        }
        return first.bytes.withUnsafeBytes { first in
            second.bytes.withUnsafeBytes { second in
                guard let one = first.baseAddress, let other = second.baseAddress else {
                    return true
                }
                return memcmp(one, other, first.count) == 0
            }
        }
    }
}
