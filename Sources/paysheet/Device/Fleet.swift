/// Phones that have a pass each, asked side by side.
struct Fleet: Sendable {
    private(set) var phones: [Phone]

    /// As many calls at once as a client has connections to spare.
    private static let besideMax = 64

    /// How many have to be waited for until that is told.
    private static let toldEach = 1_000

    /// Has some of them do something, nothing is all; those that come after it was told to stop do not.
    @discardableResult
    mutating func each<Value: Sendable>(
        of chosen: [Int]? = nil, until recall: Recall? = nil,
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
                if values.count.isMultiple(of: Self.toldEach) {
                    complain("\(values.count) of \(phones.count) phones")
                }
                guard recall?.isTold != true else { continue }
                if let index = waiting.popFirst() { next(index) }
            }
        }
        return values
    }

    /// Those that a push token leads to; none named is all.
    func told(by token: String) -> [Int] {
        token.isEmpty
            ? Array(phones.indices) : phones.indices.filter { phones[$0].name.pushToken == token }
    }
}
