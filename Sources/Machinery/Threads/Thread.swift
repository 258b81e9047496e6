import CThreads
import Glibc

/// Runs a body on a new thread that ends with it.
///
/// It ends the process if the system refuses to create another, because the server cannot work
/// without these threads. The log, which can, and the HTTP loop, which reports the error, create
/// theirs themselves.
///
/// - Parameter name: as `top -H` shows it, in ASCII; Linux keeps the first 15 bytes.
package func startThread(_ name: String, _ body: @escaping @Sendable () -> Void) {
    final class Start {
        let name: String
        let body: @Sendable () -> Void
        init(name: String, body: @escaping @Sendable () -> Void) {
            self.name = name
            self.body = body
        }
    }
    let start = Unmanaged.passRetained(Start(name: name, body: body))
    var attributes = pthread_attr_t()
    pthread_attr_init(&attributes)
    pthread_attr_setdetachstate(&attributes, CInt(PTHREAD_CREATE_DETACHED))
    defer { pthread_attr_destroy(&attributes) }
    var thread = pthread_t()
    let failure = pthread_create(
        &thread, &attributes,
        { argument in
            guard let argument else { preconditionFailure("the thread started without its body") }
            let start = Unmanaged<Start>.fromOpaque(argument).takeRetainedValue()
            nameThread(start.name)
            start.body()
            return nil
        }, start.toOpaque())
    precondition(failure == 0, "the system cannot create another thread")
}

/// Names the calling thread, as `top -H` shows it. Linux accepts 15 bytes, so a longer ASCII name
/// is cut.
package func nameThread(_ name: String) {
    pthread_setname_np(pthread_self(), String(name.prefix(15)))
}
