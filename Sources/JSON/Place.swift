/// Where a reader stands. The pointer is spelled out only when something is wrong there.
indirect enum Place {
    case root(String)
    case inside(Place, Step)

    var pointer: String {
        switch self {
        case .root(let pointer): pointer
        case .inside(let place, let step): place.pointer(to: step)
        }
    }

    func pointer(to step: Step) -> String { pointer + "/" + step.segment }
}

/// One step down, without a box of its own: most values are good and never need a `Place`.
enum Step {
    case member(StaticString)
    case name(String)
    case element(Int)

    var segment: String {
        switch self {
        case .member(let key): Pointer.escape(key.description)
        case .name(let name): Pointer.escape(name)
        case .element(let index): String(index)
        }
    }
}
