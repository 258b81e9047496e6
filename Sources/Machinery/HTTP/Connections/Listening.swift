import CHTTPServer
import Glibc

/// A listening socket. The server opens it instead of the library, so that each failure has a name.
enum Listening {
    /// Connections that the kernel holds until they are accepted; it cuts this to somaxconn.
    private static let backlog: Int32 = 4096

    /// One socket for each loop, all on one port.
    static func open(
        _ settings: Settings, loops: Int
    ) throws(ServerError) -> [(descriptor: Int32, port: UInt16)] {
        let shared = loops > 1
        if shared, settings.port != 0 {
            // Sockets that share a port do not notice another process on it: first open it
            // unshared.
            close(try open(settings.address, settings.port, shared: false).descriptor)
        }
        var sockets = [try open(settings.address, settings.port, shared: shared)]
        while sockets.count < loops {
            do throws(ServerError) {
                sockets.append(try open(settings.address, sockets[0].port, shared: true))
            } catch {
                for socket in sockets { close(socket.descriptor) }
                throw error
            }
        }
        return sockets
    }

    /// `shared` lets several loops of this process listen on one port.
    private static func open(
        _ address: String, _ port: UInt16, shared: Bool
    ) throws(ServerError) -> (descriptor: Int32, port: UInt16) {
        let (family, bytes) = try socketAddress(address, port)
        let descriptor = socket(
            family, Int32(SOCK_STREAM.rawValue | SOCK_NONBLOCK.rawValue | SOCK_CLOEXEC.rawValue), 0)
        guard descriptor >= 0 else { throw .system("socket", errno) }
        set(descriptor, SO_REUSEADDR)
        if shared { set(descriptor, SO_REUSEPORT) }
        var bytesHere = bytes
        let length = socklen_t(bytes.count)
        let failed = bytesHere.withUnsafeMutableBytes { raw in
            let pointer = raw.baseAddress?.assumingMemoryBound(to: sockaddr.self)
            if bind(descriptor, pointer, length) != 0 { return true }
            return listen(descriptor, backlog) != 0
        }
        if failed {
            let number = errno
            close(descriptor)
            throw refusal(number, address, port)
        }
        return (descriptor, boundPort(descriptor))
    }

    private static func set(_ descriptor: Int32, _ option: Int32) {
        var one: Int32 = 1
        setsockopt(descriptor, SOL_SOCKET, option, &one, 4)
    }

    private static func refusal(_ number: Int32, _ address: String, _ port: UInt16) -> ServerError {
        switch number {
        case EADDRINUSE: .portTaken(address: address, port: port)
        case EACCES, EPERM: .notPermitted(address: address, port: port)
        case EADDRNOTAVAIL: .addressUnavailable(address)
        default: .system("bind", number)
        }
    }

    private static func socketAddress(
        _ address: String, _ port: UInt16
    ) throws(ServerError) -> (Int32, [UInt8]) {
        var four = sockaddr_in()
        if inet_pton(AF_INET, address, &four.sin_addr) == 1 {
            four.sin_family = sa_family_t(AF_INET)
            four.sin_port = port.bigEndian
            return (AF_INET, withUnsafeBytes(of: four) { Array($0) })
        }
        var six = sockaddr_in6()
        if inet_pton(AF_INET6, address, &six.sin6_addr) == 1 {
            six.sin6_family = sa_family_t(AF_INET6)
            six.sin6_port = port.bigEndian
            return (AF_INET6, withUnsafeBytes(of: six) { Array($0) })
        }
        throw .addressUnavailable(address)
    }

    private static func boundPort(_ descriptor: Int32) -> UInt16 {
        var storage = sockaddr_storage()
        var length = socklen_t(MemoryLayout<sockaddr_storage>.size)
        return withUnsafeMutableBytes(of: &storage) { raw in
            let pointer = raw.baseAddress?.assumingMemoryBound(to: sockaddr.self)
            getsockname(descriptor, pointer, &length)
            // Both address families have the port at the same offset.
            return UInt16(bigEndian: raw.load(fromByteOffset: 2, as: UInt16.self))
        }
    }

    /// The address of a peer as text, without its port.
    static func text(_ address: UnsafePointer<sockaddr>?) -> String {
        guard let address else { return "" }
        let raw = UnsafeRawPointer(address)
        let family = Int32(address.pointee.sa_family)
        // The IP address follows the port, and in version 6 also the flow label.
        let bytes = raw + (family == AF_INET6 ? 8 : 4)
        let size = Int(INET6_ADDRSTRLEN)
        return withUnsafeTemporaryAllocation(of: CChar.self, capacity: size) { room in
            guard let text = inet_ntop(family, bytes, room.baseAddress, socklen_t(size)) else {
                return ""
            }
            return String(cString: text)
        }
    }
}
