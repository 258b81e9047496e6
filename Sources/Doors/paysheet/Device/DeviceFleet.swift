/// Phones that have one pass each and act side by side.
struct DeviceFleet: Sendable {
    private(set) var phones: [Phone]

    /// As many simultaneous calls as a client has connections to spare.
    private static let besideMax = 64

    /// The progress is printed each time that this many phones are done.
    private static let progressEvery = 1_000

    /// Runs an action on the chosen phones, or on all if `chosen` is nil. After a stop request,
    /// phones that have not begun are skipped.
    @discardableResult
    mutating func each<Value: Sendable>(
        of chosen: [Int]? = nil, until stopRequest: StopRequest? = nil,
        _ act: @escaping @Sendable (inout Phone) async -> Value
    ) async -> [Int: Value] {
        var values: [Int: Value] = [:]
        var waiting = (chosen ?? Array(phones.indices))[...]
        await withTaskGroup(of: (Int, Phone, Value).self) { tasks in
            func next(_ index: Int) {
                let phone = phones[index]
                tasks.addTask {
                    var phone = phone
                    let value = await act(&phone)
                    return (index, phone, value)
                }
            }
            for _ in 0..<Self.besideMax { if let index = waiting.popFirst() { next(index) } }
            while let (index, phone, value) = await tasks.next() {
                phones[index] = phone
                values[index] = value
                if values.count.isMultiple(of: Self.progressEvery) {
                    printError("\(values.count) of \(phones.count) phones")
                }
                guard stopRequest?.isRequested != true else { continue }
                if let index = waiting.popFirst() { next(index) }
            }
        }
        return values
    }

    /// The phones with this push token; an empty token means all phones.
    func phoneIndices(by token: String) -> [Int] {
        token.isEmpty
            ? Array(phones.indices) : phones.indices.filter { phones[$0].name.pushToken == token }
    }
}
