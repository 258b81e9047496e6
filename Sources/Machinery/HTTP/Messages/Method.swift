/// The request methods that a route can have; the server answers any other with 405 or 404.
package enum Method: String, Sendable, CaseIterable {
    case get = "GET"
    case head = "HEAD"
    case post = "POST"
    case put = "PUT"
    case patch = "PATCH"
    case delete = "DELETE"
    case options = "OPTIONS"

    /// Methods are case-sensitive (RFC 9110, 9.1).
    init?(_ text: UnsafePointer<CChar>) {
        for method in Method.allCases where method.rawValue.isSame(as: text) {
            self = method
            return
        }
        return nil
    }
}

extension String {
    /// True if the C string holds exactly these bytes.
    fileprivate func isSame(as text: UnsafePointer<CChar>) -> Bool {
        var place = text
        for byte in utf8 {
            guard UInt8(bitPattern: place.pointee) == byte else { return false }
            place += 1
        }
        return place.pointee == 0
    }
}
