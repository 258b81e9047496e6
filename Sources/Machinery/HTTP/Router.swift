import Spelling

/// Finds a route by path and method: a tree of segments, in which a literal wins over a parameter.
package struct Router: Sendable {
    /// All routes in the order of registration, for the contract test.
    package let routes: [Route]
    private let root: RouteNode
    /// The templates, prepared for comparisons with a path that has no route.
    let spelled: [(template: String, literals: [Spelling?])]

    enum Match {
        case found(Route, Parameters)
        case notFound
        case methodNotAllowed([Method])
        case malformed
    }

    /// Two routes with the same method and path shape are a programming error and stop the program.
    package init(_ routes: [Route]) {
        self.routes = routes
        spelled = Self.spelled(routes)
        root = RouteNode(
            routes.map { route in
                precondition(route.template.hasPrefix("/"), "a template begins with a slash")
                let segments = route.template.dropFirst().split(
                    separator: "/", omittingEmptySubsequences: false)
                return (route, segments.map(String.init)[...])
            })
    }

    /// `HEAD` finds the `GET` route if it has no route of its own.
    func match(_ method: Method?, path: UnsafeBufferPointer<UInt8>) -> Match {
        guard path.first == UInt8(ascii: "/") else { return .notFound }
        var walk = RouteWalk(method: method, path: path)
        if let route = walk.find(from: root, at: 1) {
            return .found(route, Parameters(names: route.parameterNames, values: walk.values))
        }
        if walk.malformed { return .malformed }
        // A broken escape is 400 anywhere in the path, even after a segment that leads nowhere.
        if Percent.decoded(path) == nil { return .malformed }
        guard !walk.allowed.isEmpty else { return .notFound }
        return .methodNotAllowed(Method.allCases.filter(walk.allowed.contains))
    }
}

/// One node of the tree; a class, so that a walk copies nothing.
final class RouteNode: Sendable {
    let literals: [(segment: String, node: RouteNode)]
    let parameter: RouteNode?
    let routes: [Route]

    init(_ entries: [(route: Route, rest: ArraySlice<String>)]) {
        var order: [String] = []
        var bySegment: [String: [(Route, ArraySlice<String>)]] = [:]
        var parameters: [(Route, ArraySlice<String>)] = []
        var here: [Route] = []
        for (route, rest) in entries {
            guard let segment = rest.first else {
                precondition(
                    !here.contains { $0.method == route.method }, "two routes \(route.template)")
                here.append(route)
                continue
            }
            if segment.hasPrefix("{") {
                parameters.append((route, rest.dropFirst()))
            } else {
                if bySegment[segment] == nil { order.append(segment) }
                bySegment[segment, default: []].append((route, rest.dropFirst()))
            }
        }
        routes = here
        parameter = parameters.isEmpty ? nil : RouteNode(parameters)
        literals = order.map { ($0, RouteNode(bySegment[$0] ?? [])) }
    }

    func literal(_ segment: UnsafeBufferPointer<UInt8>) -> RouteNode? {
        for (literal, node) in literals where literal.utf8.count == segment.count {
            if zip(literal.utf8, segment).allSatisfy({ $0 == $1 }) { return node }
        }
        return nil
    }
}

/// One search: it tries the literal first and falls back to the parameter.
private struct RouteWalk {
    let method: Method?
    let path: UnsafeBufferPointer<UInt8>
    var values: [String] = []
    var allowed: [Method] = []
    var malformed = false

    mutating func find(from node: RouteNode, at start: Int) -> Route? {
        guard start <= path.count else { return choose(node) }
        var end = start
        while end < path.count, path[end] != UInt8(ascii: "/") { end += 1 }
        let raw = UnsafeBufferPointer(rebasing: path[start..<end])
        if let child = node.literal(raw) {
            if let route = find(from: child, at: end + 1) { return route }
            // The path is that of the literal: with another method it is no parameter's value.
            if !allowed.isEmpty { return nil }
        }
        guard node.parameter != nil || raw.contains(UInt8(ascii: "%")) else { return nil }
        guard var text = Percent.decoded(raw) else {
            malformed = true
            return nil
        }
        // A literal may be written with escapes that it does not need.
        if text.utf8.count != raw.count, let child = text.withUTF8({ node.literal($0) }),
            let route = find(from: child, at: end + 1)
        {
            return route
        }
        guard let child = node.parameter, !text.isEmpty else { return nil }
        values.append(text)
        if let route = find(from: child, at: end + 1) { return route }
        values.removeLast()
        return nil
    }

    private mutating func choose(_ node: RouteNode) -> Route? {
        for route in node.routes where route.method == method { return route }
        if method == .head {
            for route in node.routes where route.method == .get { return route }
        }
        for route in node.routes {
            for method in route.method == .get ? [.get, .head] : [route.method]
            where !allowed.contains(method) { allowed.append(method) }
        }
        return nil
    }
}
