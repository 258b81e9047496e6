/// Where a reader stands. The pointer is spelled out only when something is wrong there.
indirect enum Place {
    case root(String)
    case member(Place, StaticString)
    case element(Place, Int)

    var pointer: String {
        switch self {
        case .root(let pointer): pointer
        case .member(let place, let key): place.pointer + "/" + Pointer.escape(key.description)
        case .element(let place, let index): place.pointer + "/" + String(index)
        }
    }
}
