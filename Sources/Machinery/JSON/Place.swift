/// The position of a reader. The pointer is built only if there is a problem.
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

/// One step down, without an allocation: most values are valid and never need a `Place`.
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
