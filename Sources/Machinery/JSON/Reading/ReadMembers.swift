/// The members that were read, by position.
struct ReadMembers {
    private var near: UInt64 = 0
    private var far: Set<Int> = []
    private(set) var number = 0

    func contains(_ position: Int) -> Bool {
        position < 64 ? near & (1 << UInt64(position)) != 0 : far.contains(position)
    }

    mutating func insert(_ position: Int) {
        guard !contains(position) else { return }
        number += 1
        if position < 64 { near |= 1 << UInt64(position) } else { far.insert(position) }
    }
}
