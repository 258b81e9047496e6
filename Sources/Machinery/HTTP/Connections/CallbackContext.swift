extension Unmanaged {
    /// The object whose pointer the server gave to a C function for its callback.
    ///
    /// C passes the pointer back unchanged. Nil would mean that memory is corrupt, so it traps.
    static func fromContext(_ context: UnsafeMutableRawPointer?) -> Unmanaged<Instance> {
        guard let context else { preconditionFailure("a callback came without its context") }
        return fromOpaque(context)
    }
}
