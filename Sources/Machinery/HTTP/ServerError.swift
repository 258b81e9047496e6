import Glibc

/// The reason why a server does not start.
package enum ServerError: Error, Equatable, CustomStringConvertible {
    /// Another process listens there.
    case portTaken(address: String, port: UInt16)
    /// Ports below 1024 need a privilege.
    case notPermitted(address: String, port: UInt16)
    /// The address is not numeric, or no interface of this machine has it.
    case addressUnavailable(String)
    /// A system call failed with this error number.
    case system(String, Int32)

    package var description: String {
        switch self {
        case .portTaken(let address, let port):
            "another process already listens on \(address), port \(port)"
        case .notPermitted(let address, let port):
            "no permission to listen on \(address), port \(port)"
        case .addressUnavailable(let address): "this machine has no address \(address)"
        case .system(let call, let number): "\(call): \(String(cString: strerror(number)))"
        }
    }
}
